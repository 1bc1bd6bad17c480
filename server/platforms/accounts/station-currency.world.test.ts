import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startCoopCycle } from '@madruga/simulator/platforms/coopcycle.ts'
import type { RunningCoopCycle } from '@madruga/simulator/platforms/coopcycle.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { stubPlatform } from '../../bot/testing-platform.ts'
import { createBrowser, startTestHttp } from '../../http/testing.ts'
import type { TestHttp } from '../../http/testing.ts'
import { systemClock } from '../../kit/clock.ts'
import { readStations, saveStations } from './station-store.ts'
import { recordCoop } from '../testing/record-coop.ts'

/** The currency in which a platform pays, from its settings to the courier's own stations. */

let coop: RunningCoopCycle
let http: TestHttp
let instanceId: string
before(async () => {
  coop = await startCoopCycle({ couriers: [{ username: 'ines', password: 'una bici' }] })
  const market = { ...stubPlatform(systemClock), variants: ['amazon', 'spark'] as const }
  http = await startTestHttp({ platform: market })
  instanceId = await recordCoop(http.world.instances, coop.url)
})
after(async () => {
  await http.stop()
  await coop.stop()
})

/** A courier who has connected to the co-op. */
async function enter() {
  const driver = await http.addDriver({ variant: 'courier' })
  const browser = createBrowser(http.url)
  await browser.signIn(driver)
  const secret = { instanceId, email: 'ines', password: 'una bici' }
  const { status } = await browser.call('POST', '/api/platforms/account', secret)
  assert.equal(status, 200)
  const list = () => browser.call<Outputs['platforms']['stations']>('GET', '/api/platforms/stations')
  return { id: driver.id, platform: `coopcycle:${instanceId}`, list }
}

test("a co-op's currency is told with the courier's stations, and follows what the co-op says later", async () => {
  const ines = await enter()
  const { body } = await ines.list()
  assert.deepEqual(
    body.stations.map(({ name, currency }) => [name, currency]),
    [['Bicicoop', 'EUR']],
  )
  const db = http.database.database.kysely
  const [station] = await readStations(db, ines.id, ines.platform, 'courier')
  for (const currency of ['GBP', null]) {
    await saveStations(db, ines.id, ines.platform, 'courier', [{ ...station!, currency }])
    assert.equal((await ines.list()).body.stations[0]?.currency, currency)
  }
})

test('two drivers of one place may be paid in two currencies', async () => {
  const db = http.database.database.kysely
  const [ines, omar] = [await enter(), await http.addDriver({ variant: 'courier' })]
  const stations = await readStations(db, ines.id, ines.platform, 'courier')
  const inDollars = stations.map((station) => ({ ...station, currency: 'USD' }))
  await saveStations(db, omar.id, ines.platform, 'courier', inDollars)
  const [own] = await readStations(db, omar.id, ines.platform, 'courier')
  assert.equal(own?.currency, 'USD')
  assert.equal((await ines.list()).body.stations[0]?.currency, 'EUR')
})
