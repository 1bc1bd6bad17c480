import type { Random } from '../../chaos/random.ts'
import type { BillingOperation } from './model.ts'
import {
  answerBank,
  cancel,
  look,
  removeMethod,
  saveMethod,
  setAutopay,
  setDefault,
} from './operations/cards.ts'
import {
  answerDispute,
  creditInvoice,
  makeCoupon,
  refund,
  refundThere,
  setFaults,
  stopCoupon,
} from './operations/back-office.ts'
import { buy, leave, payInvoice, useCoupon } from './operations/paying.ts'
import { turnOutWrong, work } from './operations/working.ts'

/** All that happens in a storm, and how often of a hundred. */
const OPERATIONS: readonly { name: string; share: number; run: BillingOperation }[] = [
  { name: 'buy', share: 25, run: buy },
  { name: 'pay an invoice', share: 18, run: payInvoice },
  { name: 'work', share: 14, run: work },
  { name: 'answer the bank', share: 8, run: answerBank },
  { name: 'save a card or account', share: 8, run: saveMethod },
  { name: 'look', share: 5, run: look },
  { name: 'cancel', share: 4, run: cancel },
  { name: 'use a coupon on an invoice', share: 3, run: useCoupon },
  { name: 'refund', share: 5, run: refund },
  { name: 'faults of the gateway', share: 3, run: setFaults },
  { name: 'a block turns out wrong', share: 2, run: turnOutWrong },
  { name: 'credit an invoice', share: 2, run: creditInvoice },
  { name: 'set autopay', share: 1.5, run: setAutopay },
  { name: 'refund at the gateway', share: 1, run: refundThere },
  { name: 'answer a dispute', share: 2, run: answerDispute },
  { name: 'set a default', share: 1, run: setDefault },
  { name: 'remove a card', share: 1, run: removeMethod },
  { name: 'make a coupon', share: 0.7, run: makeCoupon },
  { name: 'leave a subscription', share: 0.5, run: leave },
  { name: 'stop a coupon', share: 0.3, run: stopCoupon },
]

/** One of them by the dice. */
export function drawOperation(dice: Random): { name: string; run: BillingOperation } {
  let left = dice() * OPERATIONS.reduce((sum, operation) => sum + operation.share, 0)
  for (const operation of OPERATIONS) {
    left -= operation.share
    if (left < 0) return operation
  }
  return OPERATIONS[0]!
}
