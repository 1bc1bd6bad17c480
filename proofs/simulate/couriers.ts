import type { CourierFilter } from '@madruga/core/filters.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Database } from '@madruga/server/db.ts'
import { systemClock } from '@madruga/server/kit/clock.ts'
import { createMarketCourierPlatform, openInstanceHttp } from '@madruga/server/platforms.ts'
import type { Adapters, InstanceFetch, Platform } from '@madruga/server/platforms.ts'
import type { RunningMarket } from '@madruga/simulator/running-market.ts'
import { pick } from '../chaos/random.ts'
import type { Random } from '../chaos/random.ts'

/** Drivers of couriers' platforms choose an instance: here the market is one, under this kind and name. */
const KIND = 'coopcycle'
const ID = 'simulated'
const COURIER_PLATFORM = `${KIND}:${ID}`

/** The skill that some of the market's shifts demand. */
const SKILL = 'cargo bike'

/** What the instance allows: for each courier less than the bots of those who search would use. */
const REQUESTS_A_MINUTE = 1
/** Few requests serve few couriers badly: polls and accepts come in pairs, and a run begins with three. */
const LEAST_A_MINUTE = 20

/** A request that an adapter asked for; times are the simulation's. */
export type InstanceRequest = {
  /** The market's id of the driver; null for signing in. */
  marketId: string | null
  what: Parameters<InstanceFetch>[0]['priority']
  askedAt: Timestamp
  /** When it was answered, in the same moment as it was sent; null = the budget did not bear it. */
  sentAt: Timestamp | null
}

/** What the simulated instance allows, and what was asked of it. */
export type InstanceUse = { maxRequestsPerMinute: number; requests: readonly InstanceRequest[] }

/** Records the market as an instance, as an operator does; answers what it allows a minute. */
export async function recordInstance(
  { kysely }: Database,
  { url }: RunningMarket,
  couriers: number,
): Promise<number> {
  const maxRequestsPerMinute = Math.max(LEAST_A_MINUTE, couriers * REQUESTS_A_MINUTE)
  await kysely
    .insertInto('platform_instances')
    .values({
      id: ID,
      kind: KIND,
      name: 'Couriers',
      base_url: url,
      authorised_by: 'simulation',
      authorised_on: '2026-01-01',
      max_requests_per_minute: maxRequestsPerMinute,
      allow_private: true,
    })
    .execute()
  return maxRequestsPerMinute
}

/** The adapter of the market's jobs, for the service and for opening accounts. */
export type CourierAccess = {
  /** The service's: its requests pass the instance's budget. */
  adapters: Adapters
  /** All that the service's adapter asked for. */
  requests: readonly InstanceRequest[]
  /** For the time before the simulation begins: it counts no requests. */
  platform: Platform
  close(): Promise<void>
}

/** Opens the adapter of the market's jobs; `now` is the simulation's time. */
export function openCouriers(market: RunningMarket, now: () => Timestamp): CourierAccess {
  const { url } = market
  const requests: InstanceRequest[] = []
  const open = (fetch: InstanceFetch): Platform => ({
    ...createMarketCourierPlatform({ url, clock: systemClock, fetch }),
    name: COURIER_PLATFORM,
  })
  const note =
    (fetch: InstanceFetch): InstanceFetch =>
    async (request) => {
      const asked = { marketId: findCaller(market, request), what: request.priority, askedAt: now() }
      const reply = await fetch(request)
      if (reply.kind === 'answer') requests.push({ ...asked, sentAt: now() })
      if (reply.kind === 'over_budget') requests.push({ ...asked, sentAt: null })
      return reply
    }
  const http = openInstanceHttp({ baseUrl: url, allowPrivate: true })
  return {
    adapters: { [KIND]: ({ fetch }) => open(note(fetch)) },
    requests,
    platform: open(http.fetch),
    close: http.close,
  }
}

function findCaller({ market }: RunningMarket, { headers }: Parameters<InstanceFetch>[0]): string | null {
  const token = headers['authorization']?.replace('Bearer ', '')
  try {
    return token === undefined ? null : market.authenticate(token).driver.driverId
  } catch {
    return null
  }
}

/** Half of the couriers have the skill. */
export function drawSkills(dice: Random): string[] {
  return dice() < 0.5 ? [SKILL] : []
}

/** A plausible rule for jobs; some drivers claim a skill that they lack. */
export function chooseJobs(filter: CourierFilter, dice: Random): void {
  filter.price.perHourMinCents = pick(dice, [0, 1_000, 1_500])
  filter.kinds = pick(dice, [
    { shift: true, order: true },
    { shift: true, order: true },
    { shift: true, order: false },
    { shift: false, order: true },
  ])
  filter.unknownPay = pick(dice, ['take', 'leave', 'ask', 'own_rate'] as const)
  filter.waitlist = pick(dice, ['hold', 'leave'] as const)
  filter.skills = dice() < 0.5 ? [SKILL] : []
  filter.maxMinutes = dice() < 0.2 ? 180 : null
  filter.arrivalMinutes = pick(dice, [0, 0, 15])
}
