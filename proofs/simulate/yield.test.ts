import { deepStrictEqual, ok } from 'node:assert'
import { test } from 'node:test'
import { HOUR_MS } from '@madruga/core/time.ts'
import { LEASE_PACE } from '@madruga/server/bot/workers/lease-keeper.ts'
import { TICK_MS } from './clock.ts'
import { findIdle } from './yield.ts'

type Done = Parameters<typeof findIdle>[0]

/** Ten hours of ten Amazon drivers and ten Spark drivers; each did this. */
function simulate(
  done: Record<'amazon' | 'spark', { searches: number; accepts: number; blocks: number }>,
): Done {
  const people = (['amazon', 'spark'] as const).flatMap((variant) =>
    Array.from({ length: 10 }, (_, index) => ({ id: `${variant} ${index}`, variant })),
  )
  const each = <Row>(what: 'accepts' | 'blocks', row: (driverId: string) => Row): Row[] =>
    people.flatMap(({ id, variant }) => Array.from({ length: done[variant][what] }, () => row(id)))
  return {
    from: 0,
    to: 10 * HOUR_MS,
    people,
    searches: new Map(people.map(({ id, variant }) => [id, new Map([[0, done[variant].searches]])])),
    attempts: each('accepts', (driverId) => ({ driverId })),
    blocks: each('blocks', (driverId) => ({ driverId, attemptId: '1' })),
  } as unknown as Done
}

const BUSY = { searches: 160, accepts: 4, blocks: 2 }

test('a simulation whose drivers search, accept and win is not idle', () => {
  deepStrictEqual(findIdle(simulate({ amazon: BUSY, spark: BUSY })), [])
})

test('a simulation that searches nothing fails, and so does one that accepts or wins nothing', () => {
  const nothing = simulate({
    amazon: { searches: 0, accepts: 0, blocks: 0 },
    spark: { searches: 0, accepts: 0, blocks: 0 },
  })
  deepStrictEqual(findIdle(nothing).slice(0, 3), [
    'all drivers: 0 searches, but at least 400 in so much time',
    'all drivers: 0 accepts, but at least 10 in so much time',
    'all drivers: 0 blocks, but at least 4 in so much time',
  ])
  const lost = { ...BUSY, blocks: 0 }
  deepStrictEqual(findIdle(simulate({ amazon: lost, spark: lost })).slice(0, 1), [
    'all drivers: 0 blocks, but at least 4 in so much time',
  ])
})

test('one variant that does nothing is found beside another that does enough for both', () => {
  const busy = { searches: 320, accepts: 8, blocks: 4 }
  deepStrictEqual(findIdle(simulate({ amazon: busy, spark: { searches: 0, accepts: 0, blocks: 0 } })), [
    'spark drivers: 0 searches, but at least 200 in so much time',
    'spark drivers: 0 accepts, but at least 5 in so much time',
    'spark drivers: 0 blocks, but at least 2 in so much time',
  ])
})

test('blocks that the bot did not accept are no win', () => {
  const facts = simulate({ amazon: BUSY, spark: BUSY })
  const blocks = facts.blocks.map((block) => ({ ...block, attemptId: null }))
  deepStrictEqual(findIdle({ ...facts, blocks }).slice(0, 1), [
    'all drivers: 0 blocks, but at least 4 in so much time',
  ])
})

test('however small, a simulation needs one search, one accept and one block', () => {
  const facts = { ...simulate({ amazon: BUSY, spark: BUSY }), to: HOUR_MS / 10 }
  deepStrictEqual(findIdle({ ...facts, attempts: [], blocks: [] }), [
    'all drivers: 0 accepts, but at least 1 in so much time',
    'all drivers: 0 blocks, but at least 1 in so much time',
  ])
})

test('one tick of the simulated clock outlives no lease, or no search would ever poll', () => {
  ok(TICK_MS < LEASE_PACE.leaseMs)
})
