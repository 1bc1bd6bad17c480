import { DAY_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { openAccess, takeForComparing } from '../../platforms.ts'
import { compareWith } from '../held/sync.ts'
import type { Compared } from '../held/sync.ts'
import { readDelivery } from '../store/facts.ts'
import type { BotDeps } from '../deps.ts'
import { takeDue } from './due.ts'
import { eachDriver } from '../each-driver.ts'
import { readBotRow } from '../store/bots.ts'
import { applyInput } from './steps.ts'
import type { Stepped } from './steps.ts'
import { filterWorthComparing, listDelivering, listWaitingForHuman } from '../store/sweeps.ts'
import { deleteAwards } from '../store/awards.ts'
import { deleteConfirmations } from '../store/confirmations.ts'

/** How late a bot may be before a process that does not search takes its step. */
const OVERDUE_MS = 10_000
/**
 * Comparing: every account within 15 minutes, the wait for a turn included; `most` of a turn of 5 s are
 * 90,000 in 15 minutes.
 */
export const COMPARING = { everyMs: 14 * MINUTE_MS, spreadMs: 3 * MINUTE_MS, most: 500 }
/** Comparisons under way at once in a process: enough for a platform that takes half a second. */
const COMPARED_AT_ONCE = 16
/** Bots that wait for a person, of whom a platform is asked in one turn. */
const WAITING_AT_ONCE = 200

/** Takes the steps of overdue bots, whether any worker lives or not. Answers the steps. */
export async function wakeOverdue(deps: BotDeps): Promise<Stepped[]> {
  return await takeDue(deps, deps.clock.now() - OVERDUE_MS)
}

/** Puts running bots to sleep whose driver delivers a block and chose to sleep during delivery. */
export async function sleepDuringDeliveries(deps: BotDeps): Promise<Stepped[]> {
  const driverIds = await listDelivering(deps.db, deps.clock.now())
  const steps: Stepped[] = []
  await eachDriver(deps, driverIds, async (driverId) => {
    const step = await applyInput(deps, driverId, async (bot, tx) => {
      const delivery = await readDelivery(tx, driverId, bot.variant, deps.clock.now())
      return delivery ? { bot, input: { type: 'delivery_started', delivery } } : null
    })
    if (step) steps.push(step)
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
    const verification = await access.value.platform.verification(access.value.tokens)
    if (!verification.ok || verification.value !== null) return
    const delivery = await readDelivery(deps.db, driverId, bot.variant, deps.clock.now())
    const step = await applyInput(deps, driverId, { type: 'human_solved', delivery })
    if (step) steps.push(step)
  })
  return steps
}

/**
 * Compares the platform's held blocks with ours, for drivers who have any or search for some; the longest
 * unasked first. Processes share the accounts that are due. Answers the steps.
 */
export async function compareHeld(deps: BotDeps): Promise<Compared> {
  const accounts = await takeForComparing(deps.db, COMPARING)
  const mine = accounts.length === 0 ? [] : await filterWorthComparing(deps.db, accounts)
  const total: Compared = { added: 0, changed: 0, steps: [] }
  const compare = async (driverId: string): Promise<void> => {
    const { added, changed, steps } = await compareDriver(deps, driverId)
    total.added += added
    total.changed += changed
    total.steps.push(...steps)
  }
  await eachDriver(deps, mine, compare, COMPARED_AT_ONCE)
  return total
}

/** Makes one driver's blocks agree with the platform's, if it answers. Answers the steps. */
export async function compareDriver(deps: BotDeps, driverId: string): Promise<Compared> {
  const bot = await readBotRow(deps.db, driverId)
  const access = bot && (await openAccess(deps, driverId, bot.variant))
  const comparison = access?.ok ? await compareWith(deps, bot!, access.value) : null
  return comparison?.ok ? comparison.value : { added: 0, changed: 0, steps: [] }
}

/**
 * Retention of confirmations and awards: as long as the log keeps its lines, and longer than any offer is
 * listed.
 */
const KEEP_MS = 30 * DAY_MS

/** Forgets confirmations and awards of long ago. */
export async function forgetGone(deps: BotDeps): Promise<void> {
  const before = deps.clock.now() - KEEP_MS
  await deleteConfirmations(deps.db, before)
  await deleteAwards(deps.db, before)
}
