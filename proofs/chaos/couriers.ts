import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { proposeFilter } from '@madruga/core/filters.ts'
import type { CourierFilter } from '@madruga/core/filters.ts'
import { openDatabase } from '@madruga/server/db.ts'
import type { Database } from '@madruga/server/db.ts'
import { systemClock } from '@madruga/server/kit/clock.ts'
import { loadKeyRing } from '@madruga/server/kit/encryption.ts'
import { connectAccount, saveStations } from '@madruga/server/platforms.ts'
import { startFleet } from './fleet.ts'
import type { Fleet } from './fleet.ts'
import { injectFault } from './faults.ts'
import { openChaosPlatform } from './platform.ts'
import { pick, seededRandom } from './random.ts'
import { findOutOf, waitForNone } from './rest.ts'
import { startStandIn } from './stand-ins.ts'
import type { ChaosCourier, StandIn, Truth } from './stand-ins.ts'

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

/** What a courier run came to; all but the first five must be 0. */
type CourierComparison = {
  /** Accepts that the platform did not refuse. */
  accepts: number
  atPlatform: number
  ours: number
  /** Accepts that the platform gave to another afterwards, and those on wait lists or pending at the end. */
  raced: number
  waiting: number
  /** Held at the platform and unknown to us; ours and not held there. */
  lost: number
  phantom: number
  /** Overlapping jobs of one courier, and accepts of one beyond a job's listings, refused or not. */
  double: number
  /**
   * What another driver got, and no line of its courier's log says so; and accepts that were told as
   * undecided, without a notification of how that ended.
   */
  untold: number
  breaches: string[]
}

type Ours = { driverId: string; jobId: string; state: string }

function keyOf({ driverId, jobId }: Pick<Ours, 'driverId' | 'jobId'>): string {
  return `${driverId} ${jobId}`
}

function count(what: string, found: readonly string[]): string[] {
  return found.map((each) => `${what}: ${each}`)
}

/** Compares what couriers hold by the platform's own records with our blocks, attempts and logs. */
async function compareCouriers(
  { kysely: db }: Database,
  couriers: readonly ChaosCourier[],
  { held, raced, accepts, countListings }: Truth,
): Promise<CourierComparison> {
  const blocks = (
    await sql<Ours>`select driver_id as "driverId", split_part(offer_id, '~', 1) as "jobId", state from blocks`.execute(
      db,
    )
  ).rows
  const attempts = (
    await sql<Ours>`select driver_id as "driverId", split_part(offer_id, '~', 1) as "jobId", state from attempts`.execute(
      db,
    )
  ).rows
  const missed = (
    await sql<Omit<Ours, 'state'>>`
      select driver_id as "driverId", split_part(data->'offer'->>'id', '~', 1) as "jobId" from log_entries
      where type = 'offer.missed'`.execute(db)
  ).rows
  const idOf = new Map(couriers.map(({ platformId, id }) => [platformId, id]))
  const theirs = held.flatMap((job) => {
    const driverId = idOf.get(job.platformId)
    return driverId === undefined ? [] : [{ ...job, driverId }]
  })
  // What was lost after it was won was told as lost.
  const ours = blocks.filter(({ state }) => state !== 'forfeited')
  const known = new Set([...ours, ...attempts.filter(({ state }) => state === 'waiting')].map(keyOf))
  const real = new Set(theirs.map(keyOf))
  const isTold = new Set(missed.map(keyOf))
  const replaced = raced.flatMap(({ platformId, jobId }) => {
    const driverId = idOf.get(platformId)
    return driverId === undefined || real.has(`${driverId} ${jobId}`) ? [] : [{ driverId, jobId }]
  })
  const lost = count(
    'lost',
    theirs.map(keyOf).filter((key) => !known.has(key)),
  )
  const phantom = count(
    'phantom',
    ours.map(keyOf).filter((key) => !real.has(key)),
  )
  const double = count('double', [
    ...findOverlaps(theirs),
    ...findRepeated(accepts, countListings).map((key) => `accepted again: ${key}`),
  ])
  const untold = count('untold', [
    ...replaced.map(keyOf).filter((key) => !isTold.has(key)),
    ...(await listUntold(db)),
  ])
  return {
    accepts: accepts.filter(({ isGiven }) => isGiven).length,
    atPlatform: theirs.length,
    ours: ours.length,
    raced: replaced.length,
    waiting: attempts.filter(({ state }) => state === 'waiting').length,
    lost: lost.length,
    phantom: phantom.length,
    double: double.length,
    untold: untold.length,
    breaches: [...lost, ...phantom, ...double, ...untold],
  }
}

function findOverlaps(
  theirs: readonly { driverId: string; jobId: string; startAt: number; endAt: number }[],
): string[] {
  return [...Map.groupBy(theirs, ({ driverId }) => driverId).values()].flatMap((mine) =>
    mine
      .toSorted((one, other) => one.startAt - other.startAt)
      .flatMap((job, index, all) => {
        const before = all[index - 1]
        return before && before.endAt > job.startAt ? [`${job.driverId} ${before.jobId} ${job.jobId}`] : []
      }),
  )
}

/** Each listing of a job is accepted once at most by one courier, whatever the platform answers. */
function findRepeated(accepts: Truth['accepts'], countListings: Truth['countListings']): string[] {
  const sent = Map.groupBy(accepts, ({ platformId, jobId }) => `${platformId} ${jobId}`)
  return [...sent].flatMap(([key, [first, ...more]]) =>
    first !== undefined && 1 + more.length > countListings(first.jobId) ? [key] : [],
  )
}

/** Decided accepts that were told as undecided, and whose decision was not. */
async function listUntold(db: Database['kysely']): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.driver_id || ' ' || a.offer_id || ' is ' || a.state || ' without its notification' as id
    from attempts a join notifications w on w.driver_id = a.driver_id and w.event like 'waiting:' || a.id || ':%'
    where a.state in ('accepted', 'missed') and not exists (
      select from notifications n where n.driver_id = a.driver_id and (n.event = 'taken:' || a.id
        or a.state = 'accepted' and n.event in (select 'block:' || b.id from blocks b where b.attempt_id = a.id)))`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
