import type { Kysely } from 'kysely'
import { isDay } from '@madruga/core/days.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Tables } from '../../db.ts'
import { readDayBounds, readHistoryLines, findStationIds } from './history-store.ts'
import type { DayBounds, HistoryLine, TextHits } from './history-store.ts'
import type { HistoryQuery, OfferEntry } from './model.ts'
import { entryOf } from './read-store.ts'
import { variantOf } from '@madruga/core/offers.ts'
import type { OfferKind, Variant } from '@madruga/core/offers.ts'
import { WORDS } from '../../words.ts'

type Db = Kysely<Tables>

/**
 * A page, newest first. Pass `next` as `before` to continue; null at the end. A page may be short or empty
 * although there is more, since each call scans a limited number of lines. `searchedBackTo` is the oldest
 * scanned time; at the end it is the start of the day `from`, if one was given.
 */
export type HistoryPage = { entries: OfferEntry[]; next: number | null; searchedBackTo: number | null }

/** A prepared query for reading pages. */
export type History = { read(page: { limit: number; before?: number | undefined }): Promise<HistoryPage> }

/**
 * The offers of a driver's log that match a query. Refuses with `request.invalid` for an invalid day.
 * `scanRows` limits the lines that one page scans, so that a rare text never causes a slow query.
 */
export async function openHistory(
  db: Db,
  driverId: string,
  query: HistoryQuery,
  { scanRows }: { scanRows: number },
): Promise<History> {
  const days = await readDays(db, driverId, query)
  const hits = await findText(db, fold(query.text ?? ''))
  const { variant, outcome, stationId } = query
  const kinds = variant === undefined ? null : kindsOf(variant)
  const request = { kinds, outcome, stationId, hits, ...days }
  return {
    async read({ limit, before }) {
      if (hits !== null && hits.stationIds.length + hits.kinds.length === 0) {
        return { entries: [], next: null, searchedBackTo: days.startAt }
      }
      const rows = await readHistoryLines(db, driverId, request, { scanRows, before, limit: limit + 1 })
      return pageOf(rows, { limit, scanRows, startAt: days.startAt })
    },
  }
}

/**
 * The last line that was looked at in a table is returned even if it does not match: below the higher of them
 * lines may be missing, and the next page continues there.
 */
function pageOf(
  rows: readonly HistoryLine[],
  { limit, scanRows, startAt }: { limit: number; scanRows: number; startAt: number | null },
): HistoryPage {
  const end = rows.findIndex((row) => row.place === scanRows)
  const fitting = (end < 0 ? rows : rows.slice(0, end + 1)).filter((row) => row.fits)
  const entries = fitting.slice(0, limit).map((row) => entryOf(row) as OfferEntry)
  const last = fitting.length > limit ? entries.at(-1) : rows[end]
  if (last === undefined) return { entries, next: null, searchedBackTo: startAt }
  return { entries, next: last.seq, searchedBackTo: last.at }
}

/** The bounds of the days in the driver's zone. The database cannot represent every year of the calendar. */
async function readDays(db: Db, driverId: string, { from, to }: HistoryQuery): Promise<DayBounds> {
  const fields = Object.entries({ from, to }).flatMap(([path, day]) =>
    day === undefined || (isDay(day) && day >= '1900' && day < '3000')
      ? []
      : [{ path, code: 'field.invalid' }],
  )
  if (fields.length > 0) throw new AppError('request.invalid', { fields })
  if (from === undefined && to === undefined) return { startAt: null, endAt: null }
  return await readDayBounds(db, driverId, { from, to })
}

const KINDS = Object.keys(WORDS.en.history.kinds) as OfferKind[]

/** The kinds of offers of an app. */
function kindsOf(variant: Variant): OfferKind[] {
  return KINDS.filter((kind) => variantOf(kind) === variant)
}

const MARKS = /\p{M}/gu

/** A text without case, accents, surrounding blanks and characters that the database rejects. */
function fold(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').replaceAll('\0', '').toLowerCase().trim()
}

/**
 * Stations and kinds that contain a folded text, the kinds by their names in every language too; null for a
 * blank text.
 */
async function findText(db: Kysely<Tables>, text: string): Promise<TextHits | null> {
  if (text === '') return null
  return {
    stationIds: await findStationIds(db, text),
    kinds: KINDS.filter((kind) => namesOf(kind).some((name) => fold(name).includes(text))),
  }
}

function namesOf(kind: OfferKind): string[] {
  return [kind, ...Object.values(WORDS).map(({ history }) => history.kinds[kind])]
}
