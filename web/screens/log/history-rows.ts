import type { LogEntry, Outcome } from '@madruga/core/events.ts'
import type { Words } from '../../i18n.ts'
import { isOffer } from '../offers/entry.ts'
import type { BotEntry, OfferEntry } from '../offers/entry.ts'
import { choosesKind } from '../offers/verdict.ts'
import { groupOf } from './view.ts'

/** One row of the logs: a day heading, an offer, or the bot itself. */
export type HistoryRow =
  | { type: 'day'; day: string; at: number }
  | { type: 'offer'; entry: OfferEntry }
  | { type: 'bot'; entry: BotEntry }

/**
 * New lines among the loaded ones, newest first; none that is older than all of those while `more` may
 * follow.
 */
export function mergeLines(
  lines: readonly LogEntry[],
  list: readonly LogEntry[],
  more: boolean,
): readonly LogEntry[] {
  const oldest = list.at(-1)
  const among = lines.filter(({ at }) => !more || (oldest !== undefined && at >= oldest.at))
  return among.length === 0 ? list : [...among, ...list].toSorted((a, b) => b.at - a.at || b.seq - a.seq)
}

/** Lines grouped by the day on which they were written, in the given order. */
export function rowsOf(entries: readonly LogEntry[], dayOf: (at: number) => string): HistoryRow[] {
  const rows: HistoryRow[] = []
  let last = ''
  for (const entry of entries) {
    const day = dayOf(entry.at)
    if (day !== last) rows.push({ type: 'day', day, at: entry.at })
    last = day
    rows.push(isOffer(entry) ? { type: 'offer', entry } : { type: 'bot', entry })
  }
  return rows
}

/**
 * Loaded entries after further lines of the log, oldest first: an accept that waited, or a miss that was won
 * after all, is shown, in its place, as what became of it, and no longer where `outcome` excludes that. null
 * if nothing changed.
 */
export function followDecisions(
  entries: readonly LogEntry[],
  lines: readonly LogEntry[],
  outcome: Outcome | undefined,
): LogEntry[] | null {
  const later = new Map<string, OfferEntry>()
  for (const line of lines)
    if (isOffer(line) && TOLD_LATER.has(line.type)) later.set(line.data.offer.id, line)
  let hasChanged = false
  const next = entries.flatMap((entry) => {
    const line = isOffer(entry) ? later.get(entry.data.offer.id) : undefined
    if (line === undefined || !replaces(line, entry)) return [entry]
    hasChanged = true
    return outcome === undefined || outcome === groupOf(line) ? [{ ...line, at: entry.at }] : []
  })
  return hasChanged ? next : null
}

/** Whether a later line stands for an offer in place of an earlier one: a win alone takes a miss back. */
export function replaces(later: LogEntry, earlier: LogEntry): boolean {
  if (later.seq <= earlier.seq) return false
  return (
    earlier.type === 'offer.waiting' || (earlier.type === 'offer.missed' && later.type === 'offer.accepted')
  )
}

/** What follows an accept that waits: it waits for something else, or it is decided. */
const TOLD_LATER: ReadonlySet<LogEntry['type']> = new Set([
  'offer.waiting',
  'offer.accepted',
  'offer.missed',
] as const)

/** An offer's details besides time, outcome and pay: kind, stops and miles of trips. */
export function factsOf(words: Words, entry: OfferEntry): string {
  const { offer } = entry.data
  const facts = [
    // Nearly all of a driver's blocks are of this kind.
    offer.kind === 'block'
      ? null
      : // Without what a kind's name explains in brackets: on a phone they share lines with the outcome.
        words
          .t(`kind.${offer.batched && choosesKind(offer.kind) ? 'multiple' : offer.kind}`)
          .replace(/ \(.*/, ''),
    offer.stops === null ? null : words.t('history.stops', { count: offer.stops }),
    offer.miles === null ? null : words.t('why.miles', { n: words.number(offer.miles) }),
  ]
  return facts.filter((fact) => fact !== null).join(', ')
}
