import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { fillQuota, findCapacity, openQuota, spendSearch } from './quota.ts'

const LOCK_MS = 30 * 60_000

test('a bucket that runs dry refuses for the whole lock, and is full afterwards', () => {
  const quota = openQuota(60, 0)
  assert.equal(findCapacity(60), 10)
  for (let index = 0; index < 10; index++) assert.equal(spendSearch(quota, 60, LOCK_MS, 0), 0)
  assert.equal(spendSearch(quota, 60, LOCK_MS, 0), LOCK_MS)
  assert.equal(spendSearch(quota, 60, LOCK_MS, LOCK_MS - 1), 1)
  assert.equal(spendSearch(quota, 60, LOCK_MS, LOCK_MS), 0)
  assert.equal(quota.tokens, 9)
})

test('a steady searcher inside the rate is never refused', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 60, max: 7_200 }),
      fc.integer({ min: 100, max: 400 }),
      (perHour, searches) => {
        const quota = openQuota(perHour, 0)
        const everyMs = Math.ceil(3_600_000 / perHour)
        for (let index = 0; index < searches; index++) {
          assert.equal(spendSearch(quota, perHour, LOCK_MS, index * everyMs), 0)
        }
      },
    ),
  )
})

test('whatever the run schedule, no more goes out before the first refusal than bucket and rate allow', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 500 })
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 3_600 }), gaps, (perHour, waits) => {
      const quota = openQuota(perHour, 0)
      let now = 0
      let served = 0
      for (const wait of waits) {
        now += wait
        if (spendSearch(quota, perHour, LOCK_MS, now) !== 0) break
        served++
        assert.ok(quota.tokens >= 0)
      }
      assert.ok(served <= findCapacity(perHour) + (now * perHour) / 3_600_000 + 1e-6)
    }),
  )
})

test('the bucket never holds more than its capacity', () => {
  const quota = openQuota(600, 0)
  fillQuota(quota, 600, 86_400_000)
  assert.equal(quota.tokens, findCapacity(600))
})
