import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api, toProblem } from '../../client.ts'
import type { Problem } from '../../client.ts'
import { endsOrder, isFresh, keepOrders, pauseMs } from './order.ts'
import type { Order, SentOrder } from './order.ts'
import type { Payment } from './queries.ts'
import { newWishKey } from '../../wish-key.ts'

/** How the order of this tab stands. */
export type OrderState =
  | { phase: 'none'; problem: Problem | null }
  | { phase: 'sending'; sent: SentOrder }
  /** Nobody knows whether it was carried out; it is asked for again, by itself or by the driver. */
  | { phase: 'unknown'; sent: SentOrder; alone: boolean; tries: number }

/** A server that takes longer is taken for lost; the order is sent again. */
const TIMEOUT_MS = 40_000

const orders = keepOrders(newWishKey, Date.now)

/** Sends what the driver confirmed until it has ended: one order, one key, one payment. `onPayment` hears the payment that it became. */
export function useOrder(owner: string, onPayment: (payment: Payment) => void) {
  const [state, setState] = useState<OrderState>(() => firstState(owner))
  const busy = useRef(false)

  const attempt = async (sent: SentOrder, tries: number) => {
    if (busy.current) return
    busy.current = true
    if (tries === 0) setState({ phase: 'sending', sent })
    const next = await tryOnce(sent, tries, onPayment)
    busy.current = false
    setState(next)
  }
  const attemptLater = useEffectEvent(attempt)

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
      orders.end()
      setState({ phase: 'none', problem: null })
    },
  }
}

async function tryOnce(
  sent: SentOrder,
  tries: number,
  onPayment: (payment: Payment) => void,
): Promise<OrderState> {
  try {
    const payment = await send(sent)
    onPayment(payment)
    orders.end()
    return { phase: 'none', problem: null }
  } catch (thrown) {
    const problem = toProblem(thrown)
    if (!endsOrder(problem.code, sent))
      return { phase: 'unknown', sent: orders.doubt(sent), alone: true, tries: tries + 1 }
    orders.end()
    return { phase: 'none', problem }
  }
}

function firstState(owner: string): OrderState {
  const kept = orders.read(owner)
  if (kept === null) return { phase: 'none', problem: null }
  return { phase: 'unknown', sent: orders.doubt(kept), alone: isFresh(kept, Date.now()), tries: 0 }
}

async function send({ order, key }: SentOrder): Promise<Payment> {
  const options = { signal: AbortSignal.timeout(TIMEOUT_MS) }
  if (order.kind === 'buy') {
    const { kind: _, ...wish } = order
    return await api.billing.buy({ ...wish, key }, options)
  }
  const { kind: _, ...wish } = order
  return await api.billing.pay({ ...wish, key }, options)
}
