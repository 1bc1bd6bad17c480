import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { startOffice } from './books/testing.ts'
import type { Office } from './books/testing.ts'
import type { Dispute } from './cards.ts'
import { noticeDisputes } from './disputes.ts'
import { readRefundsOf } from './store/refunds.ts'

/** A week of advanced by card, its price alone, and what a gateway keeps for a dispute. */
const PAID = 2_606
const WEEK = 2_500
const FEE = 1_500

// The embedded gateway knows neither appeals nor second disputes: what one tells of them is given to us as it would read it.
let office: Office
before(async () => {
  office = await startOffice('2026-11-18T17:00:00Z')
})
after(() => office.stop())
afterEach(() => office.till.checkBooks())

type Bought = { id: string; paymentId: string; chargeId: string }

async function buy(): Promise<Bought> {
  const id = await office.till.addDriver()
  const { id: paymentId } = await office.buy(id)
  office.till.clock.add(MINUTE_MS)
  await office.billing.sweeps.askUnsettled()
  return { id, paymentId, chargeId: await office.chargeOf(paymentId) }
}

/** What the gateway says of the disputes of a charge, the oldest first. */
const hear = ({ paymentId, chargeId }: Bought, ...states: Dispute['state'][]) =>
  noticeDisputes(
    office.deps,
    paymentId,
    states.map((state, index): Dispute => ({
      disputeId: `dp_${chargeId}_${index}`,
      chargeId,
      state,
      reason: 'fraudulent',
      amountCents: PAID,
      withdrawn: { amountCents: PAID, feeCents: FEE },
      reinstated: state === 'won' ? { amountCents: PAID, feeCents: 0 } : null,
      at: office.till.clock.now(),
    })),
  )
const unpaidOf = async ({ id }: Bought) =>
  (await office.billing.readAccount(id)).unpaid.map(({ number, leftCents }) => ({ number, leftCents }))
const backOf = async ({ paymentId }: Bought) =>
  (await readRefundsOf(office.deps.db, [paymentId])).map((refund) => refund.amount_cents)
const gatewayFees = async () => {
  const { rows } = await office.deps.database.pool.query<{ cents: number }>(
    `select balance_cents::int as cents from ledger_accounts where kind = 'gateway_fees'`,
  )
  return rows[0]!.cents
}

test('what was lost and comes back on appeal pays the invoice after all, and the fee that was forgiven goes back', async () => {
  const bought = await buy()
  await hear(bought, 'lost')
  assert.deepEqual(
    (await unpaidOf(bought)).map((each) => each.leftCents),
    [WEEK],
  )
  await hear(bought, 'won')
  assert.deepEqual(await unpaidOf(bought), [])
  assert.deepEqual(await backOf(bought), [PAID - WEEK])
  await office.books.sweeps.settleRefunds()
  assert.equal(await office.owes(bought.id), 0)
  assert.equal((await office.billing.readAccount(bought.id)).active?.tier, 'advanced')
})

test('what the driver has paid otherwise by then goes back as a whole', async () => {
  const bought = await buy()
  await hear(bought, 'lost')
  await office.pay(bought.id, (await unpaidOf(bought))[0]!.number)
  await hear(bought, 'won')
  assert.deepEqual(await backOf(bought), [PAID])
  await office.books.sweeps.settleRefunds()
  assert.equal(await office.owes(bought.id), 0)
  assert.deepEqual(await unpaidOf(bought), [])
  assert.equal((await office.billing.readAccount(bought.id)).active?.tier, 'advanced')
})

test('a second dispute of a payment whose first was won takes its money and its fee again, and is to be paid once it is lost', async () => {
  const bought = await buy()
  const earlier = await gatewayFees()
  await hear(bought, 'won')
  assert.equal(await office.owes(bought.id), 0)
  await hear(bought, 'won', 'open')
  await hear(bought, 'won', 'open')
  assert.equal((await gatewayFees()) - earlier, 2 * FEE)
  assert.deepEqual([await office.owes(bought.id), await unpaidOf(bought)], [PAID, []])
  await hear(bought, 'won', 'lost')
  assert.deepEqual(
    (await unpaidOf(bought)).map((each) => each.leftCents),
    [WEEK],
  )
  assert.equal(await office.owes(bought.id), WEEK)
  await office.pay(bought.id, (await unpaidOf(bought))[0]!.number)
  assert.equal(await office.owes(bought.id), 0)
})
