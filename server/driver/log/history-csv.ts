import type { Kysely } from 'kysely'
import { CSV_START, writeCsvLine } from '@madruga/core/csv.ts'
import type { CsvCell } from '@madruga/core/csv.ts'
import type { RuleResult } from '@madruga/core/filters.ts'
import { isUnstated } from '@madruga/core/offers.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Tables } from '../../db.ts'
import { readStationNames } from '../../platforms.ts'
import { openHistory } from './history.ts'
import { readReader } from './history-store.ts'
import type { HistoryQuery, OfferEntry } from './model.ts'
import { HISTORY_COLUMNS } from '@madruga/core/words/server-words.ts'
import type { HistoryColumn, HistoryTexts } from '@madruga/core/words/server-words.ts'
import { WORDS } from '../../words.ts'

type Db = Kysely<Tables>

/** Lines in memory at a time, for any length of history. */
const PAGE_LINES = 1_000
/** The latest representable date, minus a day. */
const LAST_INSTANT_MS = 8.64e15 - DAY_MS

/**
 * The offers of a query as CSV, newest first, piece by piece: a header in the driver's language, then a line
 * per offer, with local times of the driver's zone. Lines written after the first piece was requested are
 * excluded. Refuses with `request.invalid` before the first piece.
 */
export async function exportHistory(
  db: Db,
  driverId: string,
  query: HistoryQuery,
  limits: { scanRows: number; pageLines?: number },
): Promise<AsyncIterable<string>> {
  const { language, timeZone } = await readReader(db, driverId)
  const history = await openHistory(db, driverId, query, limits)
  const words = WORDS[language].history
  const limit = limits.pageLines ?? PAGE_LINES
  return (async function* () {
    yield CSV_START + writeCsvLine(HISTORY_COLUMNS.map((column) => words.head[column]))
    for (let before: number | null | undefined; before !== null;) {
      const { entries, next } = await history.read({ limit, before })
      const names = await readStationNames(db, stationIdsOf(entries))
      const lines = entries.map((entry) => writeEntry(entry, { words, timeZone, names }))
      if (lines.length > 0) yield lines.join('')
      before = next
    }
  })()
}

type Names = Awaited<ReturnType<typeof readStationNames>>
type Style = { words: HistoryTexts; timeZone: string; names: Names }

function stationIdsOf(entries: readonly OfferEntry[]): string[] {
  return [...new Set(entries.map((entry) => entry.data.offer.stationId))]
}

function writeEntry(entry: OfferEntry, { words, timeZone, names }: Style): string {
  const { offer, stationCode } = entry.data
  const seenTime = localTime(entry.at, timeZone)
  const cells: Record<HistoryColumn, CsvCell> = {
    seenAt: seenTime.text,
    offset: seenTime.offset,
    station: stationCode,
    stationName: names.get(offer.stationId)?.name ?? null,
    kind: words.kinds[offer.kind],
    startsAt: writeTime(offer.startAt, timeZone),
    endsAt: writeTime(offer.endAt, timeZone),
    pay: isUnstated(offer) ? null : amount(offer.payCents),
    tip: amount(offer.tipCents),
    currency: offer.currency ?? 'USD',
    estimated: [offer.payBasis && words.unstated.pay, offer.endEstimated && words.unstated.end]
      .filter(Boolean)
      .join(', '),
    miles: offer.miles,
    stops: offer.stops,
    reactionMs:
      entry.type === 'offer.ignored' || entry.data.reactionMs === null
        ? null
        : Math.round(entry.data.reactionMs * 10) / 10,
    ...reasonOf(entry, words, timeZone),
  }
  return writeCsvLine(HISTORY_COLUMNS.map((column) => cells[column]))
}

/** The outcome and its reason: the first failed rule, what is waited for, or why it was missed. */
function reasonOf(
  entry: OfferEntry,
  { outcomes, rules, causes, waitings, leftToPeople }: HistoryTexts,
  timeZone: string,
): Record<'outcome' | 'reason' | 'value' | 'limit', CsvCell> {
  const nothing = { reason: null, value: null, limit: null }
  if (entry.type === 'offer.accepted') return { ...nothing, outcome: outcomes.accepted }
  if (entry.type === 'offer.waiting')
    return { ...nothing, outcome: outcomes.waiting, reason: waitings[entry.data.waiting] }
  if (entry.type === 'offer.missed') {
    const { cause, detail, precedence } = entry.data
    const fewer = precedence?.by === 'hours' ? precedence.fewer : null
    return { ...nothing, outcome: outcomes.missed, reason: causes[cause], value: detail ?? fewer }
  }
  if (entry.data.leftUntil !== undefined)
    return { ...nothing, outcome: leftToPeople, value: writeTime(entry.data.leftUntil, timeZone) }
  const outcome = outcomes[`ignored_${entry.data.ignoredFor}`]
  const failure = entry.data.rules.find((rule) => !rule.passed)
  if (failure === undefined) return { ...nothing, outcome }
  const { value, limit } = failure
  const write = (one: RuleResult['value']) => writeValue(failure, one, timeZone)
  return { outcome, reason: rules[failure.rule], value: write(value), limit: write(limit) }
}

/** A rule's value or limit in its unit, as in the table at `RuleResult`. */
function writeValue({ rule, bound }: RuleResult, value: RuleResult['value'], timeZone: string): CsvCell {
  if (typeof value !== 'number') return value
  if (rule === 'schedule' || rule === 'overlap') return writeTime(value, timeZone)
  const isPay =
    rule === 'price_per_hour' ||
    rule === 'price_total' ||
    rule === 'price_kind' ||
    rule === 'price_net' ||
    (rule === 'price_duration' && bound !== 'is') ||
    (rule === 'price_miles' && bound === 'min')
  return isPay ? amount(value) : value
}

/** Of the currency that its row names. */
function amount(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** `2026-11-20 14:03:22`; in the hour that a clock shows twice its offset says which. */
function writeTime(at: number, timeZone: string): string {
  const { text, offset, isTwice } = localTime(at, timeZone)
  return isTwice ? `${text} ${offset}` : text
}

/** `2026-11-20 14:03:22` and `UTC-05:00`; without the prefix the offset would begin like a formula. */
function localTime(at: number, timeZone: string): { text: string; offset: string; isTwice: boolean } {
  // A platform may send anything; one impossible timestamp must not abort the file.
  if (!(Math.abs(at) < LAST_INSTANT_MS)) return { text: '', offset: '', isTwice: false }
  const local = Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(timeZone)
  const wall = local.toPlainDateTime()
  const [first, second] = (['earlier', 'later'] as const).map((which) =>
    wall.toZonedDateTime(timeZone, { disambiguation: which }),
  )
  const text = wall.toString({ smallestUnit: 'second' }).replace('T', ' ')
  return { text, offset: `UTC${local.offset}`, isTwice: first!.offset !== second!.offset }
}
