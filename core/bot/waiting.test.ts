import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { WAITINGS } from '../events.ts'
import { HOUR_MS } from '../time.ts'
import { decideWaiting, readBackIn } from './waiting.ts'
import type { Listed, WaitingAccept } from './waiting.ts'

const NOW = Date.UTC(2026, 10, 24, 15)
const accept = (change: Partial<WaitingAccept> = {}): WaitingAccept => ({
  waiting: 'provisional',
  readBacks: 0,
  countsAt: null,
  startAt: NOW + HOUR_MS,
  ...change,
})

test('a provisional win counts once the platform has listed it as often as it asks for', () => {
  assert.equal(decideWaiting(accept(), 'held', 2, NOW), 'provisional')
  assert.equal(decideWaiting(accept({ readBacks: 1 }), 'held', 2, NOW), 'won')
  assert.equal(decideWaiting(accept({ readBacks: 1 }), null, 2, NOW), 'taken')
})

test('a reading too soon after the last one does not count, and a loss that it shows does', () => {
  const soon = accept({ readBacks: 1, countsAt: NOW + 1 })
  assert.equal(decideWaiting(soon, 'held', 2, NOW), 'provisional')
  assert.equal(decideWaiting(soon, 'held', 2, NOW + 1), 'won')
  assert.equal(decideWaiting(soon, null, 2, NOW), 'taken')
})

test('a place on a wait list is won when it is held, and lost when the work starts without it', () => {
  const waitlisted = accept({ waiting: 'waitlisted' })
  assert.equal(decideWaiting(waitlisted, 'waitlisted', 0, NOW), 'waitlisted')
  assert.equal(decideWaiting(waitlisted, 'held', 0, NOW), 'won')
  assert.equal(decideWaiting(waitlisted, 'waitlisted', 0, NOW + HOUR_MS), 'taken')
})

test('readings of the wait list do not count for a win that another accept may replace', () => {
  const waitlisted = accept({ waiting: 'waitlisted', readBacks: 9 })
  assert.equal(decideWaiting(waitlisted, 'held', 1, NOW), 'won', 'this one does')
  assert.equal(decideWaiting(waitlisted, 'held', 2, NOW), 'provisional')
})

test('whatever the platform lists, an accept that it always holds is won, and one that it never lists is taken', () => {
  const listed = fc.constantFrom<Listed>('held', 'pending', 'waitlisted', null)
  fc.assert(
    fc.property(
      fc.constantFrom(...WAITINGS),
      listed,
      fc.integer({ min: 0, max: 3 }),
      (waiting, first, readBacks) => {
        const decision = decideWaiting(accept({ waiting }), first, readBacks, NOW)
        assert.equal(decision === 'taken', first === null)
        let now = accept({ waiting })
        for (let reading = 0; reading <= readBacks + 1; reading++) {
          const then = decideWaiting(now, 'held', readBacks, NOW)
          if (then === 'won') return
          assert.equal(then, 'provisional')
          const before = now.waiting === 'provisional' ? now.readBacks : 0
          now = { ...now, waiting: then, readBacks: before + 1 }
        }
        assert.fail('a held block is never won')
      },
    ),
  )
})

test('a provisional win is read back within seconds, a wait list every minute', () => {
  assert.ok(readBackIn('provisional', 0) < readBackIn('provisional', 1))
  assert.ok(readBackIn('provisional', 1) <= 5_000)
  assert.equal(readBackIn('waitlisted', 3), 60_000)
})
