import type { JobName } from '@madruga/core/jobs.ts'
import type { Settings } from '@madruga/core/settings.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import type { Console, FleetWatch } from './console.ts'
import type { Autostart } from './autostart.ts'
import type { Accounting } from './billing.ts'
import type { Blocks } from './blocks.ts'
import type { Bots } from './bot.ts'
import type { Database } from './db.ts'
import type { Forecast } from './forecast.ts'
import { forgetAll, listRetentions } from './jobs/retentions.ts'
import type { RetentionDeps } from './jobs/retentions.ts'
import { startJobs } from './jobs/runner.ts'
import type { Job, JobObserver, Jobs } from './jobs/runner.ts'
import { readTurns } from './jobs/store.ts'
export { retryJobs } from './jobs/store.ts'
import type { Instant } from './instant.ts'
import type { Instances } from './platforms.ts'
import type { Logger } from './kit/logger.ts'
import { keepPartitions } from './log.ts'

export type { Job, JobObserver, Jobs } from './jobs/runner.ts'

/** What recurring work needs from modules; it only calls their functions. */
export type JobsDeps = RetentionDeps & {
  settings: Pick<Settings, 'billing'>
  logger: Logger
  bots: Bots
  autostart: Pick<Autostart, 'fireDue'>
  blocks: Pick<Blocks, 'sweeps'>
  instant: Pick<Instant, 'noticeChanges'>
  forecast: Pick<Forecast, 'learn'>
  accounting: Pick<Accounting, 'sweeps'>
  fleetWatch: Pick<FleetWatch, 'sample' | 'watch'>
  instances: Pick<Instances, 'checkAgain'>
  console: Pick<Console, 'sendReports'>
}

/** A job that the console knows by name. */
type ServiceJob = Job & { name: JobName }

/**
 * All recurring jobs of the service. Each is an idempotent sweep over rows, so that missed runs do not
 * matter.
 */
export function listJobs(deps: JobsDeps): ServiceJob[] {
  return [
    ...listBotJobs(deps),
    ...listDriverJobs(deps),
    ...listRecordJobs(deps),
    ...listMoneyJobs(deps),
    ...listOperatorJobs(deps),
  ]
}

/** Jobs of the drivers' bots. */
function listBotJobs({ bots: { sweeps } }: JobsDeps): ServiceJob[] {
  return [
    { name: 'bot.stop_due', everyMs: 10 * SECOND_MS, run: sweeps.stopDue },
    { name: 'bot.wake_overdue', everyMs: 5 * SECOND_MS, run: sweeps.wakeOverdue },
    { name: 'bot.sleep_during_deliveries', everyMs: MINUTE_MS, run: sweeps.sleepDuringDeliveries },
    { name: 'bot.resume_solved', everyMs: 20 * SECOND_MS, asksOutside: true, run: sweeps.resumeSolved },
    { name: 'bot.compare_held', everyMs: 5 * SECOND_MS, asksOutside: true, run: sweeps.compareHeld },
    { name: 'bot.read_back', everyMs: SECOND_MS, asksOutside: true, run: sweeps.readBack },
    { name: 'bot.leave_online', everyMs: 10 * SECOND_MS, asksOutside: true, run: sweeps.leaveOnline },
    { name: 'bot.limit_releases', everyMs: 20 * SECOND_MS, run: sweeps.limitReleases },
    { name: 'bot.turn_shadows', everyMs: 10 * SECOND_MS, run: sweeps.turnShadows },
    { name: 'bot.end_confirmations', everyMs: 2 * SECOND_MS, run: sweeps.endConfirmations },
  ]
}

/** Jobs of what surrounds a bot: tasks, blocks, instant offers. */
function listDriverJobs({ autostart, blocks, instant }: JobsDeps): ServiceJob[] {
  return [
    { name: 'autostart.fire_due', everyMs: 5 * SECOND_MS, asksOutside: true, run: autostart.fireDue },
    { name: 'blocks.remind', everyMs: MINUTE_MS, run: blocks.sweeps.remind },
    { name: 'blocks.settle_asked', everyMs: MINUTE_MS, asksOutside: true, run: blocks.sweeps.resolvePending },
    {
      name: 'instant.notice_changes',
      everyMs: 15 * SECOND_MS,
      asksOutside: true,
      run: instant.noticeChanges,
    },
  ]
}

