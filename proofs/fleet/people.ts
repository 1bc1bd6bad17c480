import { proposeFilter } from '@madruga/core/filters.ts'
import type { Database } from '@madruga/server/db.ts'
import type { KeyRing } from '@madruga/server/kit/encryption.ts'
import { connectAccount, saveStations } from '@madruga/server/platforms.ts'
import type { Platform } from '@madruga/server/platforms.ts'
import type { RunningMarket } from '@madruga/simulator/running-market.ts'

const METRO = 'los-angeles'
const AT_ONCE = 16
/** The least that each asks for. */
export const LEAST_CENTS = 2_000

/** A driver of the fleet, on both sides. */
export type FleetDriver = { id: string; marketId: string; stationId: string }

/** Opens accounts at the market and with us, connected, with stations and a filter for all day. */
export async function addFleetDrivers(
  { market }: RunningMarket,
  { kysely: db }: Database,
  keyRing: KeyRing,
  platform: Platform,
  count: number,
): Promise<FleetDriver[]> {
  const drivers = Array.from({ length: count }, (_, index) => {
    const id = `driver-${String(index).padStart(5, '0')}`
    const secret = { email: `${id}@example.com`, password: `password-${index}` }
    const account = market.rules.openAccount(market.world, { ...secret, variant: 'amazon', metro: METRO })
    return { id, secret, marketId: account.driverId }
  })
  const stations = await readMetro(platform, drivers[0]!.secret)
  const stationIds = stations.map((station) => station.id)
  const filter = proposeFilter('amazon', 'basic', 'America/Los_Angeles', stationIds)
  filter.schedule.days = filter.schedule.days.map((day) => ({ ...day, allDay: true, ranges: [] }))
  if (filter.variant === 'amazon') filter.shared.price.totalMinCents = LEAST_CENTS
  const body = JSON.stringify(filter)
  const waiting = drivers.values()
  const addNext = async (): Promise<void> => {
    for (const { id, secret } of waiting) {
      const row = { id, name: id, email: secret.email, time_zone: 'America/Los_Angeles', plan_number: null }
      await db.insertInto('drivers').values(row).execute()
      const account = { driverId: id, variant: 'amazon', platform: platform.name, secret } as const
      await connectAccount(db, keyRing, account)
      await saveStations(db, id, platform.name, 'amazon', stations)
      await db.insertInto('filters').values({ driver_id: id, variant: 'amazon', version: 1, body }).execute()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, addNext))
  const stationId = stationIds[0] ?? ''
  return drivers.map(({ id, marketId }) => ({ id, marketId, stationId }))
}

async function readMetro(platform: Platform, secret: { email: string; password: string }) {
  const signedIn = await platform.signIn(secret)
  const stations = signedIn.ok ? await platform.stations(signedIn.value, 'amazon') : signedIn
  if (!stations.ok) throw new Error(`the market does not answer: ${stations.problem.trouble}`)
  return stations.value
}

/** Drivers from whom the market has received a poll. */
export function countPolling({ market }: RunningMarket, drivers: readonly FleetDriver[]): number {
  return drivers.filter(({ marketId }) => market.findDriver(marketId).searches.length > 0).length
}

/** Polls that the market has received from these drivers so far. */
export function countPolls(market: RunningMarket, drivers: readonly FleetDriver[]): number {
  return countEach(market, drivers).reduce((sum, polls) => sum + polls, 0)
}

/** The same of each of them. */
export function countEach({ market }: RunningMarket, drivers: readonly FleetDriver[]): number[] {
  return drivers.map(({ marketId }) =>
    market.findDriver(marketId).searches.reduce((sum, { count }) => sum + count, 0),
  )
}
