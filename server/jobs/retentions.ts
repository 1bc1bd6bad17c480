import type { Settings } from '@madruga/core/settings.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { forgetIncidents, forgetSamples } from '../console.ts'
import { forgetFirings } from '../autostart.ts'
import type { Billing } from '../billing.ts'
import { forgetMisses, forgetShadowRuns } from '../bot.ts'
import type { Bots } from '../bot.ts'
import type { Database } from '../db.ts'
import { forgetVersions } from '../filters.ts'
import type { Clock } from '../kit/clock.ts'
import { forgetLogParts, forgetLogWriters, forgetOfferHours, forgetRequestHours } from '../log.ts'
import type { Notify } from '../notify.ts'
import type { Observations } from '../observations.ts'

/** What removal by age needs from modules; it only calls their functions. */
export type RetentionDeps = {
  database: Database
  clock: Clock
  settings: Pick<Settings, 'observations'>
  bots: Pick<Bots, 'sweeps'>
  notify: Notify
  observations: Pick<Observations, 'forget'>
  billing: Pick<Billing, 'sweeps'>
  /** Retention of log lines in days. */
  keepLogDays: number
  /** Deletes expired sessions. */
  forgetSessions(): Promise<void>
  /** Deletes expired tickets and used challenges. */
  forgetTickets(): Promise<void>
}

/** Rows that are removed by their age. */
export type Retention = {
  /** The tables, as docs/scale.md lists them. */
  tables: string
  /** Removes what is too old, in batches. */
  forget(): Promise<void>
}

/** A week more than what is read: nothing disappears under a page that is open. */
const MARGIN_DAYS = 7
const HALF_YEAR_DAYS = 180
/** The console shows a month of the fleet. */
const SAMPLE_DAYS = 31 + MARGIN_DAYS
const TWO_YEARS_DAYS = 730

/**
 * Everything that is removed by its age, in one list; docs/scale.md says how old each grows and why. Log
 * lines go by whole partitions (`log.keep_partitions`), and clean reconciliations with the next one.
 */
export function listRetentions(deps: RetentionDeps): Retention[] {
  const { clock, notify, settings } = deps
  const db = deps.database.kysely
  const before = (days: number): number => clock.now() - days * DAY_MS
  // A week is judged again by the filters that were in force, as long as its lines or offers are kept.
  const readDays = Math.max(deps.keepLogDays, settings.observations.keepDays) + MARGIN_DAYS
  return [
    { tables: 'request_hours', forget: () => forgetRequestHours(db, before(readDays)) },
    { tables: 'offer_hours', forget: () => forgetOfferHours(db, before(TWO_YEARS_DAYS)) },
    { tables: 'log_parts', forget: () => forgetLogParts(db, before(deps.keepLogDays + MARGIN_DAYS)) },
    { tables: 'filters', forget: () => forgetVersions(db, before(readDays)) },
    { tables: 'attempts', forget: () => forgetMisses(db, before(readDays)) },
    { tables: 'shadow_runs, shadow_offers', forget: () => forgetShadowRuns(db, before(HALF_YEAR_DAYS)) },
    { tables: 'confirmations', forget: deps.bots.sweeps.forgetGone },
    { tables: 'autostart_firings', forget: () => forgetFirings(db, before(HALF_YEAR_DAYS)) },
    { tables: 'observations', forget: deps.observations.forget },
    { tables: 'notifications', forget: notify.forgetNews },
    { tables: 'outbox, received_messages', forget: notify.sweeps.forgetMessages },
    { tables: 'sessions, former_tokens', forget: deps.forgetSessions },
    { tables: 'code_tickets, captcha_uses, verifications', forget: deps.forgetTickets },
    { tables: 'idempotency_keys, received_events', forget: deps.billing.sweeps.forget },
    { tables: 'fleet_samples', forget: () => forgetSamples(db, before(SAMPLE_DAYS)) },
    { tables: 'incidents', forget: () => forgetIncidents(db, before(HALF_YEAR_DAYS)) },
    { tables: 'log_writers', forget: () => forgetLogWriters(db) },
  ]
}

/** Removes what is too old. One that fails keeps no other from it, and the job is tried again. */
export async function forgetAll(retentions: readonly Retention[]): Promise<void> {
  const faults: unknown[] = []
  for (const { tables, forget } of retentions)
    await forget().catch((cause: unknown) => faults.push(new Error(`${tables} not removed`, { cause })))
  if (faults.length > 0) throw faults.length === 1 ? faults[0] : new AggregateError(faults)
}
