import type { Random } from '../../chaos/random.ts'
import type { Deed } from './desk.ts'
import { answerBank, cancel, look, removeMethod, saveMethod, setAutopay, setDefault } from './deeds/cards.ts'
import {
  answerDispute,
  creditInvoice,
  makeCoupon,
  refund,
  refundThere,
  setFaults,
  stopCoupon,
} from './deeds/office.ts'
import { buy, leave, payInvoice, useCoupon } from './deeds/paying.ts'
import { turnOutWrong, work } from './deeds/working.ts'

/** All that happens in a storm, and how often of a hundred. */
const DEEDS: readonly { name: string; share: number; run: Deed }[] = [
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
export function drawDeed(dice: Random): { name: string; run: Deed } {
  let left = dice() * DEEDS.reduce((sum, deed) => sum + deed.share, 0)
  for (const deed of DEEDS) {
    left -= deed.share
    if (left < 0) return deed
  }
  return DEEDS[0]!
}
