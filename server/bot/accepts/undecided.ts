import { countReading, decideWaiting, readBackIn } from '@madruga/core/bot.ts'
import type { Waiting } from '@madruga/core/events.ts'
import { MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import { recordEntries } from '../../driver/log.ts'
import { openAccess } from '../../platforms.ts'
import type { Access, HeldBlock, Platform, PlatformReply } from '../../platforms.ts'
import type { BotDeps } from '../deps.ts'
import { eachDriver } from '../each-driver.ts'
import { readHeldBlocks, readLoss } from '../held/platform-list.ts'
import { listedAs, syncAll, wakeAfterJob } from '../held/sync.ts'
import { announceJudging } from '../life/announce.ts'
import type { Stepped } from '../life/steps.ts'
import { endJobs } from '../store/blocks.ts'
import { lockBot } from '../store/bots.ts'
import { readStation } from '../store/facts.ts'
import {
  hastenReading,
  keepWaiting,
  listUnread,
  listWaiting,
  noteWaitingLine,
  takeDueReadings,
  listElsewhere,
} from '../store/next-readings.ts'
import type { DueReading, NextReading, WaitingAttempt } from '../store/next-readings.ts'
import { settleAttempt, termsOf } from './settle.ts'
import { leavePlace, wantsNoPlace } from './wait-list.ts'

/** An accept that the platform has not decided, and what it waits for. */
type Undecided = Omit<NextReading, 'readAt'> & {
  attemptId: string
  reactionMs: number | null
  /** Of a reading that did not count: when the next one does. */
  countsAt?: number | null
}

/**
 * Stores that the platform has not decided an accept, and tells the driver. A place on a wait list is given
 * up at once where the driver wants none: answers that step, null if the accept waits.
 */
export async function waitForDecision(
  deps: BotDeps,
  owner: DueReading,
  undecided: Undecided,
  access: Access | null = null,
): Promise<Stepped | null> {
  const isLeft = undecided.waiting === 'waitlisted' && (await wantsNoPlace(deps, owner))
  await storeUndecided(deps, owner.driverId, undecided, !isLeft)
  return isLeft ? await leavePlace(deps, owner, undecided, access) : null
}

/** The row is stored first: the process that reads it back continues from there if this process ends. */
async function storeUndecided(
  deps: BotDeps,
  driverId: string,
  { attemptId, reactionMs, countsAt, ...next }: Undecided,
  isTold: boolean,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if ((await lockBot(tx, driverId)) === null) return
    const at = deps.clock.now()
    const readAt = countsAt ?? at + readBackIn(next.waiting, next.readBacks)
    const attempt = await keepWaiting(tx, attemptId, { ...next, readAt }, reactionMs)
    if (!attempt?.isNew || !isTold) return
    const { offer, rules, filterVersion, blockId } = attempt
    const station = await readStation(tx, attempt)
    const { waiting } = next
    const { code: stationCode, timeZone } = station
    const data = { offer, stationCode, timeZone, filterVersion, rules, waiting, reactionMs }
    const seq = await recordEntries(tx, driverId, [{ at, type: 'offer.waiting', data }])
    await noteWaitingLine(tx, attemptId, seq)
    await deps.news.undecided(tx, driverId, { ...termsOf(offer, station), attemptId, blockId, waiting })
  })
}

/**
 * Drivers whose held blocks are read in one turn, how long no other process asks for them, and how often a
 * running job is looked after.
 */
const READ_AT_ONCE = { most: 200, leaseMs: 30 * SECOND_MS, jobMs: MINUTE_MS }

/**
 * Reads the held blocks of drivers whose undecided accepts are due, or whose job runs without a stated end,
 * and settles what is decided: won, taken by another, or over. A stop of the bot does not end it: the driver
 * must learn what they hold. Answers the steps.
 */
export async function readBack(deps: BotDeps): Promise<Stepped[]> {
  const steps: Stepped[] = []
  const dueReadings = await takeDueReadings(deps.db, deps.clock.now(), READ_AT_ONCE)
  const byDriver = Map.groupBy(dueReadings, ({ driverId }) => driverId)
  await eachDriver(deps, [...byDriver.keys()], async (driverId) => {
    for (const owner of byDriver.get(driverId) ?? []) steps.push(...(await readOne(deps, owner)))
  })
  return steps
}

async function readOne(deps: BotDeps, owner: DueReading): Promise<Stepped[]> {
  const { driverId, variant } = owner
  const access = await openAccess(deps, driverId, variant)
  if (!access?.ok) return await giveUpUnread(deps, owner)
  const lossSteps = await giveUpElsewhere(deps, owner, access.value.platform.name)
  const settlement = await settleByReading(deps, owner, access.value)
  return [...lossSteps, ...(settlement.ok ? settlement.value : await giveUpUnread(deps, owner))]
}

