import { startCoopCycle } from '@madruga/simulator/platforms/coopcycle.ts'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { proposeFilter } from '@madruga/core/filters.ts'
import type { CourierFilter } from '@madruga/core/filters.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { createCoopCyclePlatform } from '../../platforms/adapters/coopcycle.ts'
import { openInstanceHttp } from '../../platforms/instances/fetch.ts'
import { startBotWorld } from '../testing.ts'
import { until } from '../../kit/testing.ts'

/** Places that other couriers take and give back, before the stand-in of CoopCycle. */

// A Friday noon in New York.
const NOON = Date.UTC(2026, 10, 20, 17)
const world = await startBotWorld({ now: NOON })
const couriers = ['ana@example.com', 'luis@example.com'].map((username) => ({ username, password: 'secret' }))
const running = await startCoopCycle({ clock: 'stepped', startAt: NOON, couriers })
const http = openInstanceHttp({ baseUrl: running.url, allowPrivate: true })
let isRaced = true
const adapter = createCoopCyclePlatform({
  name: 'stub',
  baseUrl: running.url,
  clock: world.clock,
  fetch(request) {
    // Another courier applies a moment earlier.
    if (isRaced && request.path.endsWith('/apply')) running.levers.fill(Number(request.path.split('/')[3]))
    return http.fetch(request)
  },
})
Object.assign(world.platform, adapter)
after(async () => {
  await adapter.close()
  await http.close()
  await running.stop()
})

async function advance(ms: number): Promise<void> {
  running.levers.advance(ms)
  await world.advance(ms)
}

async function search(): Promise<void> {
  await world.bots.startBot('ana', { mode: 'regular', liveLog: true })
  await until(async () => {
    await advance(1_000)
    return world.searches() > 0
  }, 'searching')
}

async function lineOf(type: string): Promise<string> {
  const findLine = async () =>
    (await world.linesOf('ana')).findLast((line) => line.type === type && 'offer' in line.data)
  await until(async () => {
    await advance(1_000)
    return (await findLine()) !== undefined
  }, type)
  const line = await findLine()
  assert.ok(line && 'offer' in line.data)
  return line.data.offer.id
}

test('a shift that another courier got is tried for again when they gave it back between two searches', async () => {
  const filter: CourierFilter = {
    ...proposeFilter('courier', 'basic', 'America/New_York', ['place']),
    unknownPay: 'take',
    waitlist: 'leave',
  }
  await world.addDriver('ana', () => filter)
  await search()
  const startsAt = NOON + 5 * HOUR_MS
  const id = running.levers.place({ startsAt, endsAt: startsAt + 2 * HOUR_MS })
  assert.equal(await lineOf('offer.missed'), String(id))

  await world.bots.stopBot('ana')
  await world.until(async () => (await world.rowOf('ana'))?.phase === 'cooling_down', 'cooling down')
  running.levers.free(id, 'ana@example.com')
  isRaced = false
  await until(async () => {
    await advance(60_000)
    return (await world.rowOf('ana'))?.phase !== 'cooling_down'
  }, 'cooled down')
  await search()
  assert.match(await lineOf('offer.accepted'), new RegExp(`^${id}~[0-9]+$`))
})
