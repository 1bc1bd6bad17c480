import { FLEETBASE_CITY, startFleetbase } from '@madruga/simulator/platforms/fleetbase.ts'
import { openContractHttp, platformContract } from '../contract.ts'
import type { ContractWorld } from '../contract.ts'
import { createFleetbasePlatform } from './fleetbase.ts'

const START = Date.UTC(2026, 10, 4, 16)
/** Beyond what the suite sends: budgets have their own scene. */
const PLENTY = 100_000

async function makeFleetbaseWorld(): Promise<ContractWorld> {
  const running = await startFleetbase({
    clock: 'stepped',
    startAt: START,
    levers: { cacheMs: 0, requestsPerMinute: PLENTY },
  })
  const { world } = running
  const now = () => world.clock.now()
  const http = openContractHttp(running.url)
  const platform = createFleetbasePlatform({
    name: 'fleetbase:test',
    baseUrl: running.url,
    key: running.key,
    options: { payMetaKey: running.payMetaKey },
    clock: { now, after: () => () => undefined },
    fetch: http.fetch,
    dispatcher: http.dispatcher,
  })
  const open = (name: string, phone: string) => {
    const email = `${name}@couriers.example`
    return world.openDriver({ email, phone, password: name, online: true, location: FLEETBASE_CITY })
  }
  const [driver, rival] = [open('ana', '+13055550101'), open('luis', '+13055550102')]
  const admin = async (method: string, path: string, body: object = {}) => {
    const reply = await fetch(`${running.url}/admin${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as { id: string }
  }
  const atOrder = async (offerId: string, action: string, body: object = {}) => {
    await admin('POST', `/orders/${offerId}/${action}`, body)
  }
  return {
    platform,
    variant: 'courier',
    terms: { kind: 'order', pay: 'stated', currency: 'USD', end: 'estimated' },
    paidIn: 'USD',
    secret: { email: driver.email, password: driver.password },
    rival: { email: rival.email, password: rival.password },
    now,
    advance: (ms) => Promise.resolve(running.advance(ms)),
    async place({ startsInMs, lengthMs, payCents }) {
      const placed = await admin('POST', '/orders', {
        pickup: FLEETBASE_CITY,
        time: lengthMs / 1_000,
        ...(startsInMs > 0 && { scheduledAt: new Date(now() + startsInMs).toISOString() }),
        meta: { [running.payMetaKey]: (payCents / 100).toFixed(2) },
      })
      return placed.id
    },
    async expireTokens() {
      await admin('POST', `/drivers/${driver.id}/end-tokens`)
    },
    async shrinkBudget() {
      await admin('PUT', '/levers', { requestsPerMinute: 1, throttleMinutes: 5 })
    },
    async refuseAll(unavailable) {
      await admin('PUT', '/levers', { unavailable })
    },
    spendInstance: http.spendInstance,
    async close() {
      await platform.close()
      await http.close()
      await running.stop()
    },
    tokensEnd: true,
    sharedBudget: true,
    places: {
      fill: (offerId) => atOrder(offerId, 'start', { driver: rival.id }),
      free: (offerId) => atOrder(offerId, 'reset'),
    },
    async replaceWinner(offerId) {
      await atOrder(offerId, 'overwrite', { driver: rival.id })
      running.advance(0)
    },
    cancel: (offerId) => atOrder(offerId, 'cancel'),
    listAgain: (offerId) => atOrder(offerId, 'reset'),
    holdLists: async (holdLists) => void (await admin('PUT', '/levers', { holdLists })),
    refuseWithEffect: (offerId) => atOrder(offerId, 'undispatch'),
    finish: (offerId) => atOrder(offerId, 'complete'),
    announcements: {
      async lose() {
        await admin('PUT', '/levers', { pushLostPercent: 100 })
      },
      repeat: (offerId) => atOrder(offerId, 'announce', { driver: driver.id }),
    },
  }
}

platformContract('Fleetbase', makeFleetbaseWorld)
