import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Outputs } from '@madruga/core/contract.ts'
import type { MissCause, Waiting } from '@madruga/core/events.ts'
import { pickPay, variantOf } from '@madruga/core/offers.ts'
import type { Offer, OfferKind, Variant } from '@madruga/core/offers.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Db } from '../model.ts'

/** An undecided accept, as a calendar shows it. Its id is that of its block, if it is won. */
export type UndecidedJob = Outputs['blocks']['list']['waiting'][number]

/** The same for calendars elsewhere, which must also learn of a loss, and since when this holds. */
export type FollowedAccept = Omit<UndecidedJob, 'state'> & {
  state: UndecidedJob['state'] | 'lost'
  changedAt: Timestamp
}

/** A driver's undecided accepts of offers that start in a time span, end exclusive, by start. */
export async function listUndecided(
  db: Db,
  driverId: string,
  { from, to }: { from: Timestamp; to: Timestamp },
): Promise<UndecidedJob[]> {
  const jobs = await select(
    db,
    driverId,
    sql`a.state = 'waiting' and (a.offer ->> 'startAt')::float8 >= ${from} and (a.offer ->> 'startAt')::float8 < ${to}`,
  )
  return jobs.flatMap(({ changedAt: _changedAt, state, ...job }) =>
    state === 'waiting' ? [{ ...job, state }] : [],
  )
}

/** A driver's undecided accepts, and those that were lost after `since`, by start. */
export async function listFollowed(db: Db, driverId: string, since: Timestamp): Promise<FollowedAccept[]> {
  return await select(
    db,
    driverId,
    sql`(a.state = 'waiting' or (a.state = 'missed' and a.waiting is not null and a.settled_at > ${new Date(since)}))`,
  )
}

/** An accept that is, or was, undecided, by the id of its job. */
export type JobAccept = {
  id: string
  attemptId: string
  state: 'waiting' | 'accepted' | 'missed'
  waiting: Waiting
  cause: MissCause | null
  platform: string
  /** The platform's. */
  blockId: string
  variant: Variant
}

/** A driver's accept by the id of its job; null if there is none, or it is another driver's. */
export async function readJobAccept(db: Db, driverId: string, id: string): Promise<JobAccept | null> {
  const { rows } = await sql<Omit<JobAccept, 'variant'> & { kind: OfferKind }>`
    select block_id as id, id::text as "attemptId", state, waiting, cause, platform, platform_block_id as "blockId",
      offer ->> 'kind' as kind
    from attempts where driver_id = ${driverId} and block_id = ${id} and waiting is not null`.execute(db)
  const row = rows[0]
  if (row === undefined) return null
  const { kind, ...accept } = row
  return { ...accept, variant: variantOf(kind) }
}

type Row = Pick<UndecidedJob, 'id' | 'stationCode' | 'stationName' | 'timeZone' | 'place'> &
  Pick<UndecidedJob, 'address' | 'city' | 'acceptedAt'> & {
    offer: Offer
    waiting: Waiting
    isOpen: boolean
    settledAt: Timestamp | null
  }

/** An accept of a release that gave it no id of a block gets one at its next reading. */
async function select(db: Db, driverId: string, only: RawBuilder<unknown>): Promise<FollowedAccept[]> {
  const { rows } = await sql<Row>`
    select a.block_id as id, a.offer, a.waiting, a.state = 'waiting' as "isOpen", a.created_at as "acceptedAt",
      a.settled_at as "settledAt", coalesce(s.code, a.offer ->> 'stationId') as "stationCode",
      coalesce(s.name, '') as "stationName", s.time_zone as "timeZone", coalesce(s.address, '') as address,
      case when s.id is not null then json_build_object('latitude', s.latitude, 'longitude', s.longitude) end as place,
      coalesce(concat_ws(', ', nullif(s.city, ''), nullif(s.state, '')), '') as city
    from attempts a left join stations s on s.platform = a.platform and s.id = a.offer ->> 'stationId'
    where a.driver_id = ${driverId} and a.block_id is not null and ${only}
    order by (a.offer ->> 'startAt')::float8, a.id`.execute(db)
  return rows.map(({ offer, isOpen, settledAt, ...row }) => {
    const { stationId, kind, startAt, endAt, endEstimated, miles, stops } = offer
    return {
      ...row,
      ...pickPay(offer),
      ...(endEstimated && { endEstimated }),
      stationId,
      kind,
      startAt,
      endAt,
      miles,
      stops,
      state: isOpen ? 'waiting' : 'lost',
      changedAt: settledAt ?? row.acceptedAt,
    }
  })
}
