import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOpenings } from './openings.ts'
import type { Shift } from './shapes.ts'

const NOW = 1_764_000_000_000
const SECOND = NOW / 1_000

function shiftOf(assigned: string[], slots = 1): Shift {
  const assignments = assigned.map((username) => ({ user: { username } }))
  return { id: 17, startsAt: NOW + 3_600_000, endsAt: NOW + 7_200_000, slots, assignments }
}

function idsOf(openings: ReturnType<typeof createOpenings>, shift: Shift, now = NOW): string[] {
  return openings.name([shift], 'sarah', now).map(({ offerId }) => offerId)
}

test('a shift that another courier got before this feed is a new listing once it has a place', () => {
  const openings = createOpenings([{ offerId: '17', takenAt: NOW - 5_000 }])
  assert.deepEqual(idsOf(openings, shiftOf(['alice'])), ['17'])
  assert.deepEqual(openings.name([], 'sarah', NOW), [], 'a list without it forgets nothing')
  assert.deepEqual(idsOf(openings, shiftOf([])), [`17~${SECOND - 5}`])
  assert.deepEqual(idsOf(openings, shiftOf([])), [`17~${SECOND - 5}`])
  assert.deepEqual(idsOf(openings, shiftOf(['alice'])), [`17~${SECOND - 5}`])
  assert.deepEqual(idsOf(openings, shiftOf([])), [`17~${SECOND}`], 'freed in this feed')
})

test('a listing that was missed within the second of its mark is followed by another one', () => {
  const tried = [
    { offerId: '17', takenAt: NOW - 5_000 },
    { offerId: `17~${SECOND}`, takenAt: NOW + 400 },
  ]
  assert.deepEqual(idsOf(createOpenings(tried), shiftOf([])), [`17~${SECOND + 1}`])
})

test('a later listing that the driver gave back keeps its id in every feed', () => {
  const tried = [
    { offerId: '17', takenAt: NOW - 5_000 },
    { offerId: `17~${SECOND - 5}`, takenAt: null },
  ]
  const openings = createOpenings(tried)
  assert.deepEqual(idsOf(openings, shiftOf(['sarah'])), [])
  assert.deepEqual(idsOf(openings, shiftOf([])), [`17~${SECOND - 5}`])
})
