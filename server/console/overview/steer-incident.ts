import type { ActionName } from '@madruga/core/audit.ts'
import type { Inputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import { MOST_MUTED_MS } from '@madruga/core/incidents.ts'
import type { Actor } from '../admin.ts'
import { recordAction } from '../admin.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Db } from './model.ts'
import { holdIncident, lockIncident } from './store/incidents.ts'
import type { Hold, Incident } from './store/incidents.ts'

/**
 * Acknowledges an open incident, mutes it, or takes it over, or undoes that; it is in the audit log. Refuses
 * with `admin.incident_over`, and with `request.invalid` for a mute that ends in the past or beyond
 * `MOST_MUTED_MS`.
 */
export async function steerIncident(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  { id, ...change }: Steer,
): Promise<Incident> {
  const now = clock.now()
  const { mutedUntil = null } = change
  if (mutedUntil !== null && (mutedUntil <= now || mutedUntil > now + MOST_MUTED_MS))
    throw new AppError('request.invalid')
  return await db.transaction().execute(async (tx) => {
    const before = await lockIncident(tx, id)
    if (before === null) throw new AppError('admin.incident_over')
    for (const { action, hold, after } of readHolds(change, now)) {
      await holdIncident(tx, id, actor.id, hold)
      const { kind, subject } = before
      await recordAction(tx, actor, now, {
        action,
        details: { incident: kind, ...(subject && { subject }), ...after },
      })
    }
    return (await lockIncident(tx, id))!
  })
}

/** As it is asked for: its number, and what is to change. */
export type Steer = Omit<Inputs['admin']['steerIncident'], 'id'> & { id: number }

type Asked = { action: ActionName; hold: Hold; after: Record<string, unknown> }

function readHolds({ acknowledged, mutedUntil, owned }: Omit<Steer, 'id'>, now: number): Asked[] {
  const actions: Asked[] = []
  if (acknowledged !== undefined)
    actions.push({
      action: 'incidents.acknowledge',
      hold: { acknowledgedAt: acknowledged ? now : null },
      after: { after: acknowledged },
    })
  if (mutedUntil !== undefined)
    actions.push({ action: 'incidents.mute', hold: { mutedUntil }, after: { until: mutedUntil } })
  if (owned !== undefined)
    actions.push({ action: 'incidents.own', hold: { isOwned: owned }, after: { after: owned } })
  return actions
}