/** Jobs of what is stored and sent: log, forecast, notifications, removal by age. */
function listRecordJobs(deps: JobsDeps): ServiceJob[] {
  const { database, clock, notify, forecast } = deps
  return [
    {
      name: 'log.keep_partitions',
      everyMs: HOUR_MS,
      run: () => keepPartitions(database.kysely, clock.now(), deps.keepLogDays),
    },
    { name: 'retention.forget', everyMs: HOUR_MS, run: () => forgetAll(listRetentions(deps)) },
    { name: 'forecast.learn_days', everyMs: HOUR_MS, run: forecast.learn },
    { name: 'notify.fan_out', everyMs: 5 * SECOND_MS, run: notify.fanOut },
    { name: 'notify.send_due', everyMs: 5 * SECOND_MS, asksOutside: true, run: notify.sweeps.sendDue },
  ]
}

/** Jobs of invoices, payments and accounting; none where nobody pays. */
function listMoneyJobs({ billing, accounting, settings }: JobsDeps): ServiceJob[] {
  if (!settings.billing.charges) return []
  return [
    { name: 'billing.close_weeks', everyMs: MINUTE_MS, asksOutside: true, run: billing.sweeps.closeWeeks },
    { name: 'billing.collect_dues', everyMs: MINUTE_MS, run: billing.sweeps.runDunning },
    {
      name: 'billing.pay_by_themselves',
      everyMs: MINUTE_MS,
      asksOutside: true,
      run: billing.sweeps.payByThemselves,
    },
    {
      name: 'billing.ask_unsettled',
      everyMs: 10 * SECOND_MS,
      asksOutside: true,
      run: billing.sweeps.syncUnsettled,
    },
    { name: 'billing.sync_plans', everyMs: 10 * SECOND_MS, run: billing.sweeps.syncPlans },
    {
      name: 'accounting.settle_refunds',
      everyMs: 15 * SECOND_MS,
      asksOutside: true,
      run: accounting.sweeps.syncRefunds,
    },
    {
      name: 'accounting.reconcile_recent',
      everyMs: MINUTE_MS,
      asksOutside: true,
      run: accounting.sweeps.reconcileRecent,
    },
    {
      name: 'accounting.reconcile_all',
      everyMs: HOUR_MS,
      asksOutside: true,
      run: accounting.sweeps.reconcileAll,
    },
  ]
}

/** Jobs of what operators see: platforms, what their members owe, the fleet over time, and what is wrong. */
function listOperatorJobs({ fleetWatch, instances, billing, console }: JobsDeps): ServiceJob[] {
  return [
    { name: 'instances.confirm_again', everyMs: HOUR_MS, asksOutside: true, run: instances.checkAgain },
    { name: 'instances.send_reports', everyMs: HOUR_MS, run: console.sendReports },
    { name: 'instances.note_months', everyMs: HOUR_MS, run: billing.sweeps.noteMemberMonths },
    { name: 'fleet.sample', everyMs: 5 * MINUTE_MS, run: fleetWatch.sample },
    { name: 'fleet.watch', everyMs: 5 * SECOND_MS, asksOutside: true, run: fleetWatch.watch },
  ]
}

/** Starts the recurring jobs of this process; several processes share them. */
export function createJobs(
  deps: JobsDeps,
  { observe, after }: { observe?: JobObserver; after?: Promise<void> | undefined } = {},
): Jobs {
  const { database, clock, logger } = deps
  return startJobs({
    pool: database.pool,
    clock,
    logger,
    jobs: listJobs(deps),
    ...(observe && { observe }),
    ...(after && { after }),
  })
}

/** How often a job runs, since when it was not done, and how often it has failed in a row, in any process. */
export type JobState = { name: string; everyMs: number; doneMsAgo: number | null; failures: number }

/** Reads the states of those jobs that ever ran. */
export async function readJobStates(pool: Database['pool'], jobs: readonly Job[]): Promise<JobState[]> {
  const turns = new Map((await readTurns(pool)).map((turn) => [turn.job, turn]))
  return jobs.flatMap(({ name, everyMs }) => {
    const turn = turns.get(name)
    return turn ? [{ name, everyMs, doneMsAgo: turn.doneMsAgo, failures: turn.failures }] : []
  })
}
