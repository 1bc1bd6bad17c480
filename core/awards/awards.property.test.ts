import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { decideAwards } from '../awards.ts'
import type { Award, Member, OpenShift } from '../awards.ts'
import type { HeldSpan } from '../filters.ts'
import type { Offer } from '../offers.ts'
import { HOUR_MS } from '../time.ts'
import { replayTurns } from './testing-oracle.ts'
import type { Witness } from './testing-oracle.ts'

/** A member by their figures, from which code and oracle make their own rules. */
type Person = {
  id: string
  workHours: number
  holds: { from: number; hours: number }[]
  /** Shifts that their filter leaves, by number modulo 5. */
  leaves: number
  allowanceHours: number | null
  restHours: number
}
type Scene = { shifts: OpenShift[]; people: Person[] }

const offerOf = (number: number, from: number, hours: number): Offer => ({
  id: `s${number}`,
  stationId: 'place',
  kind: 'shift',
  startAt: from * HOUR_MS,
  endAt: (from + hours) * HOUR_MS,
  payCents: 0,
  tipCents: 0,
  payBasis: 'unknown',
  miles: null,
  stops: null,
  batched: false,
  expiresAt: null,
})

const scenes: fc.Arbitrary<Scene> = fc
  .record({
    shifts: fc.array(
      fc.record({
        from: fc.integer({ min: 0, max: 60 }),
        hours: fc.integer({ min: 1, max: 6 }),
        places: fc.integer({ min: 0, max: 3 }),
        closed: fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 2 }),
      }),
      { maxLength: 12 },
    ),
    people: fc.array(
      fc.record({
        workHours: fc.integer({ min: 0, max: 12 }),
        holds: fc.array(
          fc.record({ from: fc.integer({ min: 0, max: 60 }), hours: fc.integer({ min: 1, max: 6 }) }),
          { maxLength: 2 },
        ),
        leaves: fc.integer({ min: 0, max: 9 }),
        allowanceHours: fc.option(fc.integer({ min: 0, max: 16 })),
        restHours: fc.integer({ min: 0, max: 4 }),
      }),
      { maxLength: 8 },
    ),
  })
  .map(({ shifts, people }) => ({
    shifts: shifts.map(({ from, hours, places, closed }, number) => ({
      offer: offerOf(number, from, hours),
      places,
      closedTo: new Set(closed.map((index) => `m${index}`)),
    })),
    people: people.map((person, index) => ({ ...person, id: `m${index}` })),
  }))

const lengthOf = ({ startAt, endAt }: { startAt: number; endAt: number }): number => endAt - startAt
const spanOf = ({ from, hours }: { from: number; hours: number }): HeldSpan => ({
  startAt: from * HOUR_MS,
  endAt: (from + hours) * HOUR_MS,
})

function memberOf({ id, workHours, holds, leaves, allowanceHours, restHours }: Person): Member {
  const leftMs = (held: readonly HeldSpan[]): number =>
    (allowanceHours ?? Infinity) * HOUR_MS - held.reduce((sum, span) => sum + lengthOf(span), 0)
  return {
    id,
    workMs: workHours * HOUR_MS,
    held: holds.map(spanOf),
    fits: (offer, held) =>
      Number(offer.id.slice(1)) % 5 !== leaves &&
      held.every(
        (span) =>
          span.endAt + restHours * HOUR_MS <= offer.startAt ||
          offer.endAt + restHours * HOUR_MS <= span.startAt,
      ),
    worthOf: lengthOf,
    allowance: allowanceHours === null ? null : { leftMs, useMs: lengthOf },
  }
}

const hourOf = (ms: number): number => ms / HOUR_MS
const hoursOf = ({ from, hours }: { from: number; hours: number }): number[] =>
  Array.from({ length: hours }, (_, index) => from + index)

/** The same member for the oracle: an hour is occupied or not, whoever occupies it. */
function witnessOf({ id, workHours, holds, leaves, allowanceHours, restHours }: Person): Witness {
  return {
    id,
    workMs: workHours * HOUR_MS,
    allowanceHours,
    refusalOf(offer, given) {
      const spans = [
        ...holds,
        ...given.map(({ startAt, endAt }) => ({ from: hourOf(startAt), hours: hourOf(endAt - startAt) })),
      ]
      const occupied = new Set(spans.flatMap(hoursOf))
      const [from, to] = [hourOf(offer.startAt), hourOf(offer.endAt)]
      const hours = spans.reduce((sum, span) => sum + span.hours, to - from)
      if (Number(offer.id.slice(1)) % 5 === leaves) return 'filter'
      for (let hour = from - restHours; hour < to + restHours; hour++)
        if (occupied.has(hour)) return 'held or rest'
      return allowanceHours !== null && hours > allowanceHours ? 'allowance' : null
    },
  }
}

test('an oracle that counts hours agrees with each award, its turn and its reasons', () => {
  fc.assert(
    fc.property(scenes, fc.string(), fc.integer({ min: -12, max: 40 }), (scene, seed, hour) => {
      const now = hour * HOUR_MS
      const awards = decideAwards(scene.shifts, scene.people.map(memberOf), seed, now)
      assert.deepEqual(replayTurns(scene.shifts, scene.people.map(witnessOf), awards, seed, now), [])
    }),
    { numRuns: 1_000 },
  )
})

const inWords = (awards: readonly Award[]): string[] =>
  awards.map(({ memberId, offer }) => `${memberId} ${offer.id}`)

test('who decides does not change the awards: neither the order of members nor that of shifts', () => {
  fc.assert(
    fc.property(scenes, ({ shifts, people }) => {
      const members = people.map(memberOf)
      const turned = decideAwards(shifts.toReversed(), members.toReversed(), 'week', 0)
      assert.deepEqual(inWords(turned), inWords(decideAwards(shifts, members, 'week', 0)))
    }),
  )
})

test('equal members end within one shift of each other, however many shifts there are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 0, max: 40 }), (count, many) => {
      const person = { workHours: 3, holds: [], leaves: 9, allowanceHours: 16, restHours: 0 }
      const members = Array.from({ length: count }, (_, index) => memberOf({ ...person, id: `m${index}` }))
      const shifts = Array.from({ length: many }, (_, number) => ({
        offer: offerOf(number, (number % 5) * 5, 4),
        places: 1,
        closedTo: new Set<string>(),
      }))
      const hours = new Map(members.map(({ id }) => [id, 0]))
      for (const { memberId } of decideAwards(shifts, members, 'week', 0))
        hours.set(memberId, hours.get(memberId)! + 4)
      const sorted = [...hours.values()].sort((one, other) => one - other)
      assert.ok(sorted.at(-1)! - sorted[0]! <= 4)
    }),
  )
})
