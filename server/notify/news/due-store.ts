import { sql } from 'kysely'
import type { Variant } from '@madruga/core/offers.ts'
import type { NewsContent, Reachable, StoredSettings } from '@madruga/core/notify.ts'
import type { Db } from '../model.ts'

/** A claimed row with all inputs of the decision. */
export type ClaimedNews = NewsContent &
  Reachable & {
    id: number
    driverId: string
    round: number
    at: number
    acknowledged: boolean
    humanAwaited: boolean
    language: 'en' | 'es'
    timeZone: string
    variant: Variant
    stored: StoredSettings | null
  }

/**
 * Locks what is due and nobody else has, `most` at a time. The driver's row is held too, since messages refer
 * to it: one whose driver is just being deleted is passed over instead of waited for.
 */
export async function claimDueNews(tx: Db, now: number, most: number): Promise<ClaimedNews[]> {
  const { rows } = await sql<ClaimedNews>`
    select n.id, n.driver_id as "driverId", n.kind, n.params, n.round, n.created_at as at,
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

/** Stores the next round of a piece of news; null = there is none. */
export async function setNextRound(tx: Db, id: number, round: number, dueAt: number | null): Promise<void> {
  await sql`update notifications set round = ${round}, due_at = ${dueAt === null ? null : new Date(dueAt)}
    where id = ${id}`.execute(tx)
}
