import { sql } from 'kysely'
import type { Variant } from '@madruga/core/offers.ts'
import type { BurstMinute, NewsContent, OfferNews, Reachable, StoredSettings } from '@madruga/core/notify.ts'
import { MATTERING } from '@madruga/core/notify.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { Db } from '../model.ts'

/** A claimed row with all inputs of the decision. */
export type ClaimedNews = NewsContent &
  Reachable & {
    id: number
    driverId: string
    round: number
    at: number
    /** Whether it is known already to be told alone, or as a group. */
    isSorted: boolean
    acknowledged: boolean
    humanAwaited: boolean
    language: Language
    timeZone: string
    variant: Variant
    stored: StoredSettings | null
  }

/**
 * Locks what is due and no one else has, `most` at a time. The driver's row is held too, since messages refer
 * to it: one whose driver is just being deleted is passed over instead of waited for.
 */
export async function claimDueNews(tx: Db, now: number, most: number): Promise<ClaimedNews[]> {
  const { rows } = await sql<ClaimedNews>`
    select n.id, n.driver_id as "driverId", n.kind, n.params, n.round, n.created_at as at,
      n.round > 0 or n.burst_until is not null as "isSorted",
      n.acknowledged_at is not null as acknowledged, d.language, d.time_zone as "timeZone", d.variant,
      d.email, d.preferred_email as "preferredEmail", d.phone, d.phone_confirmed as "phoneConfirmed",
      array(select p.id from push_devices p where p.driver_id = d.id order by p.created_at, p.id) as "pushDeviceIds",
      exists (select from bots b where b.driver_id = d.id and b.reason = 'human_verification'
        and b.phase in ('sleeping', 'failed_to_launch')) as "humanAwaited",
      case when s.driver_id is not null then
        jsonb_build_object('routes', s.routes, 'channels', s.channels, 'quiet', s.quiet, 'repeat', s.repeat) end as stored
    from notifications n join drivers d on d.id = n.driver_id
    left join notification_settings s on s.driver_id = n.driver_id
    where n.due_at <= ${new Date(now)}
    order by n.due_at, n.id limit ${most}
    for update of n skip locked
    for key share of d skip locked`.execute(tx)
  return rows
}

// Any unused number: with a driver's id it is the lock of their bursts.
const BURSTS_LOCK = 7_301_946_024

/**
 * Waits until no other fan-out sorts news of these drivers. The caller holds news of them, and its rows are
 * never waited for below, so that two cannot wait for each other.
 */
export async function lockBursts(tx: Db, driverIds: readonly string[]): Promise<void> {
  if (driverIds.length === 0) return
  await sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(id, ${BURSTS_LOCK}) as key from unnest(${[...driverIds]}::text[]) as id
    order by 1) as keys`.execute(tx)
}

/** A minute that was not over at some time: its first notification, and the group of what followed. */
export type StoredMinute = BurstMinute & { lead: NewsContent; group: OfferNews | null }

/**
 * A driver's minutes that were not over at `at`, newest first. A group that is not told yet is locked; one
 * that someone else holds counts as told.
 */
export async function readMinutes(tx: Db, driverId: string, at: Timestamp): Promise<StoredMinute[]> {
  const { rows } = await sql<{ leadId: number; lead: NewsContent; until: number; groupId: number | null }>`
    select l.id as "leadId", jsonb_build_object('kind', l.kind, 'params', l.params) as lead, l.burst_until as until,
      (select g.id from notifications g where g.driver_id = l.driver_id and g.event = ${GROUP} || l.id) as "groupId"
    from notifications l
    where l.driver_id = ${driverId} and l.burst_until > ${new Date(at)} and not starts_with(l.event, ${GROUP})
    order by l.id desc`.execute(tx)
  const groupIds = rows.flatMap(({ groupId }) => groupId ?? [])
  const { rows: groups } = await sql<{ id: number; group: OfferNews; dueAt: number }>`
    select id, jsonb_build_object('kind', kind, 'params', params) as "group", due_at as "dueAt" from notifications
    where id = any(${groupIds}::bigint[]) and due_at = burst_until
    for update skip locked`.execute(tx)
  const open = new Map(groups.map((each) => [each.id, each]))
  return rows.map(({ leadId, lead, until, groupId }) => {
    const openGroup = groupId === null ? undefined : open.get(groupId)
    const groupDueAt = groupId === null ? null : (openGroup?.dueAt ?? 'told')
    return { leadId, lead, until, groupDueAt, group: openGroup?.group ?? null }
  })
}

/** The event of a group begins so; the id of the one that was told at once follows. */
const GROUP = 'burst:'

/** Stores that a notification is told at once and begins a minute. */
export async function beginMinute(tx: Db, id: number, until: Timestamp): Promise<void> {
  await sql`update notifications set burst_until = ${new Date(until)} where id = ${id}`.execute(tx)
}

/**
 * Puts a notification into the group of a minute, which is told at `dueAt`: its inbox entry is new again.
 * Until then its `due_at` is its `burst_until`.
 */
export async function storeGroup(
  tx: Db,
  { id, driverId, at }: Pick<ClaimedNews, 'id' | 'driverId' | 'at'>,
  { leadId, dueAt, group }: { leadId: number; dueAt: Timestamp; group: OfferNews },
): Promise<void> {
  const due = new Date(dueAt)
  await sql`
    with stored as (
      insert into notifications (driver_id, kind, params, event, matters, created_at, due_at, burst_until)
      values (${driverId}, ${group.kind}, ${JSON.stringify(group.params)}, ${GROUP + leadId},
        ${MATTERING.includes(group.kind)}, ${new Date(at)}, ${due}, ${due})
      on conflict (driver_id, event) do update set params = excluded.params, due_at = excluded.due_at,
        burst_until = excluded.burst_until, read_at = null
      returning id)
    update notifications n set joined_to = stored.id, due_at = null from stored where n.id = ${id}`.execute(
    tx,
  )
}

/** What a claimed group tells of now: more may have joined it since it was claimed. */
export async function readContent(tx: Db, id: number): Promise<NewsContent> {
  const { rows } = await sql<NewsContent>`select kind, params from notifications where id = ${id}`.execute(tx)
  return rows[0]!
}

/** Stores the next round of a piece of news; null = there is none. */
export async function setNextRound(tx: Db, id: number, round: number, dueAt: number | null): Promise<void> {
  await sql`update notifications set round = ${round}, due_at = ${dueAt === null ? null : new Date(dueAt)}
    where id = ${id}`.execute(tx)
}
