import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closesShift, countWork, decideAwards, HOURS_HALVE_MS, HOURS_WHOLE_MS } from '../awards.ts'
import type { Member, OpenShift, Trial } from '../awards.ts'
import { findOverlap } from '../filters/rules.ts'
import type { Offer } from '../offers.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { pickShift } from './best-set.ts'

const shift = (id: string, from: number, hours: number, places = 1): OpenShift => ({
  offer: {
    id,
    stationId: 'place',
    kind: 'shift',
    startAt: from * HOUR_MS,
    endAt: (from + hours) * HOUR_MS,
  } as Offer,
  places,
  closedTo: new Set(),
})

const member = (id: string, workHours = 0, changes: Partial<Member> = {}): Member => ({
  id,
  workMs: workHours * HOUR_MS,
  held: [],
  fits: (offer, held) => findOverlap(held, offer, 0) === null,
  worthOf: ({ startAt, endAt }) => endAt - startAt,
  allowance: null,
  ...changes,
})

const useMs = ({ startAt, endAt }: Offer) => endAt - startAt
const leftMs: NonNullable<Member['allowance']>['leftMs'] = (held) =>
  6 * HOUR_MS - held.reduce((sum, span) => sum + span.endAt - span.startAt, 0)

const inWords = (shifts: OpenShift[], members: Member[]): string[] =>
  decideAwards(shifts, members, 'week', 0).map(({ memberId, offer }) => `${memberId} ${offer.id}`)

test('who has the fewest hours gets the shift, and the other one reads by how many whole hours', () => {
  const [award] = decideAwards([shift('s1', 8, 4)], [member('ana', 9.25), member('luis', 3)], 'week', 0)
  assert.equal(award?.memberId, 'luis')
  assert.deepEqual(award?.others, [{ memberId: 'ana', precedence: { by: 'hours', fewer: 6 } }])
})

test('a member far behind gets one shift a round like all others', () => {
  const shifts = [shift('s1', 0, 4), shift('s2', 4, 4), shift('s3', 8, 4)]
  const awards = decideAwards(shifts, [member('ana', 100), member('luis', 0)], 'week', 0)
  assert.deepEqual(
    awards.map(({ memberId }) => memberId),
    ['luis', 'ana', 'luis'],
  )
  assert.deepEqual(awards[1]?.others, [{ memberId: 'luis', precedence: { by: 'round' } }])
})

test('the lot of equals differs from shift to shift', () => {
  const members = [member('ana'), member('luis')]
  const winners = Array.from(
    { length: 100 },
    (_, week) => decideAwards([shift('s1', 8, 4)], members, `week ${week}`, 0)[0]?.memberId,
  )
  const anas = winners.filter((id) => id === 'ana').length
  assert.ok(anas > 30 && anas < 70, `ana wins ${anas} of 100`)
})

test('a member gets the set that is worth most to them, not the first one by time', () => {
  const shifts = [shift('early', 0, 3), shift('long', 2, 8), shift('late', 9, 2)]
  assert.deepEqual(inWords(shifts, [member('ana')]), ['ana long'])
})

test('a set that fills the allowance is better than a longer shift that leaves some of it', () => {
  const shifts = [shift('s4', 0, 4), shift('s3', 10, 3), shift('t3', 20, 3)]
  const words = inWords(shifts, [member('ana', 0, { allowance: { leftMs, useMs } })])
  assert.deepEqual(words, ['ana s3', 'ana t3'])
})

test('of shifts that are alike the order of the list decides nothing', () => {
  const alike = [shift('s1', 8, 4), shift('s2', 8, 4)]
  for (const shifts of [alike, alike.toReversed()])
    assert.deepEqual(inWords(shifts, [member('ana')]), ['ana s1'])
})

test('of shifts worth the same a member leaves the one that others could take as well', () => {
  const evening = member('luis', 5, {
    fits: (offer, held) => offer.id === 'sought' && findOverlap(held, offer, 0) === null,
  })
  assert.deepEqual(inWords([shift('sought', 0, 4), shift('spare', 2, 4)], [member('ana'), evening]), [
    'ana spare',
    'luis sought',
  ])
})

const bounded = (id: string, workHours: number, changes: Partial<Member> = {}): Member =>
  member(id, workHours, { allowance: { leftMs, useMs }, ...changes })
/** Six hours that are held already: the whole allowance. */
const full = { held: [{ startAt: 90 * HOUR_MS, endAt: 96 * HOUR_MS, stationId: 'place' }] }

test('a shift waits for who has fewer hours and holds all that they may hold, until it starts within twelve hours', () => {
  const members = [bounded('ana', 8), bounded('luis', 6, full)]
  assert.deepEqual(inWords([shift('s1', 40, 4)], members), [])
  assert.deepEqual(inWords([shift('s1', 12, 4)], members), ['ana s1'])
})

const waitsFor = (hours: number) =>
  inWords([shift('s1', 40, 4)], [bounded('ana', hours), bounded('luis', 6, full)])

test('a shift waits for who is behind by as much as they may hold, and not for who has as many hours', () => {
  assert.deepEqual(
    [6, 7, 12, 13].map((hours) => waitsFor(hours).length),
    [1, 0, 0, 1],
  )
})

