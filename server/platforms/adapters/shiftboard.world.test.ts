import { startShiftboard } from '@madruga/simulator/platforms/shiftboard.ts'
import { openContractHttp, platformContract } from '../contract.ts'
import type { ContractWorld } from '../contract.ts'
import { createShiftboardPlatform } from './shiftboard.ts'

const START = Date.UTC(2026, 10, 4, 16)

async function makeShiftboardWorld(): Promise<ContractWorld> {
  const running = await startShiftboard({ ana: 'a password', luis: 'another one' }, START)
  const http = openContractHttp(running.url)
  const platform = createShiftboardPlatform({
    name: 'shiftboard:test',
    baseUrl: running.url,
    key: null,
    clock: { now: () => running.now(), after: () => () => undefined },
    fetch: http.fetch,
    dispatcher: http.dispatcher,
    options: {},
  })
  return {
    platform,
    variant: 'courier',
    terms: { kind: 'shift', pay: 'stated', currency: null, end: 'stated' },
    secret: { email: 'ana', password: 'a password' },
    rival: { email: 'luis', password: 'another one' },
    now: () => running.now(),
    advance: async (ms) => running.advance(ms),
    async place({ startsInMs, lengthMs, payCents }) {
      const start = running.now() + startsInMs
      return running.place({ start, end: start + lengthMs, payCents })
    },
    expireTokens: async () => running.endTokens(),
    shrinkBudget: async () => running.pull({ callsLeft: 1 }),
    refuseAll: async (unavailable) => running.pull({ unavailable }),
    spendInstance: http.spendInstance,
    async close() {
      await platform.close()
      await http.close()
      await running.stop()
    },
    tokensEnd: true,
    sharedBudget: true,
    refusesOverlaps: true,
    keepsBegun: true,
  }
}

platformContract('shift board', makeShiftboardWorld)
