import { inSpan } from '../kit/tracing.ts'
import type { Tracing } from '../kit/tracing.ts'
import type { Cards } from '../money/payments.ts'
import type { SearchHooks } from '../bot.ts'

/** Entry of tracing: spans of accepts and of the card gateway, around what other modules do. */

/** Wraps the card gateway so that its calls for a payment are spans of that payment. */
export function traceCards(cards: Cards, tracing: Tracing | null): Cards {
  if (tracing === null) return cards
  const traced =
    <Input, Outcome extends { outcome: string }>(name: string, call: (input: Input) => Promise<Outcome>) =>
    async (input: Input): Promise<Outcome> => {
      if (!tracing.isInside()) return await call(input)
      return await inSpan(tracing, `gateway.${name}`, {}, async (span) => {
        const answer = await call(input)
        span?.set({ outcome: answer.outcome })
        return answer
      })
    }
  return {
    ...cards,
    openCharge: traced('open_charge', cards.openCharge),
    takeCharge: traced('take_charge', cards.takeCharge),
    readCharge: traced('read_charge', cards.readCharge),
    cancelCharge: traced('cancel_charge', cards.cancelCharge),
    refund: traced('refund', cards.refund),
  }
}

type Search = Parameters<SearchHooks['intend']>[0]

/** When an intent was asked for and written, epoch ms. */
type Intent = { from: number; to: number }

/**
 * Wraps the hooks of the searches so that each accept is a trace: the poll's answer, judging, the intent, the
 * request, and settling. It is put together once the platform has answered: nothing is done before the accept
 * is out but to read the time twice.
 */
export function traceSearches(tracing: Tracing | null): (hooks: SearchHooks) => SearchHooks {
  if (tracing === null) return (hooks) => hooks
  return (hooks) => {
    // A search has one accept under way at most.
    const intents = new WeakMap<Search, Intent>()
    return {
      ...hooks,
      async intend(search, offer, verdict, awardId) {
        const from = epochNow()
        const intent = await hooks.intend(search, offer, verdict, awardId)
        intents.set(search, { from, to: epochNow() })
        if (typeof intent === 'string')
          tracing
            .start('accept', { at: from, attributes: { platform: search.platform, outcome: intent } })
            .end()
        return intent
      },
      async settle(search, attemptId, result, reactionMs) {
        const answeredAt = epochNow()
        const intent = intents.get(search) ?? { from: answeredAt, to: answeredAt }
        // The request is written as soon as the intent is; the reaction ends with it.
        const polledAt = Math.min(intent.to - reactionMs, intent.from)
        const attributes = { platform: search.platform, attempt: attemptId, outcome: result.outcome }
        const span = tracing.start('accept', { at: polledAt, attributes })
        span.add('poll.answered', polledAt)
        span.add('accept.judged', polledAt, intent.from)
        span.add('accept.intent', intent.from, intent.to)
        if (result.outcome !== 'not_sent') span.add('accept.sent', intent.to, answeredAt)
        try {
          const then = await span.run(() => hooks.settle(search, attemptId, result, reactionMs))
          span.add('accept.settled', answeredAt, epochNow())
          span.end()
          return then
        } catch (error) {
          span.end(error)
          throw error
        }
      },
    }
  }
}

/** Wall time with the resolution of the monotonic clock. */
function epochNow(): number {
  return performance.timeOrigin + performance.now()
}
