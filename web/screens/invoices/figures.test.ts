import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  countLines,
  isPaying,
  paidCents,
  readNumber,
  signCents,
  statusOf,
  waysOut,
  worthOf,
} from './figures.ts'
import type { Invoice, InvoiceLine } from './queries.ts'

const BLOCK: InvoiceLine = {
  kind: 'block',
  cents: 500,
  at: 0,
  credited: false,
  day: null,
  block: {
    stationCode: 'VEA2',
    startAt: 0,
    endAt: 1,
    payCents: 9_250,
    tipCents: 1_900,
    offerKind: 'block' as const,
  },
}
const DAY: InvoiceLine = { ...BLOCK, kind: 'instant_day', cents: 200, day: '2026-11-21', block: null }
/** A check-in names its block too, but that one was not awarded. */
const CHECK_IN: InvoiceLine = { ...BLOCK, kind: 'check_in', cents: 200 }

test('lines are counted by kind, in the order of the core', () => {
  assert.deepEqual(countLines([DAY, BLOCK, CHECK_IN, BLOCK]), [
    { kind: 'block', count: 2, cents: 1_000 },
    { kind: 'instant_day', count: 1, cents: 200 },
    { kind: 'check_in', count: 1, cents: 200 },
  ])
  assert.deepEqual(countLines([]), [])
})

test('the worth of an invoice is the pay of its blocks won against all that the week cost', () => {
  const invoice = { lines: [BLOCK, BLOCK, DAY, CHECK_IN], dueCents: 1_400, creditedCents: 0, payments: [] }
  assert.deepEqual(worthOf(invoice), {
    blocks: 2,
    pay: { payCents: 18_500, tipCents: 3_800, others: [] },
    costCents: 1_400,
    share: 1_400 / 18_500,
  })
})

test('credited lines have no pay and no price', () => {
  const invoice = {
    lines: [BLOCK, { ...BLOCK, credited: true }],
    dueCents: 1_000,
    creditedCents: 500,
    payments: [],
  }
  assert.deepEqual(worthOf(invoice), {
    blocks: 1,
    pay: { payCents: 9_250, tipCents: 1_900, others: [] },
    costCents: 500,
    share: 500 / 9_250,
  })
  assert.equal(worthOf({ ...invoice, lines: [{ ...BLOCK, credited: true }, DAY] }), null)
})

const worth = (lines: InvoiceLine[]) => worthOf({ lines, dueCents: 1_000, creditedCents: 0, payments: [] })

test('pay in another currency has no share that the price, in dollars, could be', () => {
  const euros = { ...BLOCK, block: { ...BLOCK.block!, currency: 'EUR' } }
  assert.deepEqual([worth([euros])?.share, worth([euros])?.pay.currency], [null, 'EUR'])
  assert.equal(worth([BLOCK, BLOCK, euros])?.share, null, 'the price is for all of them')
})

const payment = (change: Partial<Invoice['payments'][number]>) =>
  ({
    paidAt: 1,
    amountCents: 3_085,
    feeCents: 119,
    refundedCents: 0,
    ...change,
  }) as Invoice['payments'][number]

test('what an invoice cost has the fee of paying it, as far as that did not go back', () => {
  const invoice = { lines: [BLOCK], dueCents: 2_966, creditedCents: 0, leftCents: 0, state: 'paid' as const }
  const costs = (...payments: Invoice['payments']) => {
    const paid = { ...invoice, payments }
    return [worthOf(paid)?.costCents, signCents(paid)]
  }
  assert.deepEqual(costs(payment({})), [3_085, 3_085])
  assert.deepEqual(costs(payment({ paidAt: null })), [2_966, 2_966])
  assert.deepEqual(costs(payment({ refundedCents: 3_085 }), payment({})), [3_085, 3_085])
  assert.deepEqual(costs(payment({ refundedCents: 3_000 })), [3_051, 3_051])
})

test('paid is what is neither open nor credited', () => {
  assert.equal(paidCents({ dueCents: 2_500, creditedCents: 0, leftCents: 2_500 }), 0)
  assert.equal(paidCents({ dueCents: 2_500, creditedCents: 500, leftCents: 0 }), 2_000)
  assert.equal(paidCents({ dueCents: 2_500, creditedCents: 2_500, leftCents: 0 }), 0)
})

test('the main figure is the open amount, else the paid one, else the credited one', () => {
  const sums = { dueCents: 2_500, creditedCents: 500, payments: [] }
  assert.equal(signCents({ ...sums, state: 'unpaid', leftCents: 2_000 }), 2_000)
  assert.equal(signCents({ ...sums, state: 'paid', leftCents: 0 }), 2_000)
  assert.equal(
    signCents({ state: 'credited', dueCents: 2_500, creditedCents: 2_500, leftCents: 0, payments: [] }),
    2_500,
  )
})

test('an unpaid invoice with a payment under way says so; a paid one is paid', () => {
  assert.equal(statusOf({ state: 'unpaid', underWay: 'p1' }), 'under_way')
  assert.equal(statusOf({ state: 'unpaid', underWay: null }), 'unpaid')
  assert.equal(statusOf({ state: 'paid', underWay: 'p1' }), 'paid')
})

test('everything is being paid when each unpaid invoice has a payment under way', () => {
  const [waits, open] = [{ underWay: 'p1' }, { underWay: null }]
  assert.deepEqual([[waits, waits], [waits, open], [open], []].map(isPaying), [true, false, false, false])
})

test('a driver stopped by an operator asks support; one who owes something pays it or follows the payment', () => {
  const [open, waits] = [{ underWay: null }, { underWay: 'p1' }]
  const dunning = { status: 'suspended', suspendedForUnpaid: true } as const
  const operator = { status: 'suspended', suspendedForUnpaid: false } as const
  const inactive = { status: 'inactive', suspendedForUnpaid: false } as const
  const well = { status: 'active', suspendedForUnpaid: false } as const
  assert.deepEqual(
    [dunning, operator, inactive, well].map((account) =>
      [[], [open], [waits]].map((unpaid) => waysOut({ ...account, unpaid }).join(' and ')),
    ),
    [
      ['look', 'pay', 'look'],
      ['support', 'support and pay', 'support'],
      ['support', 'support and pay', 'support'],
      ['', 'pay', ''],
    ],
  )
})

test('an address names an invoice by its number alone', () => {
  assert.equal(readNumber('M-2026-000123'), 'M-2026-000123')
  assert.equal(readNumber('M-2026-1000000'), 'M-2026-1000000')
  for (const other of ['M-2026-123', 'm-2026-000123', 'M-2026-000123/../x', undefined])
    assert.equal(readNumber(other), null, String(other))
})
