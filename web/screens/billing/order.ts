import type { Inputs } from '@madruga/core/contract.ts'
import type { ProblemCode } from '../../client.ts'
import { readDraft, writeDraft } from '../../stored-draft.ts'
import type { DraftStorage } from '../../stored-draft.ts'

/** What a driver confirmed to pay, and the sum that they saw. */
export type Order =
  | ({ kind: 'buy' } & Omit<Inputs['billing']['buy'], 'key' | 'coupon'> & { coupon: string })
  | ({ kind: 'pay' } & Omit<Inputs['billing']['pay'], 'key'>)

/**
 * An order on its way: until it has ended it is sent again as it was, by the same key, and so is paid once.
 */
export type SentOrder = {
  order: Order
  key: string
  /** Whose it is: another driver may use the same tab next. */
  owner: string
  /** When it was confirmed, epoch ms. */
  at: number
  /** It was sent at least once without an answer. */
  doubtful: boolean
}

/** The one order of this tab that has not ended; a reload does not lose it. */
export type Orders = {
  read(owner: string): SentOrder | null
  /** The order with its key: the same one for the same order, while it has not ended. */
  begin(owner: string, order: Order): SentOrder
  /** No answer came; answers the order so marked. */
  doubt(sent: SentOrder): SentOrder
  /** Forgets it; another one that was begun meanwhile stays. */
  end(sent: SentOrder): void
}

/** Drafts are forgotten when the driver signs out, and this is one. */
const NAME = 'draft.order'
/** After that long no one expects an order to go out automatically. */
const FRESH_MS = 15 * 60_000

/**
 * Keeps orders in the tab. `newKey` makes a key that no other order has; `storage` null = in memory alone.
 */
export function keepOrders(newKey: () => string, now: () => number, storage?: DraftStorage | null): Orders {
  let lastOrder: SentOrder | null = null
  const keep = (order: SentOrder | null) => {
    lastOrder = order
    writeDraft(NAME, order && { text: JSON.stringify(order) }, storage)
  }
  const read = (owner: string) => {
    const order = readSent(readDraft(NAME, { text: '' }, storage)?.text) ?? lastOrder
    return order?.owner === owner ? order : null
  }
  return {
    read,
    begin(owner, order) {
      const current = read(owner)
      if (current !== null && JSON.stringify(current.order) === JSON.stringify(order)) return current
      const sentOrder = { order, key: newKey(), owner, at: now(), doubtful: false }
      keep(sentOrder)
      return sentOrder
    },
    doubt(order) {
      const doubtful = { ...order, doubtful: true }
      keep(doubtful)
      return doubtful
    },
    end({ key, owner }) {
      if (read(owner)?.key === key) keep(null)
    },
  }
}

/** Said by the order itself, which then is not carried out, however often it was sent. */
const ENDS: readonly ProblemCode[] = [
  'billing.prices_stale',
  'billing.paid_already',
  'billing.under_way',
  'billing.key_reused',
]
/** Said before the order is looked at: of an earlier one that had no answer it says nothing. */
const REFUSES: readonly ProblemCode[] = [
  'billing.method_missing',
  'billing.gateway_unavailable',
  'billing.no_plans',
  'billing.not_found',
  'request.invalid',
  'accounts.forbidden',
]

/** Whether a refusal is the end of an order; after anything else no one knows whether it was carried out. */
export function endsOrder(code: ProblemCode, { doubtful }: Pick<SentOrder, 'doubtful'>): boolean {
  if (ENDS.includes(code) || code.startsWith('billing.coupon_')) return true
  return !doubtful && REFUSES.includes(code)
}

/** Whether an order that was found after a reload goes out again by itself. */
export function isFresh({ at }: Pick<SentOrder, 'at'>, now: number): boolean {
  return now - at < FRESH_MS
}

/** How long to wait before an order is sent again, by how often it was; ms. */
export function pauseMs(tries: number): number {
  return tries === 0 ? 0 : Math.min(15_000, 1_000 * 2 ** tries)
}

function readSent(text: string | undefined): SentOrder | null {
  if (!text) return null
  try {
    return JSON.parse(text) as SentOrder
  } catch {
    return null
  }
}
