import { startCoopCycle } from '@madruga/simulator/platforms/coopcycle.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { systemClock } from '../../kit/clock.ts'
import { openContractHttp, platformContract } from '../contract.ts'
import type { ContractWorld } from '../contract.ts'
import { createCoopCyclePlatform } from './coopcycle.ts'

const SARAH = { username: 'sarah', password: 'a password' }
const ALICE = { username: 'alice', password: 'another one' }
const SKILL = 'cargo bike'

async function makeCoopCycleWorld(): Promise<ContractWorld> {
  const startAt = Date.UTC(2026, 10, 4, 16)
  const running = await startCoopCycle({ clock: 'stepped', startAt, couriers: [SARAH, ALICE] })
  const { levers, url } = running
  let now = startAt
  const clock = { ...systemClock, now: () => now }
  const http = openContractHttp(url)
  const { fetch } = http
  const options = { name: 'coopcycle:1', baseUrl: url, clock, fetch, readEveryMs: () => 1 }
  const platform = createCoopCyclePlatform(options)
  const place = (wanted: { startsInMs: number; lengthMs: number }, requiredSkills: string[] = []) => {
    const startsAt = now + wanted.startsInMs
    return String(levers.place({ startsAt, endsAt: startsAt + wanted.lengthMs, requiredSkills }))
  }
  const credentials = ({ username: email, password }: typeof SARAH) => ({ email, password })

  return {
    platform,
    variant: 'courier',
    terms: { kind: 'shift', pay: 'unknown', currency: 'EUR', end: 'stated' },
    paidIn: 'EUR',
    secret: credentials(SARAH),
    rival: credentials(ALICE),
    now: () => now,
    async advance(ms) {
      levers.advance(ms)
      now += ms
    },
    place: async (wanted) => place(wanted),
    placeBeyond: async (wanted) => ({ id: place(wanted, [SKILL]), skill: SKILL }),
    places: {
      fill: async (id) => levers.fill(Number(id)),
      free: async (id) => levers.free(Number(id), SARAH.username),
    },
    dispatcher: {
      move: async (id, ms) => levers.move(Number(id), ms),
      dismiss: async (id) => levers.dismiss(Number(id), SARAH.username),
    },
    setTokenLife: async (ms) => levers.setSettings({ tokenSeconds: ms / 1_000 }),
    readers: () =>
      levers.ledger().flatMap(({ action, username }) => (action === 'list' && username ? [username] : [])),
    async placeUnreadable() {
      levers.place({ startsAt: now + DAY_MS, endsAt: now + 60 * DAY_MS })
    },
    expireTokens: async () => levers.expireTokens(SARAH.username),
    shrinkBudget: async () => levers.setFaults({ budget: { requests: 1, spanMs: 600_000 } }),
    refuseAll: async (on) => levers.setFaults(on ? { unavailable: 1 } : {}),
    spendInstance: http.spendInstance,
    async close() {
      await platform.close()
      await http.close()
      await running.stop()
    },
  }
}

platformContract('coopcycle', makeCoopCycleWorld)
