import { openAccountSecrets } from './accounts.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Config } from './config.ts'
import { readJobStates, startJobs } from './jobs.ts'
import type { Job, Jobs } from './jobs.ts'
import { recordAction } from './admin.ts'
import { announceHouseRules } from './bot.ts'
import { listJobs, makeParts } from './module.ts'
import { MODULES } from './product.ts'
import { createSecurity } from './security.ts'
import { openAccounts } from './world/accounts.ts'
import { openBots } from './world/bots.ts'
import { createInfrastructure } from './world/infrastructure.ts'
import type { Infrastructure } from './world/infrastructure.ts'
import { openTail } from './world/log.ts'
import type { Later, Overrides, World } from './world/model.ts'
import { createFriends, createMoney } from './world/money.ts'
import { openNotify } from './world/notify.ts'
import { VERSION } from './version.ts'
import { createProbing, watchModules } from './world/observe.ts'
import type { Probing } from './world/observe.ts'
import { watchFleet } from './world/operations.ts'
import { createServing } from './world/serve.ts'
import { watchWrites } from './world/watch-writes.ts'

export { createProcessLogger } from './world/logger.ts'
export type { Overrides, World } from './world/model.ts'

/**
 * Creates one process of the product: checks the database and its key ring, gives every module what it needs,
 * and sets the callbacks from lower modules to higher ones. Only this file and its folder know all modules.
 */
export async function createWorld(config: Config, overrides: Overrides = {}): Promise<World> {
  const infrastructure = await createInfrastructure(config, overrides)
  const { clock, logger, keyRing, database, db } = infrastructure
  const { role, keepLogDays, settings } = config
  const secrets = await openAccountSecrets(db, keyRing, clock)
  const identityKey = secrets.secret
  const security = createSecurity({ logger, secret: identityKey })
  infrastructure.onRotated(() => security.record({ kind: 'keys.rotated' }))
  const later = {} as Later
  const { tail, closeTail } = openTail(infrastructure, role)
  const { documents, notify } = await openNotify(infrastructure, config, overrides)
  const referrals = createFriends(infrastructure, config, notify, identityKey)
  const known = { secrets, security, notify, referrals, later }
  const accounts = await openAccounts(infrastructure, config, overrides, known)
  const searching = await openBots(infrastructure, config, overrides, { notify, tail, later })
  const { bots, filters } = searching
  const payers = { accounts, bots, filters, notify, identityKey }
  const { moneyDeps, ...money } = createMoney(infrastructure, config, payers)
  const made = await makeParts(MODULES, {
    ...infrastructure,
    settings,
    timeZone: config.timeZone,
    version: VERSION,
    ...known,
    ...searching,
    ...money,
    accounts,
    recordAction,
    announceHouseRules,
    endSession: (sessionId: string) => later.http.endSession(sessionId),
  })
  const readJobs = () => readJobStates(database.pool, recurring)
  const fleetWatch = watchFleet(infrastructure, config, { ...made, readJobs })
  // A week is judged again as long as its lines or offers are kept; a week more is kept under an open page.
  const judgedAgainMs = (Math.max(keepLogDays, settings.observations.keepDays) + 7) * DAY_MS
  const offer = { variants: [...config.variants], billing: settings.billing.charges }
  const recurring = listJobs(MODULES, { ...made, keepLogDays, judgedAgainMs, offer, fleetWatch })
  const jobs = role === 'all' || role === 'jobs' ? openJobs(infrastructure, overrides, recurring) : null
  const stopWatching = jobs === null ? () => {} : watchWrites(infrastructure, fleetWatch)
  const { handlers, http, demoDoor } = createServing(infrastructure, config, overrides, {
    ...made,
    offer,
    intervals: new Map(recurring.map(({ name, everyMs }) => [name, everyMs])),
    documents,
    tail,
  })
  watchModules(infrastructure, role, { ...made, recurring })
  const probing = createProbing(infrastructure, config)
  const hasPages = role === 'all' || role === 'api'
  Object.assign(later, { billing: money.billing, bots, filters, http, instant: made.instant })
  return {
    ...made,
    moneyDeps,
    tail,
    jobs,
    recurring,
    handlers,
    http,
    demoDoor,
    listen: () => (hasPages ? http.listen(config.port, config.host) : probing.listen()),
    drain: infrastructure.health.drain,
    close: () => closeWorld(infrastructure, { ...made, jobs, http, probing, closeTail, stopWatching }),
  }
}

function openJobs(
  { database, clock, logger, metrics }: Infrastructure,
  { jobsAfter }: Overrides,
  jobs: readonly Job[],
): Jobs {
  const timing = { observe: metrics.jobs, ...(jobsAfter && { after: jobsAfter }) }
  return startJobs({ pool: database.pool, clock, logger, jobs, ...timing })
}

/**
 * Ends requests and searches under way, then what they write through, then the connections; probes hear of it
 * from first to last.
 */
async function closeWorld(
  {
    closeClock,
    platforms,
    dates,
    database,
    probing: probingConnection,
    health,
    tracing,
    warn,
  }: Infrastructure,
  parts: Pick<World, 'admin' | 'bots' | 'http' | 'jobs' | 'notify' | 'observations'> & {
    probing: Probing
    closeTail(): Promise<void>
    stopWatching(): void
  },
): Promise<void> {
  health.drain()
  parts.stopWatching()
  // Requests and recurring work finish side by side: a process has only so long to end.
  const requests = async () => {
    await parts.http.close()
    await parts.admin.idle()
  }
  await Promise.all([requests(), parts.jobs?.close()])
  await parts.bots.close()
  await parts.observations.close().catch(warn('observations lost'))
  await parts.notify.close()
  await parts.closeTail()
  await platforms.close()
  await dates.close()
  await parts.probing.close()
  await tracing?.close()
  await closeClock()
  await probingConnection.close()
  await database.close()
}
