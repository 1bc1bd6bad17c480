import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { proposeFilter } from '@madruga/core/filters.ts'
import type { CourierFilter } from '@madruga/core/filters.ts'
import { openDatabase } from '@madruga/server/db.ts'
import type { Database } from '@madruga/server/db.ts'
import { systemClock } from '@madruga/server/kit/clock.ts'
import { loadKeyRing } from '@madruga/server/kit/encryption.ts'
import { connectAccount, saveStations } from '@madruga/server/platforms.ts'
import { compareCouriers } from './compare-couriers.ts'
import { startFleet } from './fleet.ts'
import type { Fleet } from './fleet.ts'
import { injectFault } from './faults.ts'
import { openChaosPlatform } from './platform.ts'
import { pick, seededRandom } from './random.ts'
import { findOutOf, waitForNone } from './rest.ts'
import { startStandIn } from './stand-ins.ts'
import type { ChaosCourier, StandIn } from './stand-ins.ts'

const COURIERS = 16
const WORKERS = 3
/** The longest time from an accept to its last reading, with the jobs' own second, and a job's end. */
const SETTLE_MS = 25_000
/** Faults that need no way of a worker's own to the database. */
const KINDS = [
  'worker killed',
  'worker frozen',
  'worker told to end',
  'postgres killed',
  'postgres frozen',
] as const

/**
 * Kills and freezes workers and the database under searching couriers while a platform, which runs in this
 * process, lists jobs and lets rivals replace accepts. Compares with the platform's own records and exits.
 */
export async function rageAmongCouriers(plan: {
  kind: string
  seconds: number
  seed: number
  paceMs: number
}): Promise<never> {
  const random = seededRandom(plan.seed)
  console.log(
    `chaos: ${plan.kind}, ${COURIERS} couriers, ${WORKERS} workers, ${plan.seconds} s, seed ${plan.seed}`,
  )
  const standIn = await startStandIn(plan.kind, plan.seed)
  const fleet = await startFleet(WORKERS, plan.seed, { marketUrl: standIn.url, platform: standIn.platform })
  let failed = true
  try {
    failed = await run(plan, standIn, fleet, random)
  } catch (error) {
    console.error(error)
  }
  await fleet.stop(false)
  await standIn.stop()
  process.exit(failed ? 1 : 0)
}

async function run(
  { seconds, seed, paceMs }: { seconds: number; seed: number; paceMs: number },
  standIn: StandIn,
  fleet: Fleet,
  random: () => number,
): Promise<boolean> {
  const database = openDatabase(fleet.databaseUrl, { max: 6 })
  const couriers = await addCouriers(standIn, fleet, database)
  for (const index of fleet.workers.keys()) fleet.startWorker(index)
  const [down] = await waitForNone(
    async () => ((await fleet.api.hasWorkers()) ? [] : ['no worker is up']),
    60_000,
  )
  if (down !== undefined) throw new Error(down)
  const start = (one: ChaosCourier) => fleet.api.start(one.id).catch(() => {})
  await Promise.all(couriers.map(start))
  await waitForNone(() => findOutOf(database, ['running', 'sleeping']), 30_000)

  const until = performance.now() + seconds * 1_000
  const pending = new Set<Promise<void>>()
  let [faults, stops] = [0, 0]
  const supply = (async () => {
    for (; performance.now() < until; await sleep(250)) standIn.place(random)
  })()
  const restless = (async () => {
    for (; performance.now() < until; await sleep(2_000)) {
      await fleet.api.stop(pick(random, couriers).id).catch(() => {})
      stops++
      await Promise.all(couriers.map(start))
    }
  })()
  while (performance.now() < until) {
    await sleep(paceMs * (0.5 + random()))
    const { ended } = injectFault(fleet, pick(random, KINDS), random)
    faults++
    pending.add(ended)
  }
  await Promise.all([supply, restless, ...pending])
  // Wherever a bot stands, what is undecided is read back by the jobs of any worker, also after a stop.
  await sleep(SETTLE_MS / 2)
  await Promise.all(couriers.map(({ id }) => fleet.api.stop(id).catch(() => {})))
  const stuck = await waitForNone(() => findOutOf(database, ['not_running', 'failed_to_launch']), 60_000)
  await waitForNone(() => listUndecided(database), SETTLE_MS)
  const { breaches, ...figures } = await compareCouriers(database, couriers, standIn.truth())
  console.log(JSON.stringify({ seed, faults, stops, ...figures, stuck: stuck.length }))
  for (const line of [...breaches, ...stuck].slice(0, 40)) console.log(`  ${line}`)
  await database.close()
  return breaches.length + stuck.length > 0 || figures.atPlatform === 0
}

/** Provisional wins that no one has read back for the last time yet. */
async function listUndecided({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select driver_id || ' ' || offer_id as id from attempts
    where state = 'intent' or (state = 'waiting' and waiting = 'provisional')`.execute(kysely)
  return rows.map(({ id }) => id)
}

async function addCouriers(standIn: StandIn, fleet: Fleet, database: Database): Promise<ChaosCourier[]> {
  const ring = loadKeyRing(fleet.keyRingFile)
  const platform = openChaosPlatform(standIn.platform, standIn.url, systemClock)
  const db = database.kysely
  const couriers: ChaosCourier[] = []
  for (let index = 0; index < COURIERS; index++) {
    const id = `courier-${index}`
    const courier = { ...standIn.open(id), id }
    const signedIn = await platform.signIn(courier)
    const stations = signedIn.ok ? await platform.stations(signedIn.value, 'courier') : signedIn
    if (!stations.ok) throw new Error(`the platform does not answer: ${JSON.stringify(stations.problem)}`)
    await db
      .insertInto('drivers')
      .values({ id, name: id, email: `${id}@example.com`, variant: 'courier', plan_number: null })
      .execute()
    const { email, password } = courier
    const account = {
      driverId: id,
      variant: 'courier',
      platform: platform.name,
      secret: { email, password },
    } as const
    await connectAccount(db, ring, account)
    await saveStations(db, id, platform.name, 'courier', stations.value)
    const places = stations.value.map((station) => station.id)
    const filter = wideFilter(places, index % 2 === 0 ? 'hold' : 'leave')
    await db
      .insertInto('filters')
      .values({ driver_id: id, variant: 'courier', version: 1, body: JSON.stringify(filter) })
      .execute()
    couriers.push(courier)
  }
  await platform.close()
  return couriers
}

/** Any day and hour, whatever it pays. */
function wideFilter(placeIds: string[], waitlist: CourierFilter['waitlist']): CourierFilter {
  const filter = proposeFilter('courier', 'basic', 'America/Los_Angeles', placeIds) as CourierFilter
  filter.schedule.days = filter.schedule.days.map((day) => ({ ...day, allDay: true, ranges: [] }))
  filter.price.perHourMinCents = 0
  return { ...filter, unknownPay: 'take', arrivalMinutes: 0, waitlist }
}
