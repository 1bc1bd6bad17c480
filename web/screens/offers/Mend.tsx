import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Outputs } from '@madruga/core/contract.ts'
import { formatMinute } from '@madruga/core/days.ts'
import type { Filter } from '@madruga/core/filters.ts'
import { variantOf } from '@madruga/core/offers.ts'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { payParts } from '../../pay.ts'
import { botQuery, filterQuery, queryClient } from '../../queries.ts'
import { replayedPay } from '../../replayed-pay.ts'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import type { OfferEntry } from './entry.ts'
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
  const proposal = useQuery(mendQuery(variant, offer, entry.at, lacks))
  const [savedChange, setSavedChange] = useState<Saved | null>(null)
  const [undone, setUndone] = useState(false)
  const save = useMutation({
    mutationFn: (input: { baseVersion: number; filter: Filter }) => api.filters.save({ variant, ...input }),
    // A refused save was made from an older version: the mend is found again from the newest.
    onError: async (error) => {
      if (toProblem(error).code === 'filters.stale') await proposal.refetch()
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: filterQuery(variant).queryKey })
      void queryClient.invalidateQueries({ queryKey: botQuery.queryKey })
    },
  })
  if (proposal.data === undefined) return null
  const { version, filter, mend } = proposal.data
  const sayChanges = ({ changes }: FoundMend) =>
    lacks === undefined
      ? sayMend(words, changes, offer.currency)
      : sayNarrowing(words, { lacks, station: changes[0]?.rule === 'station' })
  const apply = async (to: Filter) => {
    const next = await save.mutateAsync({ baseVersion: version, filter: to }).catch(() => null)
    if (next === null) return
    setSavedChange({ version: next.version, before: filter })
    setUndone(false)
    announce(t('filter.saved_say'))
  }
  const undo = async ({ version: baseVersion, before }: Saved) => {
    const next = await save.mutateAsync({ baseVersion, filter: before }).catch(() => null)
    if (next === null) return
    setSavedChange(null)
    setUndone(true)
    announce(t('mend.undone'))
    await proposal.refetch()
  }
  return (
    <div className="grid gap-2">
      <RefusalNotice error={save.error} onClose={save.reset} />
      {savedChange !== null ? (
        <Done onUndo={() => void undo(savedChange)} busy={save.isPending} />
      ) : (
        mend !== null && (
          <button
            type="button"
            className="act !h-auto min-h-16 flex-col !gap-0 py-2 text-left leading-tight"
            aria-disabled={save.isPending}
            onClick={() => save.isPending || void apply(mend.filter)}
          >
            <span className="font-extrabold">{save.isPending ? t('form.saving') : sayChanges(mend)}</span>
            <span className="tnum text-sm font-semibold">{sayEffect(words, mend, lacks !== undefined)}</span>
          </button>
        )
      )}
      {undone && savedChange === null && <p className="text-sm text-muted">{t('mend.undone')}</p>}
    </div>
  )
}

function Done({ onUndo, busy }: { onUndo: () => void; busy: boolean }) {
  const { t } = useWords()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-sign px-4 py-2.5 text-on-sign">
      <p className="min-w-0 flex-1 font-bold leading-snug">{t('filter.saved_say')}</p>
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

type FoundMend = NonNullable<Outputs['recap']['mend']['mend']>
type Change = FoundMend['changes'][number]

/** What a mend changes, as the label of its button: "Lower to $18 an hour", in the offer's currency. */
function sayMend(words: Words, changes: readonly Change[], currency?: string | null): string {
  const text = changes.map((change) => sayChange(words, change, currency)).join(', ')
  return text.slice(0, 1).toLocaleUpperCase(words.locale) + text.slice(1)
}

/** What is taken out of the filter, as the label of its button. */
function sayNarrowing({ t }: Words, { lacks, station }: { lacks: string[]; station: boolean }): string {
  return station ? t('mend.drop_station') : t('mend.drop_skills', { skills: lacks.join(', ') })
}

/** What a mend would have brought in the last days, or, if it narrows the filter, kept away. */
function sayEffect(words: Words, { more, held, days, currency }: FoundMend, narrows: boolean): string {
  if (narrows) return words.t('mend.drops', { less: words.number(Math.max(0, -more.count)), days })
  return words.t('mend.brings', {
    held: words.number(Math.max(0, held.count)),
    hours: words.hours(Math.max(0, held.minutes) * 60_000),
    pay: payParts(words, replayedPay({ ...held, cents: Math.max(0, held.cents) }, currency), true).amount,
  })
}

function sayChange(words: Words, change: Change, currency: string | null | undefined): string {
  const { t } = words
  const { rule, from, to, hours } = change
  if (rule === 'station') return t('mend.station')
  if (rule === 'kind' || rule === 'skills' || rule === 'full' || rule === 'pay_known')
    return t(`mend.${rule}`)
  if (hours !== null)
    return t('mend.schedule', {
      day: words.weekday(hours.day),
      from: formatMinute(words, hours.startMinute),
      to: formatMinute(words, hours.endMinute),
    })
  if (rule === 'length') return sayLength(words, from, to ?? 0)
  return SAY[rule]?.(words, to ?? 0) ?? sayPrice(words, change, currency)
}

/** A longer maximum or a shorter minimum. */
function sayLength({ t, span }: Words, from: number | null, to: number): string {
  const isRaised = from !== null && to > from
  return t(isRaised ? 'mend.length_max' : 'mend.length_min', { time: span(to * 60_000) })
}

/** Rules whose limit is not pay. */
const SAY: Partial<Record<Change['rule'], (words: Words, to: number) => string>> = {
  time: ({ t, span }, to) => (to === 0 ? t('mend.time_none') : t('mend.time', { time: span(to * 60_000) })),
  distance: ({ t, number }, to) => t('mend.miles', { miles: number(to) }),
  stops: ({ t }, to) => t('mend.stops', { count: to }),
  hours_day: ({ t, hours }, to) => t('mend.hours_day', { hours: hours(to * 60_000) }),
  hours_week: ({ t, hours }, to) => t('mend.hours_week', { hours: hours(to * 60_000) }),
  rest_days: ({ t, hours }, to) => t('mend.rest_days', { hours: hours(to * 60_000) }),
  rest_week: ({ t, hours }, to) => t('mend.rest_week', { hours: hours(to * 60_000) }),
  days_in_a_row: ({ t }, to) => t('mend.days_in_a_row', { count: to }),
}

function sayPrice(words: Words, { rule, from, to }: Change, currency: string | null | undefined): string {
  const { t, money, number } = words
  const pay = money(to ?? 0, currency)
  if (from !== null && (to ?? 0) > from)
    // Beyond the last step the limit is in miles.
    return rule === 'price_miles' ? t('mend.miles', { miles: number(to ?? 0) }) : t('mend.raise', { pay })
  if (rule === 'price_per_hour' || rule === 'price_net') return t(`mend.${rule}`, { pay })
  return t('mend.lower', { pay })
}
