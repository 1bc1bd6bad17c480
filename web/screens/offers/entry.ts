import type { LogEntry, LogEvents } from '@madruga/core/events.ts'
import { variantOf } from '@madruga/core/offers.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Words } from '../../i18n.ts'
import type { StationZones } from '../../stations.ts'
import { leftNote, placeOf } from './verdict.ts'

export type OfferEntry = Extract<LogEntry, { type: `offer.${string}` }>

/** A line about the bot itself. */
export type BotEntry = Exclude<LogEntry, OfferEntry>

export function isOffer(entry: LogEntry): entry is OfferEntry {
  return entry.type.startsWith('offer.')
}

/**
 * The zone of an offer's station: from its line, or from the driver's stations if the line is older than that
 * field.
 */
export function zoneOf(
  { offer, timeZone }: Pick<OfferEntry['data'], 'offer' | 'timeZone'>,
  zones: StationZones | undefined,
): string | undefined {
  return timeZone ?? zones?.get(offer.stationId)
}

/**
 * Whether a line belongs to this app, or to the bot in general: a driver who changed the app has lines of
 * both.
 */
export function isOfApp(entry: LogEntry, app: Variant): boolean {
  if (isOffer(entry)) return variantOf(entry.data.offer.kind) === app
  return entry.type !== 'filter.saved' || entry.data.variant === app
}

/** The outcome of an offer, in one line. */
export function outcomeNote(words: Words, entry: OfferEntry): string {
  if (entry.type === 'offer.accepted') return words.t('row.accepted')
  if (entry.type === 'offer.missed') return missNote(words, entry.data)
  if (entry.type === 'offer.asked') return words.t('row.asked')
  if (entry.type === 'offer.waiting') return words.t(`waiting.${entry.data.waiting}`)
  if (entry.type === 'offer.shadowed') return words.t('row.shadowed')
  const { rules, ignoredFor, stationCode, offer, leftUntil } = entry.data
  if (leftUntil !== undefined) return words.t('row.left_until', { time: words.time(leftUntil) })
  return leftNote(words, rules, ignoredFor, placeOf(offer, stationCode))
}

/** Why a matching offer was not won; what the platform requires, or what it said. */
function missNote(
  { t, hours }: Words,
  { cause, detail, lacks, precedence }: LogEvents['offer.missed'],
): string {
  if (precedence?.by === 'hours' && precedence.fewer > 0)
    return t('miss.turn_hours', { hours: hours(precedence.fewer * 3_600_000) })
  if (cause !== 'not_eligible') return t(`miss.${cause}`)
  if (lacks && lacks.length > 0) return t('left.skills', { value: lacks.join(', ') })
  return detail ? t('miss.refused', { words: detail }) : t('miss.not_eligible')
}
