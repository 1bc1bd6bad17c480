import { CSV_START, writeCsvLine } from '@madruga/core/csv.ts'
import type { CsvCell } from '@madruga/core/csv.ts'
import { isPaidIn, isUnstated } from '@madruga/core/offers.ts'
import type { Pay } from '@madruga/core/offers.ts'
import type { OfferHour, WeekBlock } from '@madruga/core/recap.ts'
import { hourStart, localHour } from '@madruga/core/schedule.ts'
import type { ZoneOffsets } from '@madruga/core/schedule.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { WEEK_COLUMNS } from '@madruga/core/words/server-words.ts'
import type { WeekColumn } from '@madruga/core/words/server-words.ts'
import { WORDS } from '../../words.ts'
import type { RecapOwner } from './store.ts'

/** What the blocks of an hour and station pay in one currency, and how long they are. */
type Paid = Pay & { blocks: number; minutes: number }
type Row = OfferHour & Paid

/**
 * A week as CSV: a header in the driver's language, then a line for each hour and station with data, in local
 * time.
 */
export async function* writeWeekCsv(
  { language, timeZone }: Pick<RecapOwner, 'language' | 'timeZone'>,
  hours: readonly OfferHour[],
  blocks: readonly WeekBlock[],
  { zone, names }: { zone: ZoneOffsets; names: ReadonlyMap<string, { code: string; name: string }> },
): AsyncIterable<string> {
  const texts = WORDS[language].week
  yield CSV_START + writeCsvLine(WEEK_COLUMNS.map((column) => texts.head[column]))
  for (const row of rowsOf(zone, hours, blocks)) {
    const local = Temporal.Instant.fromEpochMilliseconds(row.hourAt).toZonedDateTimeISO(timeZone)
    const { code, name } = names.get(row.stationId) ?? { code: row.stationId, name: null }
    const cells: Record<WeekColumn, CsvCell> = {
      day: local.toPlainDate().toString(),
      hour: localHour(zone, row.hourAt),
      // Without the prefix the offset would begin like a formula.
      offset: `UTC${local.offset}`,
      station: code,
      stationName: name,
      offered: row.accepted + row.missed + row.ignoredTime + row.ignoredPrice + row.ignoredSchedule,
      accepted: row.accepted,
      missed: row.missed,
      ignoredTime: row.ignoredTime,
      ignoredPrice: row.ignoredPrice,
      ignoredSchedule: row.ignoredSchedule,
      blocks: row.blocks,
      minutes: row.minutes,
      pay: row.blocks === 0 || isUnstated(row) ? null : (row.payCents / 100).toFixed(2),
      tip: row.blocks === 0 ? null : (row.tipCents / 100).toFixed(2),
      currency: row.blocks === 0 ? null : (row.currency ?? 'USD'),
      estimated: row.payBasis ? texts.yes : null,
    }
    yield writeCsvLine(WEEK_COLUMNS.map((column) => cells[column]))
  }
}

/**
 * One row per wall-clock hour and station, and one more for each further currency in which its blocks are
 * paid. It merges quarters, and hours that were summed in another zone.
 */
function rowsOf(zone: ZoneOffsets, hours: readonly OfferHour[], blocks: readonly WeekBlock[]): Row[] {
  const sums = new Map<string, { hour: OfferHour; paid: Paid[] }>()
  const sumAt = (at: number, stationId: string): { hour: OfferHour; paid: Paid[] } => {
    const hourAt = hourStart(zone, at)
    const key = `${hourAt} ${stationId}`
    let sum = sums.get(key)
    if (sum === undefined) sums.set(key, (sum = { hour: { hourAt, stationId, ...NO_OFFERS }, paid: [] }))
    return sum
  }
  for (const one of hours) {
    const { hour } = sumAt(one.hourAt, one.stationId)
    for (const outcome of OUTCOMES) hour[outcome] += one[outcome]
  }
  for (const block of blocks) addBlock(sumAt(block.startAt, block.stationId).paid, block)
  return [...sums.values()]
    .flatMap(({ hour, paid: [first = NO_BLOCKS, ...more] }) => [
      { ...hour, ...first },
      ...more.map((sum) => ({ ...hour, ...NO_OFFERS, ...sum })),
    ])
    .sort((one, other) => one.hourAt - other.hourAt || one.stationId.localeCompare(other.stationId))
}

function addBlock(sums: Paid[], block: WeekBlock): void {
  let sum = sums.find((one) => isPaidIn(block, one.currency ?? null))
  if (sum === undefined) sums.push((sum = { ...NO_BLOCKS, currency: block.currency }))
  sum.blocks++
  sum.minutes += (block.endAt - block.startAt) / MINUTE_MS
  sum.payCents += block.payCents
  sum.tipCents += block.tipCents
  if (block.payBasis) sum.payBasis = 'estimated'
}

const OUTCOMES = ['accepted', 'missed', 'ignoredTime', 'ignoredPrice', 'ignoredSchedule'] as const
const NO_OFFERS = { accepted: 0, missed: 0, ignoredTime: 0, ignoredPrice: 0, ignoredSchedule: 0 }
const NO_BLOCKS: Paid = { blocks: 0, minutes: 0, payCents: 0, tipCents: 0 }
