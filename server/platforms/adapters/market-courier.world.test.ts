import { startMarket } from '@madruga/simulator/running-market.ts'
import { systemClock } from '../../kit/clock.ts'
import { openContractHttp, platformContract } from '../contract.ts'
import type { ContractWorld, WantedOffer } from '../contract/world.ts'
import { createMarketCourierPlatform } from './market.ts'
import { platformOfferId } from './offer-ids.ts'

const SKILL = 'cargo bike'

/** The market's couriers: planned shifts with wait lists, or orders that begin with their accept. */
async function makeCourierWorld(work: 'shifts' | 'orders'): Promise<ContractWorld> {
  const startAt = Date.UTC(2026, 10, 4, 16)
  const running = await startMarket({ clock: 'stepped', startAt })
  const http = openContractHttp(running.url)
  let now = startAt
  const clock = { ...systemClock, now: () => now }
  const platform = createMarketCourierPlatform({ url: running.url, clock, fetch: http.fetch, work })
  const { market } = running
  const open = (email: string, password: string) =>
    market.rules.openAccount(market.world, { email, password, variant: 'courier', metro: 'seattle' })
  const secret = { email: 'driver@example.com', password: 'a password' }
  const rival = { email: 'rival@example.com', password: 'another one' }
  const { driverId } = open(secret.email, secret.password)
  open(rival.email, rival.password)
  const kind = work === 'shifts' ? 'shift' : 'order'

  const place = ({ stationId, startsInMs, lengthMs, payCents }: WantedOffer, skills: string[] = []) => {
    const start = now + startsInMs
    const terms = {
      kind: kind as 'shift' | 'order',
      start,
      end: start + lengthMs,
      endEstimated: work === 'orders',
      ...(work === 'shifts' && { payCents }),
      currency: 'USD',
      skills,
      needsAgreement: false,
    }
    return market.rules.placeJob(market.world, { stationId, terms }).jobId
  }
  const jobOf = (offerId: string) => market.world.courier.jobs.get(platformOfferId(offerId))!
  const { fillJob, freeJob, decidePending, replaceHolder, finishJob } = market.rules.jobs

  return {
    platform,
    variant: 'courier',
    terms: {
      kind,
      pay: work === 'shifts' ? 'stated' : 'unknown',
      currency: null,
      end: work === 'shifts' ? 'stated' : 'estimated',
    },
    secret,
    rival,
    now: () => now,
    async advance(ms) {
      running.advance(ms)
      now += ms
    },
    place: async (wanted) => place(wanted),
    placeBeyond: async (wanted) => ({ id: place(wanted, [SKILL]), skill: SKILL }),
    places: {
      fill: async (id) => fillJob(market.world, jobOf(id)),
      free: async (id) => freeJob(market.world, jobOf(id)),
    },
    refusesOverlaps: true,
    sharedBudget: true,
    ...(work === 'shifts' && {
      keepsBegun: true as const,
      agreement: {
        require: async () => void (market.world.courier.levers.agreement = true),
        give: async (id: string) => decidePending(market.world, jobOf(id), true),
        deny: async (id: string) => decidePending(market.world, jobOf(id), false),
      },
    }),
    ...(work === 'orders' && {
      refuseWithEffect: async () => void (market.world.courier.levers.refusedShare = 1),
      replaceWinner: async (id: string) => replaceHolder(market.world, jobOf(id)),
      finish: async (id: string) => finishJob(market.world, jobOf(id)),
    }),
    announcements: {
      lose: async () => void (market.world.courier.levers.lost = true),
      repeat: async (id) => market.world.courier.announce(jobOf(id)),
    },
    expireTokens: async () => market.rules.expireTokens(market.world, market.findDriver(driverId)),
    shrinkBudget: async () => market.setFaults({}, 6),
    refuseAll: async (on) => market.setFaults(on ? { unavailable: 1 } : {}),
    spendInstance: http.spendInstance,
    async close() {
      await platform.close()
      await http.close()
      await running.stop()
    },
  }
}

platformContract('market, shifts', () => makeCourierWorld('shifts'))
platformContract('market, orders', () => makeCourierWorld('orders'))
