import { startMarket } from '@madruga/simulator/running-market.ts'
import { systemClock } from '../../kit/clock.ts'
import { platformContract } from '../contract.ts'
import type { ContractWorld } from '../contract.ts'
import { createMarketPlatform } from './market.ts'

const METRO = 'seattle'

async function makeMarketWorld(variant: 'amazon' | 'spark'): Promise<ContractWorld> {
  const startAt = Date.UTC(2026, 10, 4, 16)
  const running = await startMarket({ clock: 'stepped', startAt })
  const platform = createMarketPlatform({ url: running.url, clock: systemClock })
  let now = startAt

  const ask = async (method: string, path: string, body: unknown = {}): Promise<Record<string, unknown>> => {
    const reply = await fetch(running.url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    const text = await reply.text()
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  }
  const secret = { email: 'driver@example.com', password: 'a password' }
  const rival = { email: 'rival@example.com', password: 'another one' }
  const account = await ask('POST', '/admin/drivers', { ...secret, variant, metro: METRO })
  const driverId = String(account['driverId'])
  await ask('POST', '/admin/drivers', { ...rival, variant, metro: METRO })
  const atDriver = async (action: string, body: unknown = {}) => {
    await ask('POST', `/admin/drivers/${driverId}/${action}`, body)
  }

  return {
    platform,
    variant,
    terms: { kind: variant === 'spark' ? 'curbside' : 'block', pay: 'stated', currency: null, end: 'stated' },
    refusesOverlaps: true,
    keepsBegun: true,
    secret,
    rival,
    now: () => now,
    advance(ms) {
      running.advance(ms)
      now += ms
      return Promise.resolve()
    },
    async place({ stationId, kind, startsInMs, lengthMs, payCents }) {
      const trip = variant === 'spark' ? { miles: 4.5, stops: 2, batched: false, decision: 'first_come' } : {}
      const placed = await ask('POST', '/admin/offers', {
        ...trip,
        stationId,
        kind,
        start: new Date(now + startsInMs).toISOString(),
        end: new Date(now + startsInMs + lengthMs).toISOString(),
        payCents,
      })
      return String(placed['offerId'])
    },
    expireTokens: () => atDriver('expire-token'),
    async shrinkBudget() {
      await ask('PUT', '/admin/faults', { quotaPerHour: 6 })
    },
    human: {
      require: () => atDriver('require-human'),
      solution: () => running.market.world.drivers.get(driverId)?.challenge?.answer ?? '',
    },
    limitHours: (minutes) => atDriver('hour-limit', { minutes }),
    confirmInstant: () => atDriver('confirm-instant'),
    async refuseAll(on) {
      await ask('PUT', '/admin/faults', on ? { unavailable: 1 } : {})
    },
    async close() {
      await platform.close()
      await running.stop()
    },
  }
}

platformContract('market, amazon', () => makeMarketWorld('amazon'))
platformContract('market, spark', () => makeMarketWorld('spark'))
