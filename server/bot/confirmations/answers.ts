import type { BotReason } from '@madruga/core/bot-states.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { MissCause } from '@madruga/core/events.ts'
import { compileFilter } from '@madruga/core/filters.ts'
import { hasWaitListPlace } from '@madruga/core/house-rules.ts'
import { readGeography } from '../../driver/filters.ts'
import { openAccess } from '../../platforms.ts'
import type { AcceptResult } from '../../platforms.ts'
import { announceAnswer } from '../life/announce.ts'
import { loseConfirmation } from './requests.ts'
import { readFilter, readHeld } from '../store/facts.ts'
import { CAUSES, decide } from '../accepts/fence.ts'
import { SEND_WITHIN_MS } from '../deps.ts'
import type { BotDeps } from '../deps.ts'
import { lockBot, pickClaim, readBotRow } from '../store/bots.ts'
import type { BotRow } from '../store/bots.ts'
import { findCrossing } from '../search/loop.ts'
import { settleAttempt } from '../accepts/settle.ts'
import { waitForDecision } from '../accepts/undecided.ts'
import { applyAsOwner } from '../life/steps.ts'
import type { Stepped } from '../life/steps.ts'
import { eachDriver } from '../each-driver.ts'
import {
  expireConfirmations,
  listForgotten,
  readAnswered,
  readConfirmation,
  updateAnswer,
} from '../store/confirmations.ts'
import type { Answered, ConfirmationView } from '../store/confirmations.ts'
import { writeIntent } from '../store/attempts.ts'

/** Reasons of a sleep in which no request may go out, and the cause of a miss that a yes then becomes. */
const FORBIDDING: Partial<Record<BotReason, MissCause>> = {
  aggressive_search: 'quota',
  shared_limit: 'quota',
  human_verification: 'human_verification',
  platform_unavailable: 'unavailable',
  platform_turned_off: 'unavailable',
  unexpected_reply: 'unavailable',
}

/**
 * Stores a driver's answer to a confirmation. The first answer of several devices counts. Refuses with
 * `bot.confirmation_over` if it was answered before, has expired, or its bot is stopped. The search under way
 * acts on a yes, in whichever process it is; `rests` = the bot rests between two searches, and this process
 * does.
 */
export async function answerConfirmation(
  deps: BotDeps,
  driverId: string,
  { id, take }: { id: string; take: boolean },
): Promise<{ confirmation: ConfirmationView; rests: boolean }> {
  const now = deps.clock.now()
  const bot = await deps.db.transaction().execute(async (tx) => {
    // A concurrent stop comes either before, and the answer is refused, or after, and fences the accept.
    const lockedBot = await lockBot(tx, driverId)
    if (take && (lockedBot === null || !mayTake(lockedBot))) return null
    return (await updateAnswer(tx, driverId, { id, take, at: now })) ? lockedBot : null
  })
  if (bot === null) throw new AppError('bot.confirmation_over')
  if (take && bot.phase === 'running') await announceAnswer(deps.db, driverId)
  const cause = findForbidding(bot, now)
  if (take && bot.phase === 'sleeping' && cause !== undefined)
    await loseConfirmation(deps, driverId, id, cause)
  const confirmation = await readConfirmation(deps.db, driverId, id)
  if (confirmation === null) throw new AppError('bot.confirmation_over')
  return { confirmation, rests: take && bot.phase === 'sleeping' && cause === undefined }
}

/**
 * Why a sleeping bot may send no request; undefined if it may. A rest that the platform imposed counts even
 * where the bot sleeps for another reason.
 */
function findForbidding({ reason, restUntil }: BotRow, now: number): MissCause | undefined {
  if (restUntil !== null && restUntil > now) return 'quota'
  return reason === null ? undefined : FORBIDDING[reason]
}

function mayTake({ phase, shadowUntil }: BotRow): boolean {
  return (phase === 'running' || phase === 'sleeping') && shadowUntil === null
}

/**
 * Accepts what a driver confirmed while their bot rests: the same fence, one request, no search. Answers the
 * steps of settling.
 */
