import { proposeFilter } from '@madruga/core/filters.ts'
import type { Filter } from '@madruga/core/filters.ts'
import type { Database } from '@madruga/server/db.ts'
import { loadKeyRing } from '@madruga/server/kit/encryption.ts'
import { connectAccount, createMarketPlatform } from '@madruga/server/platforms.ts'
import { systemClock } from '@madruga/server/kit/clock.ts'
import type { Fleet } from './fleet.ts'

/** A driver of a chaos run, on both sides. */
export type ChaosDriver = { id: string; marketId: string; stationIds: string[]; filter: Filter }

const METRO = 'los-angeles'

/** Opens accounts at the market and with us; every other driver sleeps less and has a stricter filter. */
export async function addDrivers(fleet: Fleet, database: Database, count: number): Promise<ChaosDriver[]> {
  const ring = loadKeyRing(fleet.keyRingFile)
  const platform = createMarketPlatform({ url: fleet.marketUrl, clock: systemClock })
  const drivers: ChaosDriver[] = []
  let stationIds: string[] = []
  for (let index = 0; index < count; index++) {
    const id = `driver-${String(index).padStart(4, '0')}`
    const secret = { email: `${id}@example.com`, password: `password-${index}` }
    const { driverId } = await callMarket<{ driverId: string }>(fleet, 'POST', '/admin/drivers', {
      ...secret,
      variant: 'amazon',
      metro: METRO,
    })
    // Hour limits are not tested here; the market would refuse by them after a few blocks.
    await callMarket(fleet, 'POST', `/admin/drivers/${driverId}/hour-limit`, { minutes: 24 * 60 })
    if (stationIds.length === 0) {
      const tokens = await platform.signIn(secret)
      const stations = tokens.ok ? await platform.stations(tokens.value, 'amazon') : tokens
      if (!stations.ok) throw new Error(`the market does not answer: ${JSON.stringify(stations)}`)
      stationIds = stations.value.map((station) => station.id)
    }
    const filter = wideFilter(stationIds)
    await database.kysely
      .insertInto('drivers')
      .values({ id, name: id, email: secret.email, time_zone: 'America/Los_Angeles', plan_number: null })
      .execute()
    const account = { driverId: id, variant: 'amazon', platform: platform.name, secret } as const
    await connectAccount(database.kysely, ring, account)
    await database.kysely
      .insertInto('filters')
      .values({ driver_id: id, variant: 'amazon', version: 1, body: JSON.stringify(filter) })
      .execute()
    drivers.push({ id, marketId: driverId, stationIds, filter })
  }
  await platform.close()
  return drivers
}

/** Any day and hour, at least $20 an hour, half an hour to get there. */
function wideFilter(stationIds: string[]): Filter {
  const filter = proposeFilter('amazon', 'basic', 'America/Los_Angeles', stationIds)
  filter.schedule.days = filter.schedule.days.map((day) => ({ ...day, allDay: true, ranges: [] }))
  return filter
}

/** Calls the market's admin API; rejects with its answer if it refuses. */
export async function callMarket<T>(
  fleet: Pick<Fleet, 'marketUrl'>,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await fetch(fleet.marketUrl + path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the market refuses ${method} ${path}: ${answer.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}
