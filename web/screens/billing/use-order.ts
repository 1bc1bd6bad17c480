import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api, toProblem } from '../../client.ts'
import type { Problem } from '../../client.ts'
import { endsOrder, isFresh, keepOrders, pauseMs } from './order.ts'
import type { Order, SentOrder } from './order.ts'
import type { Account, Method, Payment } from './queries.ts'
import { newIdempotencyKey } from '../../idempotency-key.ts'

/** How the order of this tab stands. */
export type OrderState =
  | { phase: 'none'; problem: Problem | null }
  | { phase: 'sending'; sent: SentOrder }
  /** No one knows whether it was carried out; it is asked for again, by itself or by the driver. */
  | { phase: 'unknown'; sent: SentOrder; alone: boolean; tries: number }

/** What a screen that pays is given. */
export type PayScreen = {
  account: Account
  methods: readonly Method[]
  timeZone: string
  pay: ReturnType<typeof useOrder>
}

/** A server that takes longer is taken for lost; the order is sent again. */
const TIMEOUT_MS = 40_000

const orders = keepOrders(newIdempotencyKey, Date.now)

/**
 * Sends what the driver confirmed until it has ended: one order, one key, one payment. `onPayment` hears
 * which payment it became, or which one stands in its way; not once the driver has left.
 */
export function useOrder(owner: string, onPayment: (id: string, payment: Payment | null) => void) {
  const [state, setState] = useState<OrderState>(() => firstState(owner))
  const busy = useRef(false)
  const hasLeft = useRef(false)

  const attempt = async (order: SentOrder, tries: number) => {
    if (busy.current) return
    busy.current = true
    if (tries === 0) setState({ phase: 'sending', sent: order })
    const outcome = await tryOnce(order)
    busy.current = false
    if (hasLeft.current) return
    if (outcome.phase === 'ended') onPayment(outcome.id, outcome.payment)
    setState(nextState(outcome, tries))
  }
  const attemptLater = useEffectEvent(attempt)

  useEffect(() => {
    hasLeft.current = false
    return () => {
      hasLeft.current = true
    }
  }, [])
  useEffect(() => {
    if (state.phase !== 'unknown' || !state.alone) return
    const { sent, tries } = state
    const timer = setTimeout(() => void attemptLater(sent, tries), pauseMs(tries))
    return () => clearTimeout(timer)
  }, [state])

  return {
    state,
    /** Does nothing while another is on its way: a double tap is one order. */
    place: (order: Order) => void attempt(orders.begin(owner, order), 0),
    askAgain: () => state.phase === 'unknown' && void attempt(state.sent, state.tries),
    /** Stops asking; what the order became, if anything, stands among the payments. */
    drop() {
      if (state.phase === 'unknown') orders.end(state.sent)
      setState({ phase: 'none', problem: null })
    },
  }
}

type Outcome =
  | { phase: 'ended'; id: string; payment: Payment | null }
  | { phase: 'refused'; problem: Problem }
  | { phase: 'unknown'; sent: SentOrder }

async function tryOnce(order: SentOrder): Promise<Outcome> {
  try {
    const payment = await send(order)
    orders.end(order)
    return { phase: 'ended', id: payment.id, payment }
  } catch (thrown) {
    const problem = toProblem(thrown)
    if (!endsOrder(problem.code, order)) return { phase: 'unknown', sent: orders.doubt(order) }
    orders.end(order)
    if (problem.code !== 'billing.under_way') return { phase: 'refused', problem }
    return { phase: 'ended', id: String(problem.params.paymentId), payment: null }
  }
}

function nextState(outcome: Outcome, tries: number): OrderState {
  if (outcome.phase === 'unknown') return { ...outcome, alone: true, tries: tries + 1 }
  return { phase: 'none', problem: outcome.phase === 'refused' ? outcome.problem : null }
}

function firstState(owner: string): OrderState {
  const order = orders.read(owner)
  if (order === null) return { phase: 'none', problem: null }
  return { phase: 'unknown', sent: orders.doubt(order), alone: isFresh(order, Date.now()), tries: 0 }
}

async function send({ order, key }: SentOrder): Promise<Payment> {
  const options = { signal: AbortSignal.timeout(TIMEOUT_MS) }
  if (order.kind === 'buy') {
    const { kind: _, ...input } = order
    return await api.billing.buy({ ...input, key }, options)
  }
  const { kind: _, ...input } = order
  return await api.billing.pay({ ...input, key }, options)
}
