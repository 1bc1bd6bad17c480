import { DAY_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { openAccess, takeForComparing } from '../platforms.ts'
import { syncHeldBlocks } from './sync-held.ts'
import type { HeldBlocksSync } from './sync-held.ts'
import { readDelivery } from './store/facts.ts'
import { OWNER_LOST_MS } from './lease-keeper.ts'
import type { BotDeps } from './deps.ts'
import type { EngineAction } from './placement/model.ts'
import { readBotRow } from './store/bots.ts'
import type { BotRow } from './store/bots.ts'
import { applyInput, pendingActions } from './steps.ts'
import type { Stepped } from './steps.ts'
import {
  listOverdue,
  listUnsearched,
  listWaiting,
  listDelivering,
  listWaitingForHuman,
  filterWorthComparing,
} from './store/sweeps.ts'
import { deleteConfirmations } from './store/confirmations.ts'
import { deleteGoneWorkers } from './store/workers.ts'

/**
 * How late a bot may be before the watchdog wakes it, and how long a running bot may lack a living searcher.
 */
const OVERDUE_MS = 10_000
const AT_ONCE = 8
/**
 * Comparing: every account within 15 minutes, the wait for a turn included; `most` of a turn of 5 s are
 * 90,000 in 15 minutes.
 */
const COMPARING = { everyMs: 14 * MINUTE_MS, spreadMs: 3 * MINUTE_MS, most: 500 }
/** Comparisons under way at once in a process: enough for a platform that takes half a second. */
const COMPARED_AT_ONCE = 16
/** Bots that wait for a person, of whom a platform is asked in one turn. */
const WAITING_AT_ONCE = 200
/** Bots handed over by one sweep: thousands that wait for their turn to start are not sent again together. */
const UNSEARCHED_AT_ONCE = 200

/** Takes the step of a bot that is due, in this process; needs no engine. */
export async function processDue(
  deps: BotDeps,
  driverId: string,
  gen: number,
  at: number | null = null,
): Promise<Stepped | null> {
  return await applyInput(deps, driverId, async (bot, tx) => {
    if (bot.gen !== gen || bot.dueAt === null || (at !== null && bot.dueAt !== at)) return null
    return {
      bot,
      input: { type: 'due', gen, delivery: await readDelivery(tx, driverId, bot.variant, deps.clock.now()) },
    }
  })
}

/** Takes the steps of overdue bots. Answers the steps. */
export async function wakeOverdue(deps: BotDeps): Promise<Stepped[]> {
  const rows = await listOverdue(deps.db, deps.clock.now() - OVERDUE_MS)
  const steps: Stepped[] = []
  const gens = new Map(rows.map((row) => [row.driverId, row.gen]))
  await eachDriver(deps, [...gens.keys()], async (driverId) => {
    const stepped = await processDue(deps, driverId, gens.get(driverId) ?? -1)
    if (stepped) steps.push(stepped)
  })
  return steps
}

/** Searches for running bots that no living process searches for. */
export async function findUnsearched(deps: BotDeps): Promise<EngineAction[]> {
  const rows = await listUnsearched(deps.db, {
    runningMs: OVERDUE_MS,
    ownerLostMs: OWNER_LOST_MS,
    most: UNSEARCHED_AT_ONCE,
  })
  const at = deps.clock.now()
  return rows.map(({ driverId, gen, epoch }) => ({
    type: 'search',
    driverId,
    gen,
    at,
    once: `search ${gen} ${epoch}`,
  }))
}

/** All actions that an engine without memory would have to run. */
export async function listPending(deps: BotDeps): Promise<EngineAction[]> {
  const driverIds = await listWaiting(deps.db)
  const actions: EngineAction[] = []
  await eachDriver(deps, driverIds, async (driverId) => {
    const bot = await readBotRow(deps.db, driverId)
    if (bot) actions.push(...onceEach(pendingActions(bot, deps.clock.now()), bot))
  })
  return actions
}

function onceEach(actions: readonly EngineAction[], bot: BotRow): EngineAction[] {
  return actions.map((action) => ({
    ...action,
    once:
      action.type === 'wake'
        ? `wake ${action.gen} ${action.at}`
        : `${action.type} ${action.gen} ${bot.epoch}`,
  }))
}

/** Puts running bots to sleep whose driver delivers a block and chose to sleep during delivery. */
export async function sleepDuringDeliveries(deps: BotDeps): Promise<Stepped[]> {
  const driverIds = await listDelivering(deps.db, deps.clock.now())
  const steps: Stepped[] = []
  await eachDriver(deps, driverIds, async (driverId) => {
    const stepped = await applyInput(deps, driverId, async (bot, tx) => {
      const delivery = await readDelivery(tx, driverId, bot.variant, deps.clock.now())
      return delivery ? { bot, input: { type: 'delivery_started', delivery } } : null
    })
    if (stepped) steps.push(stepped)
  })
  return steps
}

/** Resumes bots whose human check was solved, wherever the driver solved it. */
export async function resumeSolved(deps: BotDeps): Promise<Stepped[]> {
  const driverIds = await listWaitingForHuman(deps.db, WAITING_AT_ONCE)
  const steps: Stepped[] = []
  await eachDriver(deps, driverIds, async (driverId) => {
    const bot = await readBotRow(deps.db, driverId)
    if (!bot) return
    const access = await openAccess(deps, driverId, bot.variant)
    if (!access?.ok) return
    const asked = await access.value.platform.verification(access.value.tokens)
    if (!asked.ok || asked.value !== null) return
    const delivery = await readDelivery(deps.db, driverId, bot.variant, deps.clock.now())
    const stepped = await applyInput(deps, driverId, { type: 'human_solved', delivery })
    if (stepped) steps.push(stepped)
  })
  return steps
}

/**
 * Compares the platform's held blocks with ours, for drivers who have any or search for some; the longest
 * unasked first. Processes share the accounts that are due.
 */
export async function compareHeld(deps: BotDeps): Promise<HeldBlocksSync> {
  const taken = await takeForComparing(deps.db, COMPARING)
  const mine = taken.length === 0 ? [] : await filterWorthComparing(deps.db, taken)
  const total = { added: 0, changed: 0 }
  const compare = async (driverId: string): Promise<void> => {
    const { added, changed } = await compareDriver(deps, driverId)
    total.added += added
    total.changed += changed
  }
  await eachDriver(deps, mine, compare, COMPARED_AT_ONCE)
  return total
}

/** Makes one driver's blocks agree with the platform's; nothing when it does not answer. */
export async function compareDriver(deps: BotDeps, driverId: string): Promise<HeldBlocksSync> {
  const bot = await readBotRow(deps.db, driverId)
  const access = bot && (await openAccess(deps, driverId, bot.variant))
  if (!access?.ok) return { added: 0, changed: 0 }
  const { platform, tokens } = access.value
  const held = await platform.heldBlocks(tokens)
  return held.ok ? await syncHeldBlocks(deps, driverId, platform.name, held.value) : { added: 0, changed: 0 }
}

/** Retention of confirmations: as long as the log keeps its lines, and longer than any offer is listed. */
const KEEP_CONFIRMATIONS_MS = 30 * DAY_MS

/** Forgets workers that have been gone for a day, and confirmations of long ago. */
export async function forgetGone(deps: BotDeps): Promise<void> {
  await deleteConfirmations(deps.db, deps.clock.now() - KEEP_CONFIRMATIONS_MS)
  await deleteGoneWorkers(deps.db)
}

/** Works on some drivers at a time; a failure is logged and does not stop the others. */
export async function eachDriver(
  deps: BotDeps,
  driverIds: readonly string[],
  work: (driverId: string) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void> {
  const queue = driverIds.values()
  const worker = async (): Promise<void> => {
    for (const driverId of queue) {
      try {
        await work(driverId)
      } catch (error) {
        deps.logger.warn({ driverId, err: error }, 'a sweep failed for one driver')
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