export async function acceptAtRest(deps: BotDeps, driverId: string): Promise<Stepped[]> {
  const steps: Stepped[] = []
  for (const answer of await readAnswered(deps.db, driverId, deps.clock.now())) {
    const bot = await readBotRow(deps.db, driverId)
    // The bot woke up: its search accepts what was confirmed.
    if (bot?.phase !== 'sleeping') break
    steps.push(...(await acceptOne(deps, bot, answer)))
  }
  return steps
}

async function acceptOne(deps: BotDeps, bot: BotRow, answer: Answered): Promise<Stepped[]> {
  const { driverId, variant } = bot
  const { confirmationId, offer, platform, filterVersion } = answer
  const now = deps.clock.now()
  const [savedFilter, heldSpans, geography, access] = await Promise.all([
    readFilter(deps.db, driverId, variant),
    readHeld(deps.db, driverId, now),
    readGeography(deps.db, driverId, platform),
    openAccess(deps, driverId, variant),
  ])
  const lose = async (cause: MissCause): Promise<Stepped[]> => {
    await loseConfirmation(deps, driverId, confirmationId, cause)
    return []
  }
  if (savedFilter === null || access === null) return await lose('unavailable')
  if (!access.ok) return await lose(CAUSES[access.problem.trouble] ?? 'unavailable')
  const filter = compileFilter(savedFilter.filter, now, { geography })
  const verdict = filter.judge(offer, { now, held: heldSpans })
  const crossing = findCrossing(verdict)
  if (crossing !== null) return await lose(crossing)
  const feed = access.value.platform.openFeed(access.value.tokens, variant)
  try {
    const intendedAtMs = performance.now()
    const intent = await writeIntent(deps.pool, {
      ...pickClaim(bot),
      platform,
      offer,
      rules: verdict.explain().rules,
      filterVersion,
      byHand: true,
    })
    // Fenced: the bot woke up or was stopped, and its search or the sweep ends the confirmation.
    if (typeof intent === 'string') return []
    const reactionMs = performance.now() - intendedAtMs
    // An older intent is never sent: the reconciliation relies on it.
    const result: AcceptResult =
      reactionMs > SEND_WITHIN_MS
        ? { outcome: 'not_sent', cause: 'too_late' }
        : await feed.accept(offer.id, hasWaitListPlace(filter.houseRules, heldSpans))
    if (result.outcome === 'waiting') {
      const { waiting, blockId } = result
      const undecided = { attemptId: intent.attemptId, waiting, blockId, readBacks: 0, reactionMs }
      const wait = await waitForDecision(deps, { driverId, variant }, undecided, access.value)
      return wait ? [wait] : []
    }
    const decision = await decide(deps, driverId, result, reactionMs)
    if ('problem' in decision) return decision.settled
    const step = await settleAttempt(deps, driverId, intent.attemptId, decision.outcome, reactionMs)
    return [step, await meet(deps, bot, result)].filter((each) => each !== null)
  } finally {
    feed.close()
  }
}

/** A platform's trouble with the accept affects the bot as it does in a search. */
async function meet(deps: BotDeps, bot: BotRow, result: AcceptResult): Promise<Stepped | null> {
  if (result.outcome !== 'troubled') return null
  const { trouble, retryAfterMs, detail } = result.problem
  const jitter = deps.random()
  const { gen } = bot
  return await applyAsOwner(deps, bot, { type: 'troubled', gen, trouble, retryAfterMs, detail, jitter })
}

/** Ends confirmations that no driver answered, and yeses that no search took: none ever hangs. */
export async function endConfirmations(deps: BotDeps): Promise<void> {
  await expireConfirmations(deps.db, deps.clock.now())
  const lateAnswers = await listForgotten(deps.db, deps.clock.now())
  const drivers = [...new Set(lateAnswers.map((each) => each.driverId))]
  await eachDriver(deps, drivers, async (driverId) => {
    for (const each of lateAnswers) {
      if (each.driverId === driverId) await loseConfirmation(deps, driverId, each.confirmationId, each.cause)
    }
  })
}
