import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restCents } from '../payments.ts'
import { applyRefund, ask, balanceOf, credit, dispute, openBooks, read, readRefund } from './testing.ts'
import type { Books } from './testing.ts'

const TAKEN = { amountCents: 1_060, feeCents: 1_500 }
const BACK = { amountCents: 1_060, feeCents: 0 }
const LOST = { state: 'lost', withdrawn: TAKEN, reinstated: null } as const
const WON = { state: 'won', withdrawn: TAKEN, reinstated: BACK } as const

/** What happens, each in any order and again. */
const EVENTS = {
  paid: (books: Books) => read(books, 'paid'),
  'a part is asked back': (books: Books) => void ask(books, 300),
  'a refund arrives': (books: Books) => readRefund(books, 'succeeded'),
  'a refund fails': (books: Books) => readRefund(books, 'failed'),
  'the bank takes it': (books: Books) =>
    // A bank takes what is there: nothing of it goes back by a refund then.
    noRefunds(books) && dispute(books, { state: 'open', withdrawn: TAKEN, reinstated: null }),
  lost: (books: Books) => noRefunds(books) && dispute(books, LOST),
  won: (books: Books) => noRefunds(books) && dispute(books, WON),
  'an item is credited': (books: Books) => credit(books, [1]),
  'all is credited': (books: Books) => credit(books, 'all'),
  'all is asked back': (books: Books) => void ask(books),
}
type Event = keyof typeof EVENTS

const noRefunds = ({ payment, dispute: known }: Books): boolean =>
  known !== null || payment.refunds.every(({ state }) => state === 'failed')

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
}

/** What holds when every refund has arrived and no bank has anything. */
function checkEnd(books: Books, trail: readonly string[]): void {
  const { payment, invoice } = books
  const told = trail.join(', ')
  const dueCents = invoice.state === 'unpaid' ? invoice.dueCents - invoice.creditedCents : 0
  // What a gateway refused to give back stays to the driver's credit.
  const owedCents = payment.state === 'paid' ? restCents(payment, invoice) : 0
  // The fee of the way of paying is posted back with the last of the payment.
  const feeCents = owedCents > 0 && invoice.state === 'credited' ? payment.feeCents : 0
  assert.equal(balanceOf(books, 'receivable:ana'), dueCents - owedCents + feeCents, `receivable: ${told}`)
  if (invoice.state === 'credited' && payment.state === 'paid' && owedCents === 0)
    assert.equal(payment.refundedCents, payment.amountCents, `all goes back: ${told}`)
  const feeStands = payment.state === 'paid' && payment.refundedCents < payment.amountCents
  const wasReopened = books.effects.includes('reopen_invoice')
  if (!wasReopened) assert.equal(balanceOf(books, 'revenue.fees'), feeStands ? -payment.feeCents : 0, told)
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
  if (books.dispute !== null) dispute(books, WON)
  for (let round = 0; round < 5; round += 1) readRefund(books, 'succeeded')
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

test('a dispute that is asked back and goes on: all 720 orders add up to the cent', () => {
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

test('money that a bank gives back pays the invoice again, and its fee goes back', () => {
  const books = openBooks()
  read(books, 'paid')
  dispute(books, LOST)
  assert.equal(books.invoice.state, 'unpaid')
  assert.equal(balanceOf(books, 'receivable:ana'), 999)
  dispute(books, WON)
  assert.equal(books.invoice.state, 'paid')
  assert.deepEqual(
    books.payment.refunds.map(({ amountCents, reason }) => [amountCents, reason]),
    [[61, 'the fee of a payment that was disputed']],
  )
})

test('a debit that was given up, arrived and is disputed stays paid once the driver wins', () => {
  const books = openBooks()
  Object.assign(books.payment, { state: 'processing', methodKind: 'bank', freedAt: 1 })
  read(books, 'paid')
  dispute(books, WON)
  assert.deepEqual([books.invoice.state, books.payment.refunds], ['paid', []])
})

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  )
}
