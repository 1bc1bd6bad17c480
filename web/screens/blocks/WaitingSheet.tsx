import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { dayNames } from '@madruga/core/days.ts'
import { announce } from '../../announce.ts'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { sayLength } from '../../pay.ts'
import { LateSheet } from '../../ui/LateSheet.tsx'
import { PayAmount } from '../../ui/PayAmount.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { StationPlate } from '../../ui/StationPlate.tsx'
import { useDayWords } from './day-words.ts'
import { stateKey } from './pay.ts'
import { refreshBlocks } from './queries.ts'
import type { BlockList, WaitingJob } from './queries.ts'

/** An accept that the platform has not decided: when, what it would pay, and what it waits for. */
export function WaitingSheet({
  job,
  list,
  onClose,
  onSaid,
}: {
  job: WaitingJob
  list: BlockList
  onClose: () => void
  /** What became of a wait list that the driver wanted to leave. */
  onSaid: (said: string) => void
}) {
  const { t } = useWords()
  const { timeZone } = list
  const [open, setOpen] = useState(true)
  const [leaving, setLeaving] = useState(false)
  const close = () => {
    setOpen(false)
    onClose()
  }
  const finish = (text: string) => {
    onSaid(text)
    close()
  }
  const plate = <StationPlate of={job.stationCode} look="inline-block px-3 text-base" />
  const canLeave = job.waiting === 'waitlisted' && list.canRelease
  return (
    <LateSheet
      open={open}
      onOpenChange={(next) => next || close()}
      title={leaving ? t('blocks.leave_title', { station: job.stationCode }) : plate}
    >
      {leaving ? (
        <LeaveStep job={job} timeZone={timeZone} onKeep={() => setLeaving(false)} onSaid={finish} />
      ) : (
        <Details job={job} timeZone={timeZone} {...(canLeave && { onLeave: () => setLeaving(true) })} />
      )}
    </LateSheet>
  )
}

/** The job; its place can be given up if `onLeave` is given. */
function Details({ job, timeZone, onLeave }: { job: WaitingJob; timeZone: string; onLeave?: () => void }) {
  const words = useWords()
  const { t } = words
  const dayWords = useDayWords(timeZone)
  const where = [job.stationName !== job.stationCode && job.stationName, job.address, job.city]
  return (
    <div className="grid gap-4 pt-1">
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <p className="text-lg font-bold leading-snug first-letter:uppercase">
          {dayWords.day(dayNames(timeZone)(job.startAt))}
          <span className="block text-base font-semibold text-muted">
            {dayWords.range(job)}, {sayLength(words, job)}
            {words.there(job.startAt, job.timeZone ?? undefined)}
          </span>
        </p>
        <p className="tnum text-right text-[2rem] font-extrabold leading-none text-muted">
          <PayAmount pay={job} />
        </p>
      </div>
      <div className="grid gap-1 rounded-2xl border-2 border-dashed border-edge px-4 py-3">
        <p className="font-extrabold text-amber-text">{t(stateKey(job))}</p>
        <p>{t(`blocks.waiting_text.${job.waiting}`)}</p>
        <p className="text-muted">{t('blocks.waiting_unpaid')}</p>
      </div>
      {where.some(Boolean) && <p className="font-semibold">{where.filter(Boolean).join(', ')}</p>}
      <p className="text-sm text-muted">
        {t(`kind.${job.kind}`)}. {t('blocks.accepted')}: {words.date(job.acceptedAt, timeZone)}
      </p>
      {onLeave && (
        <button type="button" className="btn w-full text-red" onClick={onLeave}>
          {t('blocks.leave')}
        </button>
      )}
    </div>
  )
}

/** Asks before a place on a wait list is given up. `onSaid` gets what became of it, in words. */
function LeaveStep({
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
  const dayWords = useDayWords(timeZone)
  const leave = useMutation({
    mutationFn: () => api.blocks.leaveWaitList({ id: job.id }),
    onSuccess: async ({ outcome }) => {
      const message = t(`blocks.leave_said.${outcome}`, { station: job.stationCode })
      announce(message)
      onSaid(message)
      await refreshBlocks()
    },
  })
  return (
    <div className="grid gap-4 pt-1">
      <p className="text-lg leading-snug first-letter:uppercase">
        {t('blocks.leave_what', {
          when: `${dayWords.day(dayNames(timeZone)(job.startAt))}, ${dayWords.range(job)}`,
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
          {t(leave.isPending ? 'blocks.leaving' : 'blocks.leave')}
        </button>
        <button type="button" className="btn w-full" onClick={onKeep}>
          {t('blocks.stay')}
        </button>
      </div>
    </div>
  )
}
