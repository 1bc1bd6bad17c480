import type { LogEntry, LogEvents } from '@madruga/core/events.ts'
import { variantOf } from '@madruga/core/offers.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Words } from '../../i18n.ts'
import type { StationZones } from '../../stations.ts'
import { stateName } from '../bot/state.ts'
import { zoneName } from '@madruga/core/formats.ts'
import { leftNote, placeOf } from './verdict.ts'

export type OfferEntry = Extract<LogEntry, { type: `offer.${string}` }>

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

/** The chips of the live log: the outcomes of offers, and the bot's own actions. */
export const LOG_GROUPS = [
  'accepted',
  'waiting',
  'missed',
  'ignored_price',
  'ignored_schedule',
  'ignored_time',
  'bot',
] as const
export type LogGroup = (typeof LOG_GROUPS)[number]

/** The chip of a line. */
export function groupOf(entry: LogEntry): LogGroup {
  if (entry.type === 'offer.accepted') return 'accepted'
  if (entry.type === 'offer.waiting') return 'waiting'
  if (entry.type === 'offer.missed') return 'missed'
  if (entry.type === 'offer.shadowed') return 'accepted'
  if (entry.type === 'offer.asked') return 'missed'
  if (entry.type === 'offer.ignored') return `ignored_${entry.data.ignoredFor}`
  return 'bot'
}

/** The outcome of an offer, in one line. */
export function outcomeNote(words: Words, entry: OfferEntry): string {
  if (entry.type === 'offer.accepted') return words.t('row.accepted')
  if (entry.type === 'offer.missed') return missNote(words, entry.data)
  if (entry.type === 'offer.asked') return words.t('row.asked')
  if (entry.type === 'offer.waiting') return words.t(`waiting.${entry.data.waiting}`)
  if (entry.type === 'offer.shadowed') return words.t('row.shadowed')
  const { rules, ignoredFor, stationCode, offer } = entry.data
  return leftNote(words, rules, ignoredFor, placeOf(offer, stationCode))
}

/** Why a matching offer was not won; what the platform requires, or what it said. */
function missNote({ t }: Words, { cause, detail, lacks }: LogEvents['offer.missed']): string {
  if (cause !== 'not_eligible') return t(`miss.${cause}`)
  if (lacks && lacks.length > 0) return t('left.skills', { value: lacks.join(', ') })
  return detail ? t('miss.refused', { words: detail }) : t('miss.not_eligible')
}

/** A line about the bot itself: what happened, and the details. */
export function botNote(words: Words, entry: Exclude<LogEntry, OfferEntry>): { title: string; note: string } {
  if (entry.type === 'filter.saved') {
    const { version, movedTo } = entry.data
    return movedTo === undefined
      ? { title: words.t('log.filter_saved', { version }), note: '' }
      : { title: words.t('log.filter_moved', { zone: zoneName(words.locale, movedTo) }), note: '' }
  }
  if (entry.type === 'platform.troubled') {
    const { trouble, until } = entry.data
    return {
      title: words.t(`trouble.${trouble}`),
      note: until === null ? '' : words.t('log.until', { time: words.time(until) }),
    }
  }
  if (entry.type === 'block.checked_in') {
    return { title: words.t('log.checked_in', { station: entry.data.stationCode }), note: '' }
  }
  if (entry.type === 'block.released') {
    return { title: words.t('log.released', { station: entry.data.stationCode }), note: '' }
  }
  if (entry.type === 'block.changed') {
    const { change, stationCode: station, startAt, timeZone } = entry.data
    const when = words.dayTime(startAt, timeZone)
    return {
      title: words.say(`log.block.${change}`, { station }),
      note: words.say(`log.block_note.${change}`, { when }),
    }
  }
  if (entry.type === 'log.skipped') {
    return { title: words.t('log.skipped', { count: entry.data.count }), note: '' }
  }
  const { phase, gps, reason } = entry.data
  return {
    title: stateName(words, phase, gps),
    note: reason === null ? words.t(`hint.${phase}`) : words.t(`reason.${reason}`),
  }
}