test('who had a shift is never given it again, who was refused only once it is listed anew, any other in a minute', () => {
  const seenAt = 100 * HOUR_MS
  const closes = (came: Trial['came'], at: number, now: number) =>
    closesShift({ memberId: 'ana', shiftId: 's1', came, at }, seenAt, now)
  for (const came of ['had', 'under_way'] as const) assert.equal(closes(came, 0, 200 * HOUR_MS), true)
  assert.deepEqual(
    [-1, 0, 1].map((ms) => closes('taken', seenAt + ms, 200 * HOUR_MS)),
    [false, true, true],
  )
  for (const came of [
    'passed',
    'quota',
    'stopped',
    'unavailable',
    'no_answer',
    'human_verification',
  ] as const)
    assert.deepEqual(
      [MINUTE_MS - 1, MINUTE_MS].map((ms) => closes(came, seenAt, seenAt + ms)),
      [true, false],
      came,
    )
})

test('a shift does not wait for who could not take it anyway: they hold another then, or their filter leaves it', () => {
  const held = [{ startAt: 38 * HOUR_MS, endAt: 44 * HOUR_MS, stationId: 'place' }]
  assert.deepEqual(inWords([shift('s1', 40, 4)], [bounded('ana', 8), bounded('luis', 6, { held })]), [
    'ana s1',
  ])
  const leaves = bounded('luis', 6, { ...full, fits: () => false })
  assert.deepEqual(inWords([shift('s1', 40, 4)], [bounded('ana', 8), leaves]), ['ana s1'])
})

test('a shift does not wait for a member who is further behind than all that they may hold, such as a new one', () => {
  assert.deepEqual(inWords([shift('s1', 40, 4)], [bounded('ana', 20), bounded('luis', 6, full)]), ['ana s1'])
})

test('who waited in one round has a turn in the next one, once the others have as many hours', () => {
  const shifts = [shift('s1', 0, 3), shift('s2', 4, 3), shift('s3', 8, 3), shift('s4', 12, 3)]
  const words = inWords(shifts, [bounded('ana', 3), bounded('luis', 0)])
  assert.deepEqual(
    words.map((word) => word.split(' ')[0]),
    ['luis', 'ana', 'luis', 'ana'],
  )
})

test('of shifts that are equal in all else the first by id is taken, in whatever order they are listed', () => {
  const equals = ['s2', 's1', 's3'].map((id) => ({ ...shift(id, 8, 4), wishes: 1 }))
  for (const listed of [equals, equals.toReversed()])
    assert.equal(pickShift(listed, member('ana'), [])?.offer.id, 's1')
})

/** The shift that is picked by what its id is worth, in whatever order they are listed. */
function pick(...listed: [id: string, from: number, hours: number, wishes: number][]): string | undefined {
  const shifts = listed.map(([id, from, hours, wishes]) => ({ ...shift(id, from, hours), wishes }))
  const picker = member('ana', 0, { worthOf: ({ id }) => ({ short: 2, even: 4 })[id] ?? 3 })
  const picks = [shifts, shifts.toReversed()].map((order) => pickShift(order, picker, []))
  assert.equal(picks[0], picks[1])
  return picks[0]?.offer.id
}

test('a turn takes the best pay by the hour, then the longest, then what the fewest could take, then the soonest', () => {
  assert.equal(pick(['long', 0, 4, 1], ['short', 10, 2, 1]), 'short')
  assert.equal(pick(['short', 0, 2, 1], ['long', 10, 4, 1]), 'short')
  assert.equal(pick(['short', 0, 2, 1], ['even', 10, 4, 1]), 'even')
  assert.equal(pick(['a', 0, 3, 2], ['b', 10, 3, 1]), 'b')
  assert.equal(pick(['b', 0, 3, 1], ['a', 10, 3, 2]), 'b')
  assert.equal(pick(['a', 10, 3, 1], ['b', 0, 3, 1]), 'b')
})

test('what others could take breaks ties alone: a set that is worth more is taken, however many want it', () => {
  const sought = { ...shift('sought', 0, 4), wishes: 9 }
  const spare = { ...shift('spare', 2, 3), wishes: 0 }
  assert.equal(pickShift([sought, spare], member('ana'), [])?.offer.id, 'sought')
})

test('of shifts that are worth nothing to a member the first by id is taken', () => {
  const worthless = ['s2', 's1'].map((id) => ({ ...shift(id, 8, 4), wishes: 1 }))
  for (const listed of [worthless, worthless.toReversed()])
    assert.equal(pickShift(listed, member('ana', 0, { worthOf: () => 0 }), [])?.offer.id, 's1')
})

test('hours of the last eight weeks count whole, and half of them eight weeks later', () => {
  const [now, four] = [400 * 24 * HOUR_MS, 4 * HOUR_MS]
  const worked = (agoMs: number) => countWork([{ startAt: now - agoMs, endAt: now - agoMs + four }], now)
  assert.deepEqual([worked(0), worked(HOURS_WHOLE_MS)], [four, four])
  assert.equal(worked(HOURS_WHOLE_MS + HOURS_HALVE_MS), four / 2)
  assert.equal(countWork([], now), 0)
})
