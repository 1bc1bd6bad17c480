import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogEntry } from '@madruga/core/events.ts'
import type { Offer, Station, Variant } from '@madruga/core/offers.ts'
import { dayNames } from '@madruga/core/days.ts'
import type { Words } from '../../i18n.ts'
import { makeFormats } from '@madruga/core/formats.ts'
import type { OfferEntry } from '../offers/entry.ts'
import { foldBursts } from './bursts.ts'
import { factsOf, followDecisions, mergeLines, rowsOf } from './history-rows.ts'
import {
  changeFilters,
  countHidden,
  freshLines,
  hasGap,
  isReversed,
  quickDays,
  quickNameOf,
  readSearch,
} from './history-search.ts'
import type { HistoryFilters } from './history-search.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const offer: Offer = {
  id: 'o',
  stationId: 's1',
  kind: 'block',
  startAt: NOON,
  endAt: NOON + 3_600_000,
  payCents: 5000,
  tipCents: 0,
  miles: null,
  stops: null,
  batched: false,
  expiresAt: null,
}
const judged = { offer, stationCode: 'VMI1', filterVersion: 1, rules: [] }
const accepted = (seq: number, at = NOON, part: Partial<Offer> = {}): OfferEntry => ({
  seq,
  at,
  type: 'offer.accepted',
  data: { ...judged, offer: { ...offer, ...part }, blockId: 'b', reactionMs: 84.4 },
})
const ignored = (seq: number, ignoredFor: 'time' | 'price' | 'schedule'): OfferEntry => ({
  seq,
  at: NOON,
  type: 'offer.ignored',
  data: { ...judged, ignoredFor },
})
const saved: LogEntry = {
  seq: 7,
  at: NOON,
  type: 'filter.saved',
  data: { variant: 'amazon', version: 2, edition: 'basic' },
}
const station = { id: 's1', name: 'Miami Gardens' } as Station
// Keys instead of texts: the test checks which facts appear, and in which order.
const sayKey = (key: string, params: Record<string, unknown> = {}) =>
  [key, ...Object.values(params)].join(' ')
const known = { stations: [station], dayOf: dayNames('UTC'), shown: new Set<number>() }

test('an address is read as far as it makes sense, and written the same', () => {
  const filters = {
    outcome: 'missed',
    from: '2026-11-01',
    to: '2026-11-21',
    stationId: 's1',
    text: 'vmi',
  } as const
  assert.deepEqual(readSearch(filters), filters)
  assert.deepEqual(readSearch({ outcome: 'won', from: 'today', to: '2026-02-30', stationId: ' ' }), {})
  assert.equal(readSearch({ text: 'x'.repeat(200) }).text?.length, 80)
})

test('one filter is changed without the others, and an empty one goes', () => {
  const filters = changeFilters({ outcome: 'missed', text: 'vmi' }, { from: '2026-11-01', text: '' })
  assert.deepEqual(filters, { outcome: 'missed', from: '2026-11-01' })
  assert.deepEqual(changeFilters(filters, { outcome: undefined }), { from: '2026-11-01' })
})

test('quick days name themselves again, over the end of a month too', () => {
  const today = '2026-03-02'
  assert.deepEqual(quickDays('week', today), { from: '2026-02-24', to: today })
  for (const name of ['all_days', 'today', 'yesterday', 'week'] as const)
    assert.equal(quickNameOf(changeFilters({}, quickDays(name, today)), today), name)
  assert.equal(quickNameOf({ from: '2026-02-01' }, today), null)
})

test('days that end before they begin are seen; open ends are not', () => {
  assert.ok(isReversed({ from: '2026-11-02', to: '2026-11-01' }))
  assert.ok(!isReversed({ from: '2026-11-01', to: '2026-11-01' }))
  assert.ok(!isReversed({ from: '2026-11-02' }))
})

test('days count as one filter, the station as another', () => {
  assert.equal(countHidden({ outcome: 'missed', text: 'x' }), 0)
  assert.equal(countHidden({ from: '2026-11-01', to: '2026-11-02', stationId: 's1' }), 2)
})

test('new lines count when they are newer and belong to what is looked at', () => {
  const lines = [accepted(9), ignored(8, 'price'), saved, ignored(6, 'time')]
  const fresh = (filters: HistoryFilters, upTo = 5, variant: Variant = 'amazon') =>
    freshLines(lines, upTo, { ...filters, variant }, known).length
  assert.equal(fresh({}), 3)
  assert.equal(fresh({}, 8), 1)
  assert.equal(fresh({ outcome: 'ignored_time' }), 1)
  assert.equal(fresh({ stationId: 's2' }), 0)
  assert.equal(fresh({ from: '2026-11-21' }), 3)
  assert.equal(fresh({ to: '2026-11-20' }), 0)
  assert.equal(fresh({ text: 'gardens' }), 3)
  assert.equal(fresh({ text: 'vmi1' }), 3)
  assert.equal(fresh({ text: 'curb' }), 0)
  assert.equal(fresh({}, 5, 'spark'), 0)
  const trip = accepted(9, NOON, { kind: 'delivery' })
  assert.equal(freshLines([trip], 5, { variant: 'spark' }, known).length, 1)
})

