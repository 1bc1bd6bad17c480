import { openAccountSecrets } from './people/accounts.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Config, Role } from './config.ts'
import { readJobStates, startJobs } from './jobs.ts'
import type { Job, Jobs } from './jobs.ts'
import { recordAction } from './console/admin.ts'
import { announceHouseRules } from './bot.ts'
import type { Bots } from './bot.ts'
import { listJobs, makeParts } from './module.ts'
import { MODULES } from './product.ts'
import { createSecurity } from './ops/security.ts'
import { openAccounts } from './world/accounts.ts'
import { openBots } from './world/bots.ts'
import { createInfrastructure } from './world/infrastructure.ts'
import type { Infrastructure } from './world/infrastructure.ts'
import type { Later, Overrides, World } from './world/model.ts'
import { createFriends, createMoney } from './world/money.ts'
import { VERSION } from './version.ts'
import { createProbing, watchModules } from './world/observe.ts'
import type { Probing } from './world/observe.ts'
import { createServing } from './world/serve.ts'
import { listenChannel } from './kit/live.ts'
import { LOG_CHANNEL, createLogTail } from './driver/log.ts'
import type { LogTail } from './driver/log.ts'
import { readDocuments } from './money/billing.ts'
import type { Accounting } from './money/billing.ts'
import { createDocuments } from './money/invoices.ts'
import type { Documents } from './money/invoices.ts'
import { createNotify } from './notify.ts'
import type { Notify } from './notify.ts'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { createFleetWatch } from './console/overview.ts'
import type { FleetWatch } from './console/overview.ts'

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
  const services = { secrets, security, notify, referrals, later }
  const accounts = await openAccounts(infrastructure, config, overrides, services)
  const searching = await openBots(infrastructure, config, overrides, { notify, tail, later })
  const { bots, filters } = searching
  const payers = { accounts, bots, filters, notify, identityKey }
  const { moneyDeps, ...money } = createMoney(infrastructure, config, payers)
  const parts = await makeParts(MODULES, {
    ...infrastructure,
    settings,
    timeZone: config.timeZone,
    version: VERSION,
    ...services,
    ...searching,
    ...money,
    accounts,
    recordAction,
    announceHouseRules,
    endSession: (sessionId: string) => later.http.endSession(sessionId),
  })
  const readJobs = () => readJobStates(database.pool, recurring)
  const fleetWatch = watchFleet(infrastructure, config, { ...parts, readJobs })
  // A week is judged again as long as its lines or offers are kept; a week more is kept under an open page.
  const judgedAgainMs = (Math.max(keepLogDays, settings.observations.keepDays) + 7) * DAY_MS
  const offer = {
    variants: [...config.variants],
    billing: settings.billing.charges,
    // The demo shows what it sends.
    texts: config.phone !== null || config.demo,
  }
  const recurring = listJobs(MODULES, { ...parts, keepLogDays, judgedAgainMs, offer, fleetWatch })
  const jobs = role === 'all' || role === 'jobs' ? openJobs(infrastructure, overrides, recurring) : null
  const stopWatching = jobs === null ? () => {} : watchWrites(infrastructure, fleetWatch)
  const { handlers, http, demoDoor } = createServing(infrastructure, config, overrides, {
    ...parts,
    offer,
    intervals: new Map(recurring.map(({ name, everyMs }) => [name, everyMs])),
    documents,
    tail,
  })
  watchModules(infrastructure, role, { ...parts, recurring })
  const probing = createProbing(infrastructure, config)
  const hasPages = role === 'all' || role === 'api'
  Object.assign(later, { billing: money.billing, bots, filters, http, instant: parts.instant })
  return {
    ...parts,
    moneyDeps,
    tail,
    jobs,
    recurring,
    handlers,
    http,
    demoDoor,
    listen: () => (hasPages ? http.listen(config.port, config.host) : probing.listen()),
    drain: infrastructure.health.drain,
    close: () => closeWorld(infrastructure, { ...parts, jobs, http, probing, closeTail, stopWatching }),
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

/** Opens the live log; a process that serves drivers also listens for lines that other processes write. */
function openTail(
  { db, directUrl, clock, warn }: Infrastructure,
  role: Role,
): { tail: LogTail; closeTail(): Promise<void> } {
  const tail = createLogTail({ db, clock, onFault: warn('the live log could not be read') })
  // While this connection is down the tail finds such lines by itself.
  const announcements =
    role === 'all' || role === 'api'
      ? listenChannel({
          url: directUrl,
          channel: LOG_CHANNEL,
          onMessage: tail.wake,
          clock,
          onFault: warn('announcements of the log are not heard for a moment'),
        })
      : null
  return {
    tail,
    async closeTail() {
      await announcements?.close()
      tail.close()
    },
  }
}

/** Creates notifications, and the invoices and receipts that are attached to them. */
async function openNotify(
  { database, directUrl, db, clock, logger, keyRing, gateway }: Infrastructure,
  config: Config,
  { quiet }: Overrides,
): Promise<{ documents: Documents; notify: Notify }> {
  const { settings, publicUrl, mail, phone, push, role } = config
  const documents = createDocuments(readDocuments({ db, settings: settings.billing, gateway }))
  const notify = await createNotify({
    database,
    databaseUrl: directUrl,
    clock,
    logger,
    keyRing,
    publicUrl,
    mail,
    phone,
    push,
    attach: documents.attach,
    settings: settings.messages,
    keepNewsDays: settings.news.keepDays,
    quiet,
    sends: role === 'all' || role === 'jobs',
  })
  return { documents, notify }
}

/** Creates the recurring looks at the whole service; `readJobs` reads the states of all jobs. */
function watchFleet(
  { clock, db, platform, writes }: Infrastructure,
  { settings, keyRingFile }: Config,
  services: {
    bots: Bots
    accounting: Accounting
    notify: Notify
    readJobs: () => ReturnType<typeof readJobStates>
  },
): FleetWatch {
  return createFleetWatch({
    ...services,
    db,
    clock,
    platform,
    settings: settings.incidents,
    // What this process keeps, and the embedded services with it, is beside the key ring.
    findWriteTrouble: writes.find,
    readFree: () => readFreeShare(path.dirname(keyRingFile)),
  })
}

async function readFreeShare(folder: string): Promise<number | null> {
  try {
    const { bavail, blocks } = await statfs(folder)
    return blocks > 0 ? bavail / blocks : null
  } catch {
    return null
  }
}

const LOOK_MS = 10_000

/**
 * Looks at whether the database stores anything, again and again, and tells operators when two looks in a
 * row say no, and when two say yes again; the recurring jobs cannot, since their turns are rows. Returns what
 * ends it.
 */
function watchWrites(
  { writes, clock, warn }: Pick<Infrastructure, 'writes' | 'clock' | 'warn'>,
  { tellNow }: Pick<FleetWatch, 'tellNow'>,
): () => void {
  let cancel: (() => void) | null = null
  let over = false
  let wasTroubled = false
  let before = false
  const look = async (): Promise<void> => {
    const isTroubled = (await writes.find()) !== null
    const isSure = isTroubled === before
    before = isTroubled
    if (!isSure || isTroubled === wasTroubled) return
    wasTroubled = isTroubled
    await tellNow('not_writable', isTroubled ? 'wrong' : 'over')
  }
  const again = (): void => {
    if (over) return
    cancel = clock.after(LOOK_MS, () => void look().catch(warn('operators were not told')).finally(again))
  }
  again()
  return () => {
    over = true
    cancel?.()
  }
}
