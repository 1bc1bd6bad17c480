import { useMutation } from '@tanstack/react-query'
import { dayNames } from '@madruga/core/days.ts'
import { announce } from '../../announce.ts'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { useDayWords } from './day-words.ts'
import { refreshBlocks } from './queries.ts'
import type { WaitingJob } from './queries.ts'

/** Asks before a place on a wait list is given up. `onSaid` gets what became of it, in words. */
export function LeaveStep({
  job,
  timeZone,
  onKeep,
  onSaid,
}: {
  job: WaitingJob
  timeZone: string
  onKeep: () => void
  onSaid: (said: string) => void
}) {
  const { t } = useWords()
  const named = useDayWords(timeZone)
  const leave = useMutation({
    mutationFn: () => api.blocks.leaveWaitList({ id: job.id }),
    onSuccess: async ({ outcome }) => {
      const said = t(`blocks.leave_said.${outcome}`, { station: job.stationCode })
      announce(said)
      onSaid(said)
      await refreshBlocks()
    },
  })
  return (
    <div className="grid gap-4 pt-1">
      <p className="text-lg leading-snug first-letter:uppercase">
        {t('blocks.leave_what', {
          when: `${named.day(dayNames(timeZone)(job.startAt))}, ${named.range(job)}`,
        })}
      </p>
      <p className="text-muted">{t('blocks.leave_final')}</p>
      <RefusalNotice error={leave.error} onClose={leave.reset} />
      <div className="grid gap-2">
        <button
          type="button"
          className="act"
          data-danger="true"
          aria-disabled={leave.isPending}
          onClick={() => leave.isPending || leave.mutate()}
        >
          {t(leave.isPending ? 'blocks.leaving' : 'blocks.leave_go')}
        </button>
        <button type="button" className="btn w-full" onClick={onKeep}>
          {t('blocks.stay')}
        </button>
      </div>
    </div>
  )
}
