import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { feeLeftCents, isUnderWay, leftCents, restCents } from '../payments.ts'
import type { Dispute } from '../payments.ts'
import {
  applyRefund,
  ask,
  balanceOf,
  credit,
  dispute,
  openBooks,
  permutations,
  read,
  readRefund,
} from './testing.ts'
import type { Books } from './testing.ts'

/** A reading of the dispute: a bank takes what is there, and brings the same back. */
function readingOf({ payment, dispute: known }: Books, state: Dispute['state']): Dispute {
  const amountCents = payment.amountCents - payment.refundedCents
  const withdrawn = known?.withdrawn ?? { amountCents, feeCents: 1_500 }
  return { state, withdrawn, reinstated: state === 'won' ? { ...withdrawn, feeCents: 0 } : null }
}

/** What happens, each in any order and again. */
const EVENTS = {
  paid: (books: Books) => read(books, 'paid'),
  'a part is asked back': (books: Books) => void ask(books, 20),
  'a refund arrives': (books: Books) => readRefund(books, 'succeeded'),
  'a refund fails': (books: Books) => readRefund(books, 'failed'),
  'the bank takes it': (books: Books) => mayDispute(books) && dispute(books, readingOf(books, 'open')),
  lost: (books: Books) => mayDispute(books) && dispute(books, readingOf(books, 'lost')),
  won: (books: Books) => mayDispute(books) && dispute(books, readingOf(books, 'won')),
  'an item is credited': (books: Books) => credit(books, [1]),
  'all is credited': (books: Books) => credit(books, 'all'),
  'all is asked back': (books: Books) => void ask(books),
}
type Event = keyof typeof EVENTS

/** A bank takes nothing that is on its way back, and nothing where nothing is left. */
const mayDispute = ({ payment, dispute: known }: Books): boolean =>
  known !== null ||
  (leftCents(payment) > 0 && leftCents(payment) === payment.amountCents - payment.refundedCents)

/** What holds after whatever happened. */
function check(books: Books, trail: readonly string[]): void {
  const { payment, invoice, dispute: known } = books
  const told = trail.join(', ')
  const arrived = payment.state === 'paid' ? payment.amountCents - 30 : 0
  const fee = known?.withdrawn?.feeCents ?? 0
  const there = arrived - payment.refundedCents - payment.disputedCents - fee
  assert.equal(balanceOf(books, 'gateway'), there, `gateway: ${told}`)
  assert.ok(payment.refundedCents + payment.disputedCents <= payment.amountCents, told)
  assert.equal(
    [...books.balances.values()].reduce((sum, cents) => sum + cents, 0),
    0,
    told,
  )
  const rewards = books.effects.filter((kind) => kind === 'reward_referrer').length
  assert.equal(rewards, payment.state === 'paid' ? 1 : 0, told)
  assert.ok(invoice.creditedCents <= invoice.dueCents, told)
  const isGone =
    known?.state === 'lost' && payment.refundedCents + payment.disputedCents === payment.amountCents
  if (isGone && !payment.refunds.some(({ cause }) => cause === 'goodwill'))
    assert.notEqual(invoice.state, 'paid', `a bank has what paid: ${told}`)
}

/** What holds when every refund has arrived and no bank has anything. */
function checkEnd(books: Books, trail: readonly string[]): void {
  const { payment, invoice } = books
  const told = trail.join(', ')
  const dueCents = invoice.state === 'unpaid' ? invoice.dueCents - invoice.creditedCents : 0
  // What a gateway refused to give back stays to the driver's credit.
  const owedCents = payment.state === 'paid' ? restCents(payment, invoice) : 0
  // The fee of the way of paying is posted back with the last of the payment.
  const feeCents = owedCents > 0 && invoice.state === 'credited' ? feeLeftCents(payment) : 0
  assert.equal(balanceOf(books, 'receivable:ana'), dueCents - owedCents + feeCents, `receivable: ${told}`)
  if (invoice.state === 'credited' && payment.state === 'paid' && owedCents === 0)
    assert.equal(payment.refundedCents, payment.amountCents, `all goes back: ${told}`)
  const feeStands = payment.state === 'paid' && !payment.feeBack
  assert.equal(balanceOf(books, 'revenue.fees'), feeStands ? -payment.feeCents : 0, told)
  if (owedCents > 0) return
  const wasReopened = books.effects.includes('reopen_invoice')
  if (!wasReopened)
    assert.equal(feeStands, payment.state === 'paid' && payment.refundedCents < payment.amountCents, told)
  // What is due was credited, or paid for what a part costs.
  const feeBackCents = payment.feeBack ? payment.feeCents : 0
  const notedCents = invoice.state === 'paid' ? invoice.creditedCents + feeBackCents : payment.amountCents
  const creditedCents = payment.refunds
    .filter(({ state, cause }) => state === 'succeeded' && cause === 'credited')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (payment.state === 'paid') assert.equal(creditedCents, notedCents, `refunds are the notes: ${told}`)
}

