import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countToOpen } from '../awards.ts'
import { SECOND_MS } from '../time.ts'

/** One application at CoopCycle's own code. */
const APPLICATION_MS = 380
const STEP_MS = 20

/** How long members apply for their shifts, each member for `atOnce` of them together, s. */
function applyS(members: number, shifts: number, atOnce: number, perMinute: number | null): number {
  const waiting = Array.from({ length: members * shifts }, (_, turn) => turn % members)
  let open: { memberId: number; endsAt: number | null }[] = []
  let lastAt: number | null = null
  for (let now = 0; ; now += STEP_MS) {
    open = open.filter(({ endsAt }) => endsAt === null || endsAt > now)
    const count = countToOpen({ open: open.length, lastAt, perMinute }, now)
    if (now % SECOND_MS === 0 && count > 0 && waiting.length > 0) {
      open.push(...waiting.splice(0, count).map((memberId) => ({ memberId, endsAt: null })))
      lastAt = now
    }
    for (const award of open) {
      const own = open.filter(({ memberId, endsAt }) => memberId === award.memberId && endsAt !== null)
      if (own.length < atOnce) award.endsAt ??= now + APPLICATION_MS
    }
    if (open.length + waiting.length === 0) return now / SECOND_MS
  }
}

test('a house applies no sooner if one member applies for four shifts at once', () => {
  for (const perMinute of [30, 60, 120, null])
    for (const [members, shifts] of [
      [4, 5],
      [30, 5],
    ] as const)
      assert.equal(applyS(members, shifts, 1, perMinute), applyS(members, shifts, 4, perMinute))
  assert.equal(applyS(30, 5, 1, 60), 146.38)
})

test('a member alone would be done with four shifts a second sooner, and with ten at the same time', () => {
  assert.deepEqual([applyS(1, 4, 1, 60), applyS(1, 4, 4, 60)], [1.52, 0.38])
  assert.deepEqual([applyS(1, 10, 1, 60), applyS(1, 10, 4, 60)], [6.38, 6.38])
})

const count = (open: number, perMinute: number | null, sinceMs: number | null = null) =>
  countToOpen({ open, lastAt: sinceMs === null ? null : -sinceMs, perMinute }, 0)

test('four are under way at once, as many as the budget has earned, and a tenth of a minute in one go', () => {
  assert.deepEqual(
    [0, 3, 4, 5].map((open) => count(open, null)),
    [4, 1, 0, 0],
  )
  assert.deepEqual(
    [9, 19, 20, 29, 30, 100].map((perMinute) => count(0, perMinute)),
    [1, 1, 2, 2, 3, 4],
  )
  assert.deepEqual(
    [999, 1_000, 1_999, 2_000].map((sinceMs) => count(0, 60, sinceMs)),
    [0, 1, 1, 2],
  )
  assert.deepEqual(
    [3, 4, 5].map((open) => count(open, 100)),
    [1, 0, 0],
  )
})
