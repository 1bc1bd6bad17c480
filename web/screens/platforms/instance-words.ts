import { formatDay } from '@madruga/core/days.ts'
import { HOUSE_LIMITS } from '@madruga/core/house-rules.ts'
import type { HouseLimit } from '@madruga/core/house-rules.ts'
import { describeKind } from '@madruga/core/instances.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Words } from '../../i18n.ts'
import type { InstanceChoice } from './queries.ts'

/**
 * What a driver has to know of a platform at first sight: confirmed by itself, a draft, and run by the demo.
 */
export function marksOf({ t }: Words, { isConfirmed, isDraft, isStandIn }: InstanceChoice): string[] {
  return [
    ...(isConfirmed ? [t('platform.confirmed')] : []),
    ...(isDraft ? [t('platform.draft')] : []),
    ...(isStandIn ? [t('platform.stand_in')] : []),
  ]
}

/** Who authorised a platform, and since when. */
export function sayAuthorised({ t, locale }: Words, { authorisedBy, authorisedOn }: InstanceChoice): string {
  const day = formatDay(locale, authorisedOn, { dateStyle: 'medium' })
  return t('sync.platform_note', { who: authorisedBy, day })
}

/** What an active member owes for a month, now and from a coming month on; none where there is no price. */
export function sayPrices(
  { t, money, locale }: Words,
  { memberPrices }: Pick<InstanceChoice, 'memberPrices'>,
  thisMonth: string,
): string[] {
  const now = memberPrices.findLast(({ from }) => from <= thisMonth)
  const coming = memberPrices.filter(({ from }) => from > thisMonth)
  return [
    ...(now && now.cents > 0 ? [t('sync.price_now', { price: money(now.cents, now.currency) })] : []),
    ...coming.map(({ from, cents, currency }) => {
      const month = formatDay(locale, `${from}-01`, { month: 'long', year: 'numeric' })
      return cents === 0
        ? t('sync.price_ends', { month })
        : t('sync.price_from', { month, price: money(cents, currency) })
    }),
  ]
}

/** The rules of a platform's house in plain words; none where it has none. */
export function listHouseRules(words: Words, { kind, houseRules }: InstanceChoice): string[] {
  if (houseRules === null) return []
  // Where shifts are not listed for all alike, neither head starts nor turns give any.
  const { listsShifts } = describeKind(kind)
  const limits = HOUSE_LIMITS.flatMap((rule) => {
    const limit = listsShifts || rule !== 'headStartMinutes' ? houseRules[rule] : null
    if (rule === 'waitListPlaces' && limit === 0) return [words.t('sync.house.noWaitList')]
    return limit === null ? [] : [words.t(`sync.house.${rule}`, { limit: SHOWN[rule](words, limit) })]
  })
  return houseRules.takesTurns && listsShifts ? [...limits, words.t('sync.house.takesTurns')] : limits
}

const inHours = ({ hours }: Words, limit: number): string => hours(limit * HOUR_MS)

const SHOWN: Record<HouseLimit, (words: Words, limit: number) => string> = {
  headStartMinutes: ({ span }, limit) => span(limit * MINUTE_MS),
  allowanceHours: inHours,
  maxHoursPerDay: inHours,
  maxHoursPerWeek: inHours,
  restHoursBetweenDays: inHours,
  restHoursPerWeek: inHours,
  waitListPlaces: ({ number }, limit) => number(limit),
}
