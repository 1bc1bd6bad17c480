import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Filter } from '@madruga/core/filters.ts'
import { variantOf } from '@madruga/core/offers.ts'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { botQuery, filterQuery, queryClient } from '../../queries.ts'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import type { OfferEntry } from './entry.ts'
import { sayEffect, sayMend, sayNarrowing } from './mend-words.ts'
import type { FoundMend } from './mend-words.ts'
import { mendQuery } from './queries.ts'

/** One save of the filter: its version and its content, to undo it. */
type Saved = { version: number; before: Filter }

/**
 * The change of the filter by which it would take an offer that it left, with what it brings, in one tap; and
 * the way back. Nothing where no limit keeps the offer away. With `lacks`, for an offer that the platform
 * refused to the driver: the change by which the filter leaves such offers.
 */
export function Mend({ entry, lacks }: { entry: OfferEntry; lacks?: string[] }) {
  const words = useWords()
  const { t } = words
  const { offer } = entry.data
  const variant = variantOf(offer.kind)
  const found = useQuery(mendQuery(variant, offer, entry.at, lacks))
  const [saved, setSaved] = useState<Saved | null>(null)
  const [undone, setUndone] = useState(false)
  const save = useMutation({
    mutationFn: (input: { baseVersion: number; filter: Filter }) => api.filters.save({ variant, ...input }),
    // A refused save was made from an older version: the mend is found again from the newest.
    onError: async (error) => {
      if (toProblem(error).code === 'filters.stale') await found.refetch()
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: filterQuery(variant).queryKey })
      void queryClient.invalidateQueries({ queryKey: botQuery.queryKey })
    },
  })
  if (found.data === undefined) return null
  const { version, filter, mend } = found.data
  const sayChanges = ({ changes }: FoundMend) =>
    lacks === undefined
      ? sayMend(words, changes, offer.currency)
      : sayNarrowing(words, { lacks, station: changes[0]?.rule === 'station' })
  const apply = async (to: Filter) => {
    const next = await save.mutateAsync({ baseVersion: version, filter: to }).catch(() => null)
    if (next === null) return
    setSaved({ version: next.version, before: filter })
    setUndone(false)
    announce(t('mend.done'))
  }
  const undo = async ({ version: baseVersion, before }: Saved) => {
    const next = await save.mutateAsync({ baseVersion, filter: before }).catch(() => null)
    if (next === null) return
    setSaved(null)
    setUndone(true)
    announce(t('mend.undone'))
    await found.refetch()
  }
  return (
    <div className="grid gap-2">
      <RefusalNotice error={save.error} onClose={save.reset} />
      {saved !== null ? (
        <Done onUndo={() => void undo(saved)} busy={save.isPending} />
      ) : (
        mend !== null && (
          <button
            type="button"
            className="act !h-auto min-h-16 flex-col !gap-0 py-2 text-left leading-tight"
            aria-disabled={save.isPending}
            onClick={() => save.isPending || void apply(mend.filter)}
          >
            <span className="font-extrabold">{save.isPending ? t('mend.saving') : sayChanges(mend)}</span>
            <span className="tnum text-sm font-semibold">{sayEffect(words, mend, lacks !== undefined)}</span>
          </button>
        )
      )}
      {undone && saved === null && <p className="text-sm text-muted">{t('mend.undone')}</p>}
    </div>
  )
}

function Done({ onUndo, busy }: { onUndo: () => void; busy: boolean }) {
  const { t } = useWords()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-sign px-4 py-2.5 text-on-sign">
      <p className="min-w-0 flex-1 font-bold leading-snug">{t('mend.done')}</p>
      <button
        type="button"
        className="min-h-12 shrink-0 rounded-xl bg-white px-5 font-extrabold text-[#0b5c46] focus-visible:outline-white"
        aria-disabled={busy}
        onClick={() => busy || onUndo()}
      >
        {t('mend.undo')}
      </button>
    </div>
  )
}
