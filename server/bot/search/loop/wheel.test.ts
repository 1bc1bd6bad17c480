import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createHandClock } from './testing.ts'
import { createWheel } from './wheel.ts'
import type { Turn } from './wheel.ts'

function makeTurn(dueMs: number, fire: () => void): Turn {
  return { dueMs, fire, slot: -1, next: null, previous: null }
}

test('turns fire once, never early and at most two milliseconds late, near and far', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.double({ min: 0, max: 5_000, noNaN: true }), { maxLength: 40 }),
      async (dunning) => {
        const clock = createHandClock()
        const wheel = createWheel(clock, clock.monotonic)
        const fired: number[] = []
        const turns = dunning.map((dueMs, index) =>
          makeTurn(dueMs, () => {
            fired.push(index)
            const late = clock.monotonic() - dueMs
            assert.ok(late >= 0 && late < 3.001, `${late} ms late`)
          }),
        )
        for (const turn of turns) wheel.add(turn)
        await clock.advance(5_100)
        assert.deepEqual(
          fired.toSorted((a, b) => a - b),
          dunning.map((_, index) => index),
        )
      },
    ),
    { numRuns: 30 },
  )
})

test('a turn that another removes or moves as it fires does not fire', async () => {
  const clock = createHandClock()
  const wheel = createWheel(clock, clock.monotonic)
  const fired: string[] = []
  const removed = makeTurn(10, () => fired.push('removed'))
  const moved = makeTurn(10, () => fired.push('moved'))
  const first = makeTurn(10, () => {
    fired.push('first')
    wheel.remove(removed)
    moved.dueMs = 1_034
    wheel.add(moved)
  })
  for (const turn of [removed, moved, first]) wheel.add(turn)
  await clock.advance(20)
  assert.deepEqual(fired, ['first'])
  await clock.advance(1_100)
  assert.deepEqual(fired, ['first', 'moved'])
})

test('after a long freeze everything due fires at once, and nothing else', () => {
  let now = 0
  const calls: (() => void)[] = []
  const clock = {
    now: () => now,
    after(_ms: number, call: () => void) {
      calls.push(call)
      return () => undefined
    },
  }
  const wheel = createWheel(clock, () => now)
  const fired: number[] = []
  for (const dueMs of [5, 900, 2_000, 60_000]) wheel.add(makeTurn(dueMs, () => fired.push(dueMs)))
  now = 30_000
  calls.at(-1)?.()
  assert.deepEqual(
    fired.toSorted((a, b) => a - b),
    [5, 900, 2_000],
  )
})
