import { Counter, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'
import type { SearchHooks } from '../bot.ts'
import type { AcceptResult } from '../platforms.ts'
import { counter } from './read.ts'

/** Reactions are mostly below a millisecond; from 0.1 s on, someone else has the offer. */
const REACTION_SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1]

/** Wraps the hooks of the searches so that polls, accepts and reactions are counted. */
export function countSearches(register: Registry): (hooks: SearchHooks) => SearchHooks {
  const registers = [register]
  // A plain number: polls are the hottest path, and a counter of the library hashes its labels.
  let polls = 0
  counter(register, 'madruga_polls_total', 'Polls sent', [], (set) => set(polls))
  const accepts = new Counter({
    name: 'madruga_accepts_total',
    help: 'Accepts by outcome, and by cause where they failed; fenced and tried ones were not sent',
    labelNames: ['outcome', 'cause'],
    registers,
  })
  const reaction = new Histogram({
    name: 'madruga_reaction_seconds',
    help: 'From the last byte of the offers to the accept written',
    buckets: REACTION_SECONDS,
    registers,
  })
  const dropped = new Counter({
    name: 'madruga_offers_dropped_total',
    help: 'New offers that were left out, since a platform sent too many',
    labelNames: ['platform'],
    registers,
  })
  return (hooks) => ({
    ...hooks,
    flooded(search, count) {
      dropped.inc({ platform: search.platform }, count)
      hooks.flooded(search, count)
    },
    polled(search) {
      polls++
      hooks.polled(search)
    },
    async intend(search, offer, verdict, awardId) {
      const intent = await hooks.intend(search, offer, verdict, awardId)
      if (typeof intent === 'string') accepts.inc({ outcome: intent, cause: '' })
      return intent
    },
    settle(search, attemptId, result, reactionMs) {
      accepts.inc({ outcome: result.outcome, cause: causeOf(result) })
      if (result.outcome !== 'not_sent') reaction.observe(reactionMs / 1000)
      return hooks.settle(search, attemptId, result, reactionMs)
    },
  })
}

function causeOf(result: AcceptResult): string {
  if (result.outcome === 'troubled') return result.problem.trouble
  return 'cause' in result ? result.cause : ''
}
