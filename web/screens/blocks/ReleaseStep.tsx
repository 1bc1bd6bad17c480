import { useMutation } from '@tanstack/react-query'
import { isLateRelease } from '@madruga/core/blocks.ts'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useServerTime } from '../../clock.ts'
import { dayNames } from '@madruga/core/days.ts'
import { useWords } from '../../i18n.ts'
import { sayPay } from '../../pay.ts'
import { Notice } from '../../ui/Notice.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { useDayWords } from './day-words.ts'
import { refreshBlocks } from './queries.ts'
import type { Block, BlockList } from './queries.ts'

/** Asks before a block is released: the loss, the penalty of a late release, and that it is final. */
export function ReleaseStep({
  block,
  list,
  onKeep,
  onDone,
}: {
  block: Block
  list: BlockList
  onKeep: () => void
  onDone: () => void
}) {
  const words = useWords()
  const { t } = words
  const now = useServerTime(5_000)
  const dayWords = useDayWords(list.timeZone)
  const release = useMutation({
    // The driver confirms what they read: a warning that appears meanwhile must be read first.
    mutationFn: (confirmedLate: boolean) => api.blocks.release({ id: block.id, confirmedLate }),
    onSuccess: async () => {
      announce(t('blocks.released_say', { station: block.stationCode }))
      await refreshBlocks()
      onDone()
    },
  })
  const isUnconfirmed = release.error !== null && toProblem(release.error).code === 'blocks.not_confirmed'
  const late = isLateRelease(block.startAt, now, list.lateMs) || isUnconfirmed
  return (
    <div className="grid gap-4 pt-1">
      <p className="text-lg leading-snug">
        {t('blocks.release_what', {
          when: `${dayWords.day(dayNames(list.timeZone)(block.startAt))}, ${dayWords.range(block)}`,
          pay: sayPay(words, block),
        })}
      </p>
      {late ? (
        <Notice kind="bad">
          {t('blocks.release_late', {
            time: words.span(Math.max(60_000, block.startAt - now)),
            minutes: Math.round(list.lateMs / 60_000),
          })}
        </Notice>
      ) : (
        <p className="text-muted">
          {t('blocks.release_in_time', { minutes: Math.round(list.lateMs / 60_000) })}
        </p>
      )}
      <p className="text-muted">{t('blocks.release_final')}</p>
      <RefusalNotice error={release.error} onClose={release.reset} />
      <div className="grid gap-2">
        <button
          type="button"
          className="act"
          data-danger="true"
          aria-disabled={release.isPending}
          onClick={() => release.isPending || release.mutate(late)}
        >
          {t(release.isPending ? 'blocks.releasing' : late ? 'blocks.release_late_go' : 'blocks.release')}
        </button>
        <button type="button" className="btn w-full" onClick={onKeep}>
          {t('form.keep')}
        </button>
      </div>
    </div>
  )
}
