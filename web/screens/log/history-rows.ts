import type { LogEntry, Outcome } from '@madruga/core/events.ts'
import type { Words } from '../../i18n.ts'
import { isOffer } from '../offers/entry.ts'
import type { OfferEntry } from '../offers/entry.ts'
import { choosesKind } from '../offers/verdict.ts'
import { groupOf } from './view.ts'

/** One row of the history: a day heading, or an offer. */
export type HistoryRow = { type: 'day'; day: string; at: number } | { type: 'offer'; entry: OfferEntry }

/** Offers grouped by the day of their observation, in the given order. */
export function rowsOf(entries: readonly LogEntry[], dayOf: (at: number) => string): HistoryRow[] {
  const rows: HistoryRow[] = []
  let last = ''
  for (const entry of entries) {
    if (!isOffer(entry)) continue
    const day = dayOf(entry.at)
    if (day !== last) rows.push({ type: 'day', day, at: entry.at })
    last = day
    rows.push({ type: 'offer', entry })
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
  let changed = false
  const next = entries.flatMap((entry) => {
    const line = isOffer(entry) ? later.get(entry.data.offer.id) : undefined
    if (line === undefined || !replaces(line, entry)) return [entry]
    changed = true
    return outcome === undefined || outcome === groupOf(line) ? [{ ...line, at: entry.at }] : []
  })
  return changed ? next : null
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

/** What a row needs on a phone for a line of facts, and for each other line that it may have, in rem. */
const FACTS_REM = 1
const LINE_REM = 0.75

/**
 * By how much a row of the history is higher than one of the live log on a phone, in rem. Kind, stops and
 * miles take a line. Below it stands a tip, or how the pay is known. The reason of a miss may take two
 * lines.
 */
export function linesRem({ type, data: { offer } }: OfferEntry): number {
  if (!choosesKind(offer.kind)) return 0
  const hasNote = offer.tipCents > 0 || offer.payBasis !== undefined
  return FACTS_REM + (hasNote ? LINE_REM : 0) + (type === 'offer.missed' ? LINE_REM : 0)
}

/**
 * An offer's details besides time, outcome and pay: kind, stops and miles of trips, the bot's reaction
 * time.
 */
export function factsOf(words: Words, entry: OfferEntry): string {
  const { offer } = entry.data
  const reaction = reactionOf(entry)
  const facts = [
    // Nearly all of a driver's blocks are of this kind.
    offer.kind === 'block'
      ? null
      : // Without what a kind's name explains in brackets: on a phone all facts share one line.
        words
          .t(`kind.${offer.batched && choosesKind(offer.kind) ? 'multiple' : offer.kind}`)
          .replace(/ \(.*/, ''),
    offer.stops === null ? null : words.t('history.stops', { count: offer.stops }),
    offer.miles === null ? null : words.t('why.miles', { n: words.number(offer.miles) }),
    reaction === null ? null : words.t('history.reaction', { n: words.number(Math.round(reaction)) }),
  ]
  return facts.filter((fact) => fact !== null).join(', ')
}

const reactionOf = ({ data }: OfferEntry): number | null => ('reactionMs' in data ? data.reactionMs : null)
