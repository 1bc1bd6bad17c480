import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { startBackOffice } from '../billing/testing/back-office.ts'
import type { BackOffice } from '../billing/testing/back-office.ts'
import { recordDisputes } from './disputes.ts'
import type { Dispute } from './gateway.ts'
import { readRefundsOf } from './store/refunds.ts'

/** A week of advanced by card, its price alone, and what a gateway keeps for a dispute. */
const PAID = 2_606
const WEEK = 2_500
const FEE = 1_500

// The embedded gateway knows neither appeals nor second disputes: what one tells of them is given to us as it
// would read it.
let backOffice: BackOffice
before(async () => {
  backOffice = await startBackOffice('2026-11-18T17:00:00Z')
})
after(() => backOffice.stop())
afterEach(() => backOffice.harness.checkAccounts())

type Bought = { id: string; paymentId: string; chargeId: string }

async function buy(): Promise<Bought> {
  const id = await backOffice.harness.addDriver()
  const { id: paymentId } = await backOffice.buy(id)
  backOffice.harness.clock.add(MINUTE_MS)
  await backOffice.billing.sweeps.syncUnsettled()
  return { id, paymentId, chargeId: await backOffice.chargeOf(paymentId) }
}

/** What the gateway says of the disputes of a charge, the oldest first. */
const sync = ({ paymentId, chargeId }: Bought, ...states: Dispute['state'][]) =>
  recordDisputes(
    backOffice.deps,
    paymentId,
    states.map((state, index): Dispute => ({
      disputeId: `dp_${chargeId}_${index}`,
      chargeId,
      state,
      reason: 'fraudulent',
      amountCents: PAID,
      withdrawn: { amountCents: PAID, feeCents: FEE },
      reinstated: state === 'won' ? { amountCents: PAID, feeCents: 0 } : null,
      at: backOffice.harness.clock.now(),
    })),
  )
const unpaidOf = async ({ id }: Bought) =>
  (await backOffice.billing.readAccount(id)).unpaid.map(({ number, leftCents }) => ({ number, leftCents }))
const backOf = async ({ paymentId }: Bought) =>
  (await readRefundsOf(backOffice.deps.db, [paymentId])).map((refund) => refund.amount_cents)
const gatewayFees = async () => {
  const { rows } = await backOffice.deps.database.pool.query<{ cents: number }>(
    `select balance_cents::int as cents from ledger_accounts where kind = 'gateway_fees'`,
  )
  return rows[0]!.cents
}

test('what was lost and comes back on appeal pays the invoice after all, and the fee that was forgiven goes back', async () => {
  const bought = await buy()
  await sync(bought, 'lost')
  assert.deepEqual(
    (await unpaidOf(bought)).map((each) => each.leftCents),
    [WEEK],
  )
  await sync(bought, 'won')
  assert.deepEqual(await unpaidOf(bought), [])
  assert.deepEqual(await backOf(bought), [PAID - WEEK])
  await backOffice.accounting.sweeps.syncRefunds()
  assert.equal(await backOffice.owes(bought.id), 0)
  assert.equal((await backOffice.billing.readAccount(bought.id)).active?.plan, 'advanced')
})

test('what the driver has paid otherwise by then goes back as a whole', async () => {
  const bought = await buy()
  await sync(bought, 'lost')
  await backOffice.pay(bought.id, (await unpaidOf(bought))[0]!.number)
  await sync(bought, 'won')
  assert.deepEqual(await backOf(bought), [PAID])
  await backOffice.accounting.sweeps.syncRefunds()
  assert.equal(await backOffice.owes(bought.id), 0)
  assert.deepEqual(await unpaidOf(bought), [])
  assert.equal((await backOffice.billing.readAccount(bought.id)).active?.plan, 'advanced')
})

test('a second dispute of a payment whose first was won takes its money and its fee again, and is to be paid once it is lost', async () => {
  const bought = await buy()
  const earlier = await gatewayFees()
  await sync(bought, 'won')
  assert.equal(await backOffice.owes(bought.id), 0)
  await sync(bought, 'won', 'open')
  await sync(bought, 'won', 'open')
  assert.equal((await gatewayFees()) - earlier, 2 * FEE)
  assert.deepEqual([await backOffice.owes(bought.id), await unpaidOf(bought)], [PAID, []])
  await sync(bought, 'won', 'lost')
  assert.deepEqual(
    (await unpaidOf(bought)).map((each) => each.leftCents),
    [WEEK],
  )
  assert.equal(await backOffice.owes(bought.id), WEEK)
  await backOffice.pay(bought.id, (await unpaidOf(bought))[0]!.number)
  assert.equal(await backOffice.owes(bought.id), 0)
})
