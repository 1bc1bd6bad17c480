import { inSpan } from '../kit/tracing.ts'
import type { Tracing } from '../kit/tracing.ts'
import type { Cards } from '../payments.ts'

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