/** Reads a driver's held blocks at a platform, and settles what they decide. Answers the steps. */
export async function settleByReading(
  deps: BotDeps,
  owner: DueReading,
  access: Access,
): Promise<PlatformReply<Stepped[]>> {
  const { driverId } = owner
  // Listed before the platform is asked: an answer cannot have what was accepted after it.
  const accepts = await listWaiting(deps.db, driverId, access.platform.name)
  const reading = await readHeldBlocks(deps, driverId, access)
  if (!reading.ok) return reading
  access.platform.watchHeld?.(access.tokens, reading.value.blocks, () => {
    hastenReading(deps.db, driverId, deps.clock.now()).catch((error: unknown) =>
      deps.logger.warn({ err: error }, 'a job that changed is read back with the others'),
    )
  })
  const decisions = await settleWaiting(deps, owner, access, accepts, reading.value.blocks)
  const { steps } = await syncAll(deps, driverId, access, reading.value)
  return { ok: true, value: [...decisions, ...steps] }
}

/**
 * Ends accepts that stay undecided although their work has begun, since no one can read the held blocks: the
 * account is gone, or the platform does not answer. A block that turns up later takes the miss back.
 */
async function giveUpUnread(deps: BotDeps, owner: DueReading): Promise<Stepped[]> {
  const steps: (Stepped | null)[] = []
  for (const id of await listUnread(deps.db, owner, deps.clock.now()))
    steps.push(await settleAttempt(deps, owner.driverId, id, { won: false, cause: 'unavailable' }, null))
  if (steps.length > 0) await announceJudging(deps.db, owner.driverId)
  return steps.filter((step) => step !== null)
}

/** Decides a driver's undecided accepts by the blocks that the platform lists for them. */
async function settleWaiting(
  deps: BotDeps,
  owner: DueReading,
  access: Access,
  accepts: readonly WaitingAttempt[],
  blocks: readonly HeldBlock[],
): Promise<Stepped[]> {
  const steps: Stepped[] = []
  for (const accept of accepts) {
    const block = blocks.find((each) => each.blockId === accept.blockId || each.offerId === accept.offerId)
    const step = await decideOne(deps, owner, access, accept, block)
    if (step) steps.push(step)
  }
  return steps
}

async function decideOne(
  deps: BotDeps,
  owner: DueReading,
  access: Access,
  accept: WaitingAttempt,
  block: HeldBlock | undefined,
): Promise<Stepped | null> {
  const { capabilities }: Pick<Platform, 'capabilities'> = access.platform
  const state = block === undefined ? null : listedAs(block)
  const decision = decideWaiting(accept, state, capabilities.readBacks, deps.clock.now())
  if (decision === 'won' || decision === 'taken') {
    const outcome =
      decision === 'won'
        ? ({ won: true, blockId: block!.blockId } as const)
        : ({ won: false, cause: await readLoss(access, accept.blockId) } as const)
    const step = await settleAttempt(deps, owner.driverId, accept.id, outcome, null)
    // The time of what is lost is free again.
    if (step && !outcome.won) await announceJudging(deps.db, owner.driverId)
    return step
  }
  const blockId = block?.blockId ?? accept.blockId
  const next = nextReading(accept, decision, deps.clock.now())
  return await waitForDecision(
    deps,
    owner,
    { ...next, attemptId: accept.id, blockId, reactionMs: null },
    access,
  )
}

/**
 * Readings are counted for a provisional win alone; one that does not count puts off the next one no further.
 */
function nextReading(
  accept: WaitingAttempt,
  waiting: Waiting,
  now: number,
): Pick<Undecided, 'waiting' | 'readBacks' | 'countsAt'> {
  if (waiting !== 'provisional') return { waiting, readBacks: 0 }
  const readBacks = countReading(accept, now)
  const isCounted = accept.waiting !== 'provisional' || readBacks > accept.readBacks
  return { waiting, readBacks, ...(!isCounted && { countsAt: accept.countsAt }) }
}

/**
 * Gives up what is open at platforms that the driver no longer uses, since no one can read it: an
 * undecided accept is missed, a job that began is over. Without it their time would stay occupied and the bot
 * asleep. Answers the steps.
 */
async function giveUpElsewhere(deps: BotDeps, owner: DueReading, platform: string): Promise<Stepped[]> {
  const { db, clock } = deps
  const { driverId } = owner
  const { accepts, jobs } = await listElsewhere(db, owner, platform)
  if (accepts.length + jobs.length === 0) return []
  const steps: (Stepped | null)[] = []
  for (const id of accepts)
    steps.push(await settleAttempt(deps, driverId, id, { won: false, cause: 'unavailable' }, null))
  for (const job of jobs)
    await endJobs(db, { driverId, platform: job.platform, now: clock.now() }, [job.blockId])
  await announceJudging(db, driverId)
  if (jobs.length > 0) steps.push(...(await wakeAfterJob(deps, driverId)))
  return steps.filter((step) => step !== null)
}
