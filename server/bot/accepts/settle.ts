import type { Delivery } from '@madruga/core/bot.ts'
import { LOSSES } from '@madruga/core/events.ts'
import type { MissCause } from '@madruga/core/events.ts'
import { pickPay, placeLine } from '@madruga/core/offers.ts'
import type { Offer, Pay } from '@madruga/core/offers.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { recordEntries, takeMissBack } from '../../driver/log.ts'
import type { BotDeps } from '../deps.ts'
import type { Db } from '../model.ts'
import type { Win } from '../news.ts'
import { lockBot } from '../store/bots.ts'
import type { BotRow } from '../store/bots.ts'
import { stepInside } from '../life/steps.ts'
import type { Stepped } from '../life/steps.ts'
import type { Outcome, Attempt, GivenUp } from '../store/attempts.ts'
import { closeAttempt, noteMissedLine } from '../store/attempts.ts'
import { readStation } from '../store/facts.ts'
import type { NamedStation } from '../store/facts.ts'
import { insertWonBlock } from '../store/blocks.ts'
import { readAfterWin, countMisses } from '../store/limits.ts'

/**
 * Settles an attempt in one transaction: its outcome, the block, the log line, the bot's next phase. Settling
 * again changes nothing, except that a win also replaces an earlier miss. Null if it was settled before.
 */
export async function settleAttempt(
  deps: BotDeps,
  driverId: string,
  attemptId: string,
  outcome: Outcome,
  reactionMs: number | null,
): Promise<Stepped | null> {
  return await deps.db
    .transaction()
    .execute((tx) => settleInside(deps, tx, driverId, { attemptId, outcome, reactionMs }))
}

/** The same inside the caller's transaction. */
export async function settleInside(
  deps: BotDeps,
  tx: Db,
  driverId: string,
  { attemptId, outcome, reactionMs }: { attemptId: string; outcome: Outcome; reactionMs: number | null },
): Promise<Stepped | null> {
  const bot = await lockBot(tx, driverId)
  if (bot === null) return null
  const at = deps.clock.now()
  const attempt = await closeAttempt(tx, attemptId, outcome, reactionMs, at)
  if (attempt === null) return null
  const station = await readStation(tx, attempt)
  const { offer, rules, filterVersion } = attempt
  const { code: stationCode, timeZone } = station
  const judgement = { offer, stationCode, timeZone, filterVersion, rules, reactionMs }
  if (outcome.won) {
    const blockId = await insertWonBlock(tx, driverId, attempt, outcome.blockId, at)
    await recordEntries(tx, driverId, [
      { at, type: 'offer.accepted', data: { ...judgement, blockId: outcome.blockId } },
    ])
    if (attempt.missedAt !== null) await takeBack(tx, driverId, { ...attempt, missedAt: attempt.missedAt })
    await deps.news.won(tx, driverId, winOf(offer, blockId, station))
  } else {
    const { cause, detail, lacks } = outcome
    const data = { ...judgement, cause, detail, lacks }
    const seq = await recordEntries(tx, driverId, [{ at, type: 'offer.missed', data }])
    // Who left a wait list knows that they have no place there.
    if (attempt.waiting !== null && cause !== 'left') {
      const loss = LOSSES.find((each) => each === cause)
      await deps.news.lost(tx, driverId, {
        ...termsOf(offer, station),
        attemptId,
        seq,
        waiting: attempt.waiting,
        ...(loss && { loss }),
      })
    }
  }
  return await react(deps, tx, bot, attempt, outcome)
}

/**
 * What the bot does next: stop at the goal of the week, sleep after an award, pause after misses; and end a
 * stop that only waited for this accept.
 */
async function react(
  deps: BotDeps,
  tx: Db,
  bot: BotRow,
  attempt: Attempt,
  outcome: Outcome,
): Promise<Stepped> {
  let step: Stepped = { bot, ignored: null, refused: null, settleOpen: false }
  const take = async (input: Parameters<typeof stepInside>[3]): Promise<void> => {
    step = await stepInside(deps, tx, step.bot, input)
  }
  if (outcome.won) {
    const after = await readAfterWin(tx, bot, attempt.filterVersion, deps.clock.now())
    const { sleepAfterAwardMinutes, weekGoalCents, booked } = after
    const { cents: bookedCents, currency } = booked
    if (weekGoalCents > 0 && bookedCents >= weekGoalCents)
      await take({ type: 'goal_reached', goalCents: weekGoalCents, bookedCents, currency })
    else if (sleepAfterAwardMinutes > 0) await take({ type: 'awarded', sleepAfterAwardMinutes })
    const delivery = findStarted(attempt.offer, deps.clock.now())
    if (delivery !== null) await take({ type: 'delivery_started', delivery })
  } else if (COUNTED_MISSES.includes(outcome.cause)) {
    const misses = await countMisses(tx, bot, attempt.filterVersion)
    if (misses !== null && misses.count >= misses.most) {
      const { count, pauseMinutes } = misses
      await take({ type: 'safety_limit_reached', reason: 'guard_misses', count, pauseMinutes })
    }
  }
  if (step.bot.phase === 'pending_termination') await take({ type: 'settled' })
  return step
}

/** The delivery that begins with its accept: a job without a stated end, during which nothing is accepted. */
function findStarted({ endAt, endEstimated }: Offer, now: number): Delivery | null {
  if (!endEstimated) return null
  return { until: Math.max(endAt, now + MINUTE_MS), sleepDuringDelivery: true }
}

/** Misses that a safety limit counts: the offer went to another, or we were too late. */
const COUNTED_MISSES: readonly MissCause[] = ['taken', 'no_answer']

/** Takes back the miss of an attempt that is won after all: neither figures nor history have it any more. */
export async function takeBack(
  tx: Db,
  driverId: string,
  { id, missedAt, offer }: Pick<GivenUp, 'id' | 'missedAt' | 'offer'>,
): Promise<void> {
  await noteMissedLine(tx, id, await takeMissBack(tx, driverId, { at: missedAt, offer }))
}

/** A won offer as its notification shows it. */
export function winOf(offer: Terms, blockId: string, place: NamedStation): Win {
  return { blockId, ...termsOf(offer, place) }
}

type Terms = Pay & Pick<Offer, 'startAt' | 'endAt'>

/** What a notification shows of any offer. */
export function termsOf(offer: Terms, place: NamedStation): Omit<Win, 'blockId'> {
  const { startAt, endAt } = offer
  return { station: placeLine(place), startAt, endAt, ...pickPay(offer) }
}
