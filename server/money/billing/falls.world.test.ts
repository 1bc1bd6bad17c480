import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startMarket } from '@madruga/simulator/running-market.ts'
import type { RunningMarket } from '@madruga/simulator/running-market.ts'
import { proposeFilter } from '@madruga/core/filters.ts'
import type { Filter } from '@madruga/core/filters.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { startTestHttp } from '../../http/testing.ts'
import type { TestHttp } from '../../http/testing.ts'
import { replacePeriods } from '../subscriptions/store/periods.ts'
import type { World } from '../../world.ts'

/** What becomes of filter and bot when a plan falls, on the whole product. */

let market: RunningMarket
let http: TestHttp
let world: World
before(async () => {
  market = await startMarket({ scenario: 'quiet' })
  // No jobs: the sweeps run when a test asks for them.
  http = await startTestHttp({ marketUrl: market.url })
  world = http.world
})
after(async () => {
  await http?.stop()
  await market?.stop()
})

const db = () => http.database.database.kysely
const custom = { refreshMs: 1000, runMinutes: 60, sleepMinutes: 30 }
let people = 0

/**
 * A professional whose days of it are over, with `ahead` days of advanced, a filter in a run schedule of
 * their own and a bot that sleeps.
 */
async function enter(variant: Variant, ahead: number): Promise<{ id: string; filter: Filter }> {
  const login = { email: `ana${++people}@example.com`, password: 'a long enough secret' }
  const id = await world.accounts.createDriver({ ...login, name: 'Ana', timeZone: 'America/New_York' })
  const now = world.clock.now()
  const over = { plan: 'professional', from: now - 8 * DAY_MS, until: now - 1 } as const
  const left = { plan: 'advanced', from: now - 1, until: now + ahead * DAY_MS } as const
  const periods = ahead > 0 ? [over, left] : [over]
  await db()
    .transaction()
    .execute((tx) => replacePeriods(tx, id, periods))
  const filter: Filter = {
    ...proposeFilter(variant, 'professional', 'America/New_York', ['s1']),
    speed: '4X',
    custom,
  }
  const until = new Date(periods.at(-1)!.until)
  await db()
    .updateTable('drivers')
    .set({ variant, plan_number: 2, subscribed_until: until })
    .where('id', '=', id)
    .execute()
  await world.filters.saveFilter(id, { variant, baseVersion: 0, filter })
  const due = new Date(now + DAY_MS)
  const bot = {
    driver_id: id,
    variant,
    phase: 'sleeping',
    gen: 1,
    due_at: due,
    started_at: new Date(now),
  } as const
  await db().insertInto('bots').values(bot).execute()
  return { id, filter }
}

const reasonOf = async (id: string) => (await world.bots.readBot(id)).reason
const newsOf = async (id: string) =>
  (await world.notify.readInbox(id, { limit: 20 })).notifications.map(({ kind, params }) =>
    'reason' in params ? [kind, params.reason] : [kind],
  )

for (const variant of ['amazon', 'spark'] as const) {
  test(`${variant}: where professional gives way to advanced, the bot stops, the driver is told, and the filter stays`, async () => {
    const { id, filter } = await enter(variant, 7)
    await world.bots.sweeps.stopDue()
    assert.equal((await world.bots.readBot(id)).phase, 'sleeping', 'until the account has followed')
    await world.billing.sweeps.syncPlans()
    await world.bots.sweeps.stopDue()
    assert.equal(await reasonOf(id), 'filter_too_dear')
    assert.notEqual((await world.bots.readBot(id)).phase, 'sleeping')
    assert.deepEqual((await newsOf(id)).toSorted(), [['bot_stopped', 'filter_too_dear'], ['edition_changed']])
    const read = await world.filters.readFilter(id, variant)
    assert.deepEqual([read.version, read.filter], [1, { ...filter, plan: 'advanced' }])
  })

  test(`${variant}: where nothing is left the bot stops, and back in basic the filter waits until it is saved or paid for`, async () => {
    const { id, filter } = await enter(variant, 0)
    await assert.rejects(world.billing.leave(id), { code: 'accounts.bot_running' })
    await world.billing.sweeps.syncPlans()
    await world.bots.sweeps.stopDue()
    assert.equal(await reasonOf(id), 'subscription_ended')
    await world.bots.idle()
    // The cooling is over.
    await db().updateTable('bots').set({ phase: 'not_running' }).where('driver_id', '=', id).execute()
    await world.billing.leave(id)
    assert.equal(await reasonOf(id), 'filter_too_dear')
    const read = await world.filters.readFilter(id, variant)
    assert.deepEqual([read.version, read.filter], [1, { ...filter, plan: 'basic' }])
    await db()
      .updateTable('drivers')
      .set({ plan_number: 2, subscribed_until: new Date(world.clock.now() + DAY_MS) })
      .where('id', '=', id)
      .execute()
    assert.equal(await reasonOf(id), null)
    const back = await world.filters.readFilter(id, variant)
    assert.deepEqual([back.version, back.filter], [1, filter])
  })
}
