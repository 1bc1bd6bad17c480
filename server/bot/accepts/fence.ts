import type { MissCause, Trouble } from '@madruga/core/events.ts'
import type { AcceptResult } from '../../platforms.ts'
import type { BotDeps } from '../deps.ts'
import { refreshHeld } from '../held/occupied.ts'
import { readRefusalBack, reconcile } from './reconcile.ts'
import type { Reconciled } from './reconcile.ts'
import type { SearchHooks } from '../search/loop.ts'
import { settleAttempt } from './settle.ts'
import type { Outcome } from '../store/attempts.ts'
import { writeIntent } from '../store/attempts.ts'
import { waitForDecision } from './undecided.ts'
import { pickClaim, readRun } from '../store/bots.ts'

/** What the hot loop does before and after each accept: the intent through the fence, then the outcome. */
export function createAccepts(deps: BotDeps): Pick<SearchHooks, 'intend' | 'settle'> {
  return {
    intend(search, offer, verdict, awardId) {
      const { platform, filterVersion } = search
      const { rules } = verdict.explain()
      const intent = { ...pickClaim(search), platform, offer, rules, filterVersion }
      return writeIntent(deps.pool, awardId === undefined ? intent : { ...intent, awardId })
    },
    async settle(search, attemptId, result, reactionMs) {
      if (result.outcome === 'waiting') {
        const { waiting, blockId } = result
        const owner = { driverId: search.driverId, variant: search.filter.filter.variant }
        await waitForDecision(deps, owner, { attemptId, waiting, blockId, readBacks: 0, reactionMs })
        return await goesOn(deps, search)
      }
      const decision = await decide(deps, search.driverId, result, reactionMs)
      if ('problem' in decision) {
        const { problem } = decision
        // If the held blocks cannot be read, the next searcher settles the attempt.
        if (problem !== null) throw new Error(`an open accept cannot be settled now: ${problem.trouble}`)
        // The platform may have given the block to the driver.
        await refreshHeld(deps, search)
        return await goesOn(deps, search)
      }
      const step = await settleAttempt(deps, search.driverId, attemptId, decision.outcome, reactionMs)
      if (step === null) return await goesOn(deps, search)
      return step.bot.phase === 'running' && step.bot.gen === search.gen ? 'go_on' : 'end'
    },
  }
}

type Decisive = Exclude<AcceptResult, { outcome: 'waiting' }>

/** The outcome that an answer decides. What it leaves open is settled by the held blocks. */
export async function decide(
  deps: BotDeps,
  driverId: string,
  result: Decisive,
  reactionMs: number,
): Promise<{ outcome: Outcome } | Reconciled> {
  const outcome = findOutcome(result)
  if (outcome === null) return await reconcile(deps, driverId)
  const isDoubtful = result.outcome === 'refused' && result.isDoubtful === true
  return isDoubtful ? await readRefusalBack(deps, driverId, outcome, reactionMs) : { outcome }
}

/** Why an accept that met this trouble was missed; null = the platform may have taken it anyway. */
export const CAUSES: Record<Trouble, MissCause | null> = {
  rate_limited: 'quota',
  human_needed: 'human_verification',
  sign_in_needed: 'unavailable',
  sign_in_refused: 'unavailable',
  turned_off: 'unavailable',
  unavailable: null,
  unexpected_reply: null,
}

/** Why an offer was missed for which no request went out. */
const NOT_SENT = { stopped: 'stopped', too_late: 'no_answer', over_budget: 'quota' } as const

/**
 * The outcome that a platform's answer means; null = unknown: the request went out, and no reliable answer
 * came.
 */
function findOutcome(result: Decisive): Outcome | null {
  const cause = result.outcome === 'troubled' ? CAUSES[result.problem.trouble] : null
  switch (result.outcome) {
    case 'accepted':
      return { won: true, blockId: result.blockId }
    case 'refused':
      return { won: false, cause: result.cause, detail: result.detail, lacks: result.lacks }
    case 'troubled':
      return cause === null ? null : { won: false, cause }
    case 'not_sent':
      return { won: false, cause: NOT_SENT[result.cause] }
    case 'unknown':
      return null
  }
}

async function goesOn(deps: BotDeps, search: { driverId: string; gen: number }): Promise<'go_on' | 'end'> {
  const row = await readRun(deps.db, search.driverId)
  return row?.gen === search.gen && row.phase === 'running' ? 'go_on' : 'end'
}