const waiting = (seq: number, id: string): LogEntry => ({
  seq,
  at: NOON,
  type: 'offer.waiting',
  data: { ...judged, offer: { ...offer, id }, waiting: 'waitlisted', reactionMs: 84.4 },
})

test('a loaded row that waited turns into what became of it, in its place, and is no new one', () => {
  const loaded = [ignored(4, 'time'), waiting(3, 'won'), waiting(2, 'open')]
  const later = [ignored(5, 'time'), waiting(6, 'won'), accepted(7, NOON + 3_600_000, { id: 'won' })]
  const all = followDecisions(loaded, later, undefined)
  assert.deepEqual(
    all?.map(({ seq, at, type }) => [seq, at, type]),
    [
      [4, NOON, 'offer.ignored'],
      [7, NOON, 'offer.accepted'],
      [2, NOON, 'offer.waiting'],
    ],
  )
  assert.deepEqual(followDecisions([waiting(3, 'won'), waiting(2, 'open')], later, 'waiting')?.length, 1)
  assert.equal(followDecisions(loaded, [ignored(5, 'time'), accepted(6)], undefined), null)
  const shown = new Set(all?.map(({ seq }) => seq))
  const { length: count } = freshLines(later.toReversed(), 4, { variant: 'amazon' }, { ...known, shown })
  assert.equal(count, 1, 'the skipped one')
})

const missed = (seq: number, id: string, part: Partial<Offer> = {}): OfferEntry => ({
  seq,
  at: NOON,
  type: 'offer.missed',
  data: { ...judged, offer: { ...offer, ...part, id }, cause: 'no_answer', reactionMs: null },
})

test('a miss that was won after all is shown and counted as the win alone', () => {
  const loaded = [missed(3, 'won'), missed(2, 'lost')]
  const all = followDecisions(loaded, [accepted(7, NOON, { id: 'won' })], undefined)
  assert.deepEqual(
    all?.map(({ seq, type }) => [seq, type]),
    [
      [7, 'offer.accepted'],
      [2, 'offer.missed'],
    ],
  )
  assert.deepEqual(
    followDecisions(loaded, [accepted(7, NOON, { id: 'won' })], 'missed')?.map(({ seq }) => seq),
    [2],
  )
  const lines = [accepted(7, NOON, { id: 'won' }), missed(6, 'won'), missed(5, 'lost')]
  assert.equal(freshLines(lines, 4, { variant: 'amazon' }, known).length, 2)
})

test('an accept that was decided meanwhile counts once, and what the history does not show not at all', () => {
  const shadowed: LogEntry = { seq: 5, at: NOON, type: 'offer.shadowed', data: judged }
  const lines = [accepted(9, NOON, { id: 'won' }), waiting(8, 'open'), waiting(7, 'won'), shadowed]
  const fresh = (filters: HistoryFilters) =>
    freshLines(lines, 4, { ...filters, variant: 'amazon' }, known).length
  assert.deepEqual([fresh({}), fresh({ outcome: 'waiting' }), fresh({ outcome: 'accepted' })], [2, 1, 1])
})

test("live the bot's own lines and what only the log has are among the offers, where nothing is chosen", () => {
  const shadowed: LogEntry = { seq: 9, at: NOON, type: 'offer.shadowed', data: judged }
  const lines = [shadowed, accepted(8), saved]
  const live = (filters: HistoryFilters, variant: Variant = 'amazon') =>
    freshLines(lines, 7, { ...filters, variant }, known, true).map(({ seq }) => seq)
  assert.deepEqual([live({}), live({ outcome: 'accepted' }), live({}, 'spark')], [[9, 8, 7], [9, 8], []])
})

test('new lines are placed by their time, and none where older offers may still be loaded', () => {
  const loaded = [accepted(6, NOON + 2), accepted(5, NOON)]
  const older = { ...saved, at: NOON - 1 }
  const seqs = (more: boolean) =>
    mergeLines([accepted(9, NOON + 3), { ...saved, at: NOON + 1 }, older], loaded, more).map(
      ({ at }) => at - NOON,
    )
  assert.deepEqual(
    [seqs(true), seqs(false)],
    [
      [3, 2, 1, 0],
      [3, 2, 1, 0, -1],
    ],
  )
})

