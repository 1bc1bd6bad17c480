import type { Outputs } from '@madruga/core/contract.ts'
import type { Words } from '../../i18n.ts'
import { payParts } from '../../pay.ts'
import { replayedPay } from '../../replayed-pay.ts'
import { formatMinute } from '@madruga/core/days.ts'

export type FoundMend = NonNullable<Outputs['recap']['mend']['mend']>
type Change = FoundMend['changes'][number]

/** What a mend changes, as the label of its button: "Lower to $18 an hour", in the offer's currency. */
export function sayMend(words: Words, changes: readonly Change[], currency?: string | null): string {
  const said = changes.map((change) => sayChange(words, change, currency)).join(', ')
  return said.slice(0, 1).toLocaleUpperCase(words.locale) + said.slice(1)
}

/** What is taken out of the filter, as the label of its button. */
export function sayNarrowing(
  { t }: Words,
  { lacks, station }: { lacks: string[]; station: boolean },
): string {
  return station ? t('mend.drop_station') : t('mend.drop_skills', { skills: lacks.join(', ') })
}

/** What a mend would have brought in the last days, or, if it narrows the filter, kept away. */
export function sayEffect(words: Words, { more, held, days, currency }: FoundMend, narrows: boolean): string {
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
  const raised = from !== null && to > from
  return t(raised ? 'mend.length_max' : 'mend.length_min', { time: span(to * 60_000) })
}

/** Rules whose limit is not pay. */
const SAY: Partial<Record<Change['rule'], (words: Words, to: number) => string>> = {
  time: ({ t, span }, to) => (to === 0 ? t('mend.time_none') : t('mend.time', { time: span(to * 60_000) })),
  distance: ({ t, number }, to) => t('mend.distance', { miles: number(to) }),
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
