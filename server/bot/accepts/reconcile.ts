import { setTimeout as sleep } from 'node:timers/promises'
import { openAccess } from '../../platforms.ts'
import type { Access, HeldBlock, PlatformTrouble } from '../../platforms.ts'
import { CALL_TIMEOUT_MS, SEND_WITHIN_MS } from '../deps.ts'
import type { BotDeps } from '../deps.ts'
import { eachDriver } from '../each-driver.ts'
import { readHeldBlocks } from '../held/platform-list.ts'
import { lockBots, readBotRow } from '../store/bots.ts'
import { settleAttempt } from './settle.ts'
import type { Stepped } from '../life/steps.ts'
import { applyToMany } from '../life/steps.ts'
import type { OpenAttempt, Outcome } from '../store/attempts.ts'
import { listWithOpenAttempt, readOpenAttempt } from '../store/attempts.ts'
import type { Owner } from '../store/facts.ts'
import { listedAs } from '../held/sync.ts'
import { waitForDecision } from './undecided.ts'

/**
 * The result of a reconciliation: the steps of settling, or the trouble that prevented reading the held
 * blocks.
 */
export type Reconciled = { settled: Stepped[]; problem: PlatformTrouble | null }

/**
 * Settles the accept that a searcher left open. Waits until it can be neither sent nor answered any more (1 s
 * + 3 s after the intent), then decides by the blocks that the driver holds at the platform. Rejects when
 * `signal` aborts.
 */
export async function reconcile(deps: BotDeps, driverId: string, signal?: AbortSignal): Promise<Reconciled> {
  const open = await waitOut(deps, driverId, signal)
  return await settleOpen(deps, driverId, open, NO_ANSWER)
}

/**
 * Settles the driver's accept that the platform refused and may have carried out anyway: by the blocks
 * that they hold now, or as it was refused.
 */
export async function readRefusalBack(
  deps: BotDeps,
  driverId: string,
  outcome: Outcome,
  reactionMs: number,
): Promise<Reconciled> {
  const open = await readOpenAttempt(deps.db, driverId)
  return await settleOpen(deps, driverId, open ?? null, { outcome, reactionMs })
}

/** How an accept ends of which the held blocks have nothing. */
type Unheld = { outcome: Outcome; reactionMs: number | null }

const NO_ANSWER: Unheld = { outcome: { won: false, cause: 'no_answer' }, reactionMs: null }

async function settleOpen(
  deps: BotDeps,
  driverId: string,
  open: OpenAttempt | null,
  unheld: Unheld,
): Promise<Reconciled> {
  const bot = open && (await readBotRow(deps.db, driverId))
  if (open === null || bot === null) return { settled: [], problem: null }
  const access = await openAccess(deps, driverId, bot.variant)
  if (access === null) {
    const loss = await settleAttempt(deps, driverId, open.id, unheld.outcome, unheld.reactionMs)
    return { settled: loss ? [loss] : [], problem: null }
  }
  if (!access.ok) return { settled: [], problem: access.problem }
  const reading = await readHeldBlocks(deps, driverId, access.value)
  if (!reading.ok) return { settled: [], problem: reading.problem }
  const block = reading.value.blocks.find((each) => each.offerId === open.offerId)
  const step = await settleByHeld(deps, bot, open, access.value, block, unheld)
  return { settled: step ? [step] : [], problem: null }
}

/** Decides an accept without an answer by what the held blocks say of it: absent, undecided or held. */
async function settleByHeld(
  deps: BotDeps,
  owner: Owner,
  open: OpenAttempt,
  access: Access,
  block: HeldBlock | undefined,
  { outcome, reactionMs }: Unheld,
): Promise<Stepped | null> {
  const { driverId } = owner
  const { capabilities } = access.platform
  if (block === undefined) return await settleAttempt(deps, driverId, open.id, outcome, reactionMs)
  const { blockId } = block
  const state = listedAs(block)
  // A held block of the offer is a win, even if it was forfeited later. Where a rival may replace it, also
  // one whose job runs already is read once more.
  if (state === 'held' && capabilities.readBacks <= 1)
    return await settleAttempt(deps, driverId, open.id, { won: true, blockId }, null)
  const next =
    state === 'held' ? ({ waiting: 'provisional', readBacks: 1 } as const) : { waiting: state, readBacks: 0 }
  const undecided = { ...next, blockId, attemptId: open.id, reactionMs: null }
  return await waitForDecision(deps, owner, undecided, access)
}

/**
 * Waits until the driver's open accept is settled by its own searcher (null) or old enough for a
 * reconciliation.
 */
async function waitOut(deps: BotDeps, driverId: string, signal?: AbortSignal): Promise<OpenAttempt | null> {
  while (true) {
    const open = await readOpenAttempt(deps.db, driverId)
    if (!open) return null
    const restMs = SEND_WITHIN_MS + CALL_TIMEOUT_MS - open.ageMs
    if (restMs <= 0) return open
    await sleep(Math.min(restMs, WATCH_MS), undefined, signal ? { signal } : {})
  }
}

const WATCH_MS = 200

/** Stops that one transaction settles. */
const SETTLED_AT_ONCE = 200

/**
 * Ends stops: settles the accepts that may still be open, then lets the bots cool down. Where the platform
 * does not answer, a bot stays in Pending Termination until that phase is due again. Answers the steps.
 */
export async function finishStops(deps: BotDeps, driverIds: readonly string[]): Promise<Stepped[]> {
  const open = new Set(await listWithOpenAttempt(deps.db, driverIds))
  const rest = driverIds.filter((driverId) => !open.has(driverId))
  const steps: Stepped[] = []
  for (let first = 0; first < rest.length; first += SETTLED_AT_ONCE)
    steps.push(...(await settleStopped(deps, rest.slice(first, first + SETTLED_AT_ONCE))))
  await eachDriver(deps, [...open], async (driverId) => {
    const { settled, problem } = await reconcile(deps, driverId)
    steps.push(...settled)
    if (problem === null) steps.push(...(await settleStopped(deps, [driverId])))
  })
  return steps
}

/** Lets stopped bots cool down that have no open accept. */
async function settleStopped(deps: BotDeps, driverIds: readonly string[]): Promise<Stepped[]> {
  return await applyToMany(
    deps,
    (tx) => lockBots(tx, driverIds),
    async (bots, tx) => {
      const open = new Set(await listWithOpenAttempt(tx, driverIds))
      return bots
        .filter((bot) => bot.phase === 'pending_termination' && !open.has(bot.driverId))
        .map((bot) => ({ bot, input: { type: 'settled' } as const }))
    },
  )
}
