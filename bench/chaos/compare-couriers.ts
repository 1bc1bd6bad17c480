import { sql } from 'kysely'
import type { Database } from '@madruga/server/db.ts'
import type { ChaosCourier, Truth } from './stand-ins.ts'

/** What a courier run came to; all but the first five must be 0. */
export type CourierComparison = {
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
export async function compareCouriers(
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