test('lines that neither the history nor the log in memory has are a gap', () => {
  assert.ok(hasGap([accepted(9), accepted(7)], 5))
  assert.ok(!hasGap([accepted(9), accepted(6)], 5))
  assert.ok(!hasGap([], 5))
})

test('offers stand under the day on which they were seen, in the zone of the driver', () => {
  const list = [accepted(3, NOON), accepted(2, NOON - 8 * 3_600_000), accepted(1, NOON - 13 * 3_600_000)]
  const shapes = (zone: string) =>
    rowsOf(list, dayNames(zone)).map((row) => (row.type === 'day' ? row.day : row.entry.seq))
  assert.deepEqual(shapes('UTC'), ['2026-11-21', 3, 2, '2026-11-20', 1])
  assert.deepEqual(shapes('America/New_York'), ['2026-11-21', 3, '2026-11-20', 2, 1])
  assert.deepEqual(rowsOf([saved], dayNames('UTC')).at(1), { type: 'bot', entry: saved })
})

const NONE: ReadonlySet<string> = new Set()
const foldLines = (lines: readonly LogEntry[], opened = NONE) =>
  foldBursts(lines, (line) => line, opened).map((row) =>
    row.type === 'burst' ? `${row.burst} ${row.spans.length}` : row.seq,
  )

test('wins within a minute of the first are one row, which opens to its lines; two are shown as they are', () => {
  const burst = [
    accepted(5, NOON + 59_999),
    ignored(4, 'time'),
    accepted(3, NOON + 1),
    accepted(2),
    accepted(1),
  ]
  assert.deepEqual(foldLines(burst), ['won 4', 4])
  const [heading] = foldBursts<LogEntry>(burst, (line) => line, NONE)
  assert.ok(heading?.type === 'burst')
  assert.deepEqual(foldLines(burst, new Set([heading.key])), ['won 4', 5, 3, 2, 1, 4])
  const later = accepted(6, NOON + 60_000)
  assert.deepEqual(foldLines([later, ...burst]), [6, 'won 4', 4])
  assert.deepEqual(foldLines(burst.slice(-2)), [2, 1])
  const grown = foldBursts<LogEntry>([accepted(9, NOON + 2), ...burst.slice(2)], (line) => line, NONE)[0]
  assert.ok(grown?.type === 'burst' && grown.key === heading.key, 'a burst that grows stays open')
})

const changed = (seq: number, change: 'gone' | 'taken' | 'moved'): LogEntry => ({
  seq,
  at: NOON,
  type: 'block.changed',
  data: { blockId: 'b', stationCode: 'VMI1', change, startAt: NOON, endAt: NOON, wasStartAt: NOON },
})

test('losses and changes of held blocks within a minute are a row each, and no row is of two days', () => {
  const week = [1, 2, 3].flatMap((turn) => [
    changed(9 - turn, 'moved'),
    changed(6 - turn, turn === 1 ? 'taken' : 'gone'),
  ])
  assert.deepEqual(foldLines(week.toSorted((a, b) => b.seq - a.seq)), ['changed 3', 'lost 3'])
  const midnight = Date.UTC(2026, 10, 22)
  const rows = rowsOf(
    [2, 1, -1, -2].map((second) => accepted(9 + second, midnight + second * 1_000)),
    dayNames('UTC'),
  )
  const folded = foldBursts(rows, (row) => (row.type === 'day' ? null : row.entry), NONE)
  assert.deepEqual(
    folded.map(({ type }) => type),
    ['day', 'offer', 'offer', 'day', 'offer', 'offer'],
  )
})

const explainCurbside = (key: string) => (key === 'kind.curbside' ? 'Curbside (te lo llevan al carro)' : key)

test('a row says what its kind of offer has: a block nothing more, a trip its kind, stops and miles', () => {
  const words = {
    ...makeFormats('en', { now: () => Date.UTC(2026, 10, 20, 17) }),
    t: sayKey,
    say: sayKey,
  } as unknown as Words
  assert.equal(factsOf(words, accepted(1, NOON, { tipCents: 1250 })), '')
  assert.equal(factsOf(words, ignored(1, 'time')), '')
  const trip = accepted(1, NOON, { kind: 'shopping', stops: 2, miles: 5.2 })
  assert.equal(factsOf(words, trip), 'kind.shopping, history.stops 2, why.miles 5.2')
  assert.match(factsOf(words, accepted(1, NOON, { kind: 'delivery', batched: true })), /^kind\.multiple/)
  const curbside = accepted(1, NOON, { kind: 'curbside' })
  assert.equal(factsOf({ ...words, t: explainCurbside } as unknown as Words, curbside), 'Curbside')
})
