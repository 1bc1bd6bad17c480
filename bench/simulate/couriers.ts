import type { CourierFilter } from '@madruga/core/filters.ts'
import type { Database } from '@madruga/server/db.ts'
import { systemClock } from '@madruga/server/kit/clock.ts'
import { createMarketCourierPlatform, openInstanceHttp } from '@madruga/server/platforms.ts'
import type { Adapters, Platform } from '@madruga/server/platforms.ts'
import type { RunningMarket } from '@madruga/simulator/running-market.ts'
import { pick } from '../chaos/random.ts'
import type { Random } from '../chaos/random.ts'
import { watchPlatform } from './quiet.ts'

/** Drivers of couriers' platforms choose an instance: here the market is one, under this kind and name. */
const KIND = 'coopcycle'
const ID = 'simulated'
export const COURIER_PLATFORM = `${KIND}:${ID}`

/** The skill that some of the market's shifts demand. */
const SKILL = 'cargo bike'

/** Records the market as an instance, as an operator does. */
export async function recordInstance({ kysely }: Database, { url }: RunningMarket): Promise<void> {
  await kysely
    .insertInto('platform_instances')
    .values({
      id: ID,
      kind: KIND,
      name: 'Couriers',
      base_url: url,
      authorised_by: 'simulation',
      authorised_on: '2026-01-01',
      max_requests_per_minute: 10_000,
      allow_private: true,
    })
    .execute()
}

/** The adapter of the market's jobs and its connections. */
export type CourierAccess = { adapters: Adapters; platform: Platform; close(): Promise<void> }

/**
 * Opens the adapter of the market's jobs. It does not count its requests: an instance's budget is of real
 * minutes, and one of those is hours here.
 */
export function openCouriers({ url }: RunningMarket): CourierAccess {
  const { fetch, close } = openInstanceHttp({ baseUrl: url, allowPrivate: true })
  const platform = watchPlatform({
    ...createMarketCourierPlatform({ url, clock: systemClock, fetch }),
    name: COURIER_PLATFORM,
  })
  return { adapters: { [KIND]: () => platform }, platform, close }
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