function play(trail: readonly Event[]): void {
  const books = openBooks()
  for (const event of trail) {
    EVENTS[event](books)
    check(books, trail)
  }
  const before = structuredClone(books)
  for (const { id, state } of before.payment.refunds)
    if (state === 'succeeded' || state === 'failed')
      for (const again of ['pending', 'succeeded', 'failed'] as const) applyRefund(books, id, again)
  read(books, 'paid')
  if (before.payment.state !== 'paid') check(books, trail)
  else
    assert.deepEqual(
      { ...books, running: [] },
      { ...before, running: [] },
      `the same again: ${trail.join(', ')}`,
    )
  if (books.dispute !== null) dispute(books, readingOf(books, 'won'))
  while (books.payment.refunds.some(isUnderWay)) readRefund(books, 'succeeded')
  check(books, trail)
  checkEnd(books, trail)
}

test('a payment, refunds that arrive and fail, and credit notes in all 5,040 orders add up to the cent', () => {
  const events: Event[] = [
    'paid',
    'a part is asked back',
    'a refund arrives',
    'a refund fails',
    'an item is credited',
    'all is credited',
    'all is asked back',
  ]
  for (const order of permutations(events)) play(order)
})

test('a payment, its dispute, refunds and credit notes in all 5,040 orders add up to the cent', () => {
  const events: Event[] = [
    'paid',
    'the bank takes it',
    'lost',
    'won',
    'an item is credited',
    'all is credited',
    'a refund arrives',
  ]
  for (const order of permutations(events)) play(order)
})

test('a dispute that is asked back and continues: all 720 orders add up to the cent', () => {
  const events: Event[] = [
    'paid',
    'the bank takes it',
    'lost',
    'won',
    'all is asked back',
    'a refund arrives',
  ]
  for (const order of permutations(events)) play(order)
})

test('in any order and again, once all is settled nothing is owed and refunds are what notes took back', () => {
  // Where a kindness takes all, what is credited next has no room, and stays to the driver's credit.
  const events = (Object.keys(EVENTS) as Event[]).filter((event) => event !== 'all is asked back')
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 12 }), (trail) => play(['paid', ...trail])),
    { numRuns: 1_000 },
  )
})

test('an item that is credited after a dispute was lost and won goes back whole, beside the fee', () => {
  const books = openBooks()
  read(books, 'paid')
  dispute(books, readingOf(books, 'lost'))
  dispute(books, readingOf(books, 'won'))
  readRefund(books, 'succeeded')
  credit(books, [1])
  readRefund(books, 'succeeded')
  assert.deepEqual(
    books.payment.refunds.map(({ amountCents }) => amountCents),
    [61, 500],
  )
  assert.equal(balanceOf(books, 'receivable:ana'), 0)
})

test('money that a bank gives back pays the invoice again, and its fee goes back', () => {
  const books = openBooks()
  read(books, 'paid')
  dispute(books, readingOf(books, 'lost'))
  assert.equal(books.invoice.state, 'unpaid')
  assert.equal(balanceOf(books, 'receivable:ana'), 999)
  dispute(books, readingOf(books, 'won'))
  assert.equal(books.invoice.state, 'paid')
  assert.deepEqual(
    books.payment.refunds.map(({ amountCents, cause }) => [amountCents, cause]),
    [[61, 'credited']],
  )
})

test('a debit that was given up, arrived and is disputed stays paid once the driver wins', () => {
  const books = openBooks()
  Object.assign(books.payment, { state: 'processing', methodKind: 'bank', freedAt: 1 })
  read(books, 'paid')
  dispute(books, readingOf(books, 'won'))
  assert.deepEqual([books.invoice.state, books.payment.refunds], ['paid', []])
})
