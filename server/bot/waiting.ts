import { decideWaiting, readBackIn } from '@madruga/core/bot.ts'
import type { Listed } from '@madruga/core/bot.ts'
import type { Waiting } from '@madruga/core/events.ts'
import { SECOND_MS } from '@madruga/core/time.ts'
import { recordEntries } from '../log.ts'
import { openAccess } from '../platforms.ts'
import type { HeldBlock, Platform } from '../platforms.ts'
import { announceJudging } from './announce.ts'
import type { BotDeps } from './deps.ts'
import { eachDriver } from './each-driver.ts'
import { settleAttempt } from './settle.ts'
import type { Stepped } from './steps.ts'
import { lockBot, readBotRow } from './store/bots.ts'
import { readStation } from './store/stations.ts'
import { keepWaiting, listWaiting, takeDueReadings } from './store/waiting.ts'
import type { NextReading, WaitingAttempt } from './store/waiting.ts'

/** What the held blocks say of one of them. */
export function listedAs({ state }: Pick<HeldBlock, 'state'>): Exclude<Listed, null> {
  return state === 'pending' || state === 'waitlisted' ? state : 'held'
}

/** Stores that the platform has not decided an accept, and writes the line, in one transaction. */
export async function waitForDecision(
  deps: BotDeps,
  driverId: string,
  attemptId: string,
  next: Omit<NextReading, 'readAt'>,
  reactionMs: number | null,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if ((await lockBot(tx, driverId)) === null) return
    const at = deps.clock.now()
    const readAt = at + readBackIn(next.waiting, next.readBacks)
    const attempt = await keepWaiting(tx, attemptId, { ...next, readAt }, reactionMs)
    if (!attempt?.isNew) return
    const { offer, rules, filterVersion } = attempt
    const { code: stationCode, timeZone } = await readStation(tx, attempt)
    const data = { offer, stationCode, timeZone, filterVersion, rules, waiting: next.waiting, reactionMs }
    await recordEntries(tx, driverId, [{ at, type: 'offer.waiting', data }])
  })
}

/** Drivers whose held blocks are read in one turn, and how long no other process asks for them. */
const READ_AT_ONCE = { most: 200, leaseMs: 30 * SECOND_MS }

/**
 * Reads the held blocks of drivers whose undecided accepts are due, and settles what is decided: won, or
 * taken by another. Answers the steps.
 */
export async function readBack(deps: BotDeps): Promise<Stepped[]> {
  const steps: Stepped[] = []
  const due = await takeDueReadings(deps.db, deps.clock.now(), READ_AT_ONCE)
  await eachDriver(deps, due, async (driverId) => {
    const bot = await readBotRow(deps.db, driverId)
    const access = bot && (await openAccess(deps, driverId, bot.variant))
    if (!access?.ok) return
    const { platform, tokens } = access.value
    const held = await platform.heldBlocks(tokens)
    if (held.ok) steps.push(...(await settleWaiting(deps, driverId, platform, held.value)))
  })
  return steps
}

/** Decides a driver's undecided accepts by the blocks that the platform lists for them. */
export async function settleWaiting(
  deps: BotDeps,
  driverId: string,
  platform: Pick<Platform, 'name' | 'capabilities'>,
  held: readonly HeldBlock[],
): Promise<Stepped[]> {
  const steps: Stepped[] = []
  for (const accept of await listWaiting(deps.db, driverId, platform.name)) {
    const block = held.find((each) => each.blockId === accept.blockId || each.offerId === accept.offerId)
    const stepped = await decideOne(deps, driverId, platform, accept, block)
    if (stepped) steps.push(stepped)
  }
  return steps
}

async function decideOne(
  deps: BotDeps,
  driverId: string,
  { capabilities }: Pick<Platform, 'capabilities'>,
  accept: WaitingAttempt,
  block: HeldBlock | undefined,
): Promise<Stepped | null> {
  const listed = block === undefined ? null : listedAs(block)
  const decision = decideWaiting(accept, listed, capabilities.readBacks, deps.clock.now())
  if (decision === 'won' || decision === 'taken') {
    const outcome =
      decision === 'won'
        ? ({ won: true, blockId: block!.blockId } as const)
        : ({ won: false, cause: 'taken' } as const)
    const settled = await settleAttempt(deps, driverId, accept.id, outcome, null)
    // The time of what another driver took is free again.
    if (settled && !outcome.won) await announceJudging(deps.db, driverId)
    return settled
  }
  const blockId = block?.blockId ?? accept.blockId
  await waitForDecision(deps, driverId, accept.id, { ...nextReading(accept, decision), blockId }, null)
  return null
}

/** Readings are counted for a provisional win alone. */
function nextReading(accept: WaitingAttempt, waiting: Waiting): { waiting: Waiting; readBacks: number } {
  const isStill = accept.waiting === 'provisional' && waiting === 'provisional'
  return { waiting, readBacks: waiting === 'provisional' ? (isStill ? accept.readBacks : 0) + 1 : 0 }
}
