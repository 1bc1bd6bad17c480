import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { signBody } from '../../../simulator/cards/webhooks.ts'
import { createAccounting } from '../billing/accounting.ts'
import { startBackOffice } from '../billing/testing/back-office.ts'
import { refusalOf, SECRET_KEY, WEBHOOK_SECRET } from '../billing/testing/harness.ts'
import type { PaymentView } from '../billing/views.ts'
import { readBalance } from '../ledger.ts'
import { syncPayment } from './charge.ts'
import { recordDisputes } from './disputes.ts'
import { insertPayment, readPayment } from './store/payments.ts'

/** Its bank takes back at once what it paid. */
const DISPUTED_CARD = '4000000000000259'
/** A week of advanced by card, and what the gateway keeps for a dispute. */
const PAID = 2_606
const FEE = 1_500
/** What is to be paid again once it is lost: the fee of the card that was taken back is forgiven. */
const WEEK = 2_500

const backOffice = await startBackOffice('2026-11-18T17:00:00Z')
after(() => backOffice.stop())
afterEach(async () => {
  await backOffice.harness.checkAccounts()
  backOffice.harness.clock.add(MINUTE_MS)
  await backOffice.billing.sweeps.syncUnsettled()
  assert.deepEqual((await backOffice.accounting.reconcile()).differences, [])
  backOffice.faults.splice(0)
})

type Bought = { id: string; paid: PaymentView; chargeId: string; disputeId: string }
type Event = { id: string; type: string; data: { object: { id: string; payment_intent?: string } } }

const call = async (method: 'GET' | 'POST', path: string, fields: Record<string, string> = {}) => {
  const headers = { authorization: `Bearer ${SECRET_KEY}` }
  const body = method === 'POST' ? { body: new URLSearchParams(fields) } : {}
  const reply = await fetch(`${backOffice.harness.gateway.url}/v1/${path}`, { method, headers, ...body })
  assert.ok(reply.ok, await reply.clone().text())
  return (await reply.json()) as Record<string, unknown>
}

/**
 * A driver whose bank disputes what they bought, of which nothing was told yet; what the gateway kept of the
 * charge itself is known.
 */
async function buyDisputed(driverId?: string): Promise<Bought> {
  const id = driverId ?? (await backOffice.harness.addDriver())
  const paid = await backOffice.buy(id, { methodId: await backOffice.harness.saveCard(id, DISPUTED_CARD) })
  backOffice.harness.clock.add(MINUTE_MS)
  await backOffice.billing.sweeps.syncUnsettled()
  const chargeId = await backOffice.chargeOf(paid.id)
  const { data } = await call('GET', `disputes?payment_intent=${chargeId}`)
  return { id, paid, chargeId, disputeId: (data as { id: string }[])[0]!.id }
}
const win = ({ disputeId }: Pick<Bought, 'disputeId'>) =>
  call('POST', `disputes/${disputeId}`, { 'evidence[uncategorized_text]': 'winning_evidence' })
const lose = ({ disputeId }: Pick<Bought, 'disputeId'>) => call('POST', `disputes/${disputeId}/close`)

/** What the gateway has reported about a dispute so far, oldest first. */
async function eventsOf({ disputeId }: Pick<Bought, 'disputeId'>): Promise<Event[]> {
  const { data } = await call('GET', 'events?limit=100')
  return (data as Event[]).filter((event) => event.data.object.id === disputeId).toReversed()
}
async function sync(event: Event): Promise<void> {
  const body = JSON.stringify(event)
  const signature = signBody(body, WEBHOOK_SECRET, backOffice.harness.clock.now())
  assert.equal(await backOffice.billing.takeWebhook(body, signature), 'taken')
}
async function syncAll(bought: Bought): Promise<void> {
  for (const event of await eventsOf(bought)) await sync(event)
}

/** The payment as an operator reads it: how its dispute stands, what the bank has, and what it cost. */
async function shown({ paid }: Bought) {
  const { payments } = await backOffice.accounting.findPayments({ text: paid.reference, limit: 1 })
  return payments[0]!.disputes.map(({ state, takenCents, feeCents }) => [state, takenCents, feeCents])
}
const gatewayCents = () => readBalance(backOffice.deps.db, { kind: 'gateway' })
/** What the ledger says moved at the gateway by this, cents. */
async function moved(work: () => Promise<unknown>): Promise<number> {
  const earlier = await gatewayCents()
  await work()
  return (await gatewayCents()) - earlier
}
const creditOf = async (id: string): Promise<void> => {
  const { number } = (await backOffice.billing.listInvoices(id, { limit: 1 })).invoices[0]!
  await backOffice.accounting.creditInvoice(backOffice.operator, {
    number,
    reason: 'lost at the bank',
    key: randomUUID(),
  })
}
const run = (text: string) => sql.raw(text).execute(backOffice.deps.db)

test('a dispute takes its money and a fee out of the books at once, and nothing of the service', async () => {
  const bought = await buyDisputed()
  assert.equal(await moved(() => syncAll(bought)), -PAID - FEE)
  assert.deepEqual(await shown(bought), [['open', PAID, FEE]])
  assert.equal(await backOffice.owes(bought.id), PAID, 'the driver owes it again')
  assert.equal((await backOffice.billing.readAccount(bought.id)).active?.plan, 'advanced')
  assert.equal((await backOffice.billing.readPayment(bought.id, bought.paid.id)).state, 'paid')
  assert.equal(backOffice.faults.length, 1, 'and the operator is told once')
  assert.match(backOffice.faults[0]!, new RegExp(`${bought.paid.reference}.*${bought.disputeId}.*fraudulent`))
})

test('one that is won brings its money back, and leaves the fee with the gateway', async () => {
  const bought = await buyDisputed()
  await syncAll(bought)
  await win(bought)
  assert.equal(await moved(() => syncAll(bought)), PAID)
  assert.deepEqual(await shown(bought), [['won', 0, FEE]])
  assert.equal(await backOffice.owes(bought.id), 0)
  await backOffice.refund(bought.paid.id, 600)
  assert.equal((await backOffice.billing.readPayment(bought.id, bought.paid.id)).refundedCents, 600)
})

test('one that is lost is to be paid again, until a credit note takes it off; no money goes back twice', async () => {
  const bought = await buyDisputed()
  await syncAll(bought)
  await lose(bought)
  assert.equal(await moved(() => syncAll(bought)), 0)
  assert.deepEqual(await shown(bought), [['lost', PAID, FEE]])
  assert.equal(await backOffice.owes(bought.id), WEEK)
  assert.equal(backOffice.faults.length, 2, 'opened, and lost')
  await creditOf(bought.id)
  await backOffice.accounting.sweeps.syncRefunds()
  assert.equal(await backOffice.owes(bought.id), 0, 'the fee of paying by card is forgiven too')
  assert.equal(await backOffice.refundedThere(bought.chargeId), 0)
  assert.equal((await backOffice.billing.readAccount(bought.id)).active, null)
})

/** Pays what is open of a driver with another card; answers the payment. */
async function payAgain(id: string): Promise<PaymentView> {
  const [open] = (await backOffice.billing.readAccount(id)).unpaid
  return await backOffice.pay(id, open!.number)
}

test('who lost a dispute sees the invoice open again, pays it in the app, and owes nothing', async () => {
  const bought = await buyDisputed()
  await syncAll(bought)
  await lose(bought)
  await syncAll(bought)
  const { id } = bought
  const [open] = (await backOffice.billing.readAccount(id)).unpaid
  const now = backOffice.harness.clock.now()
  assert.deepEqual([open?.leftCents, open?.reopened, open?.suspendsAt], [WEEK, true, now + 5 * DAY_MS])
  assert.equal((await backOffice.harness.newsOf(id))[0], 'invoice_due')
  assert.equal((await payAgain(id)).state, 'paid')
  assert.equal(await backOffice.owes(id), 0)
  const account = await backOffice.billing.readAccount(id)
  assert.deepEqual([account.unpaid, account.active?.plan], [[], 'advanced'])
  assert.deepEqual((await backOffice.billing.listPayments(id, { text: '', limit: 5 })).payments.length, 2)
})

test('who does not pay what was lost is suspended after five days, and back with the money', async () => {
  const bought = await buyDisputed()
  await syncAll(bought)
  await lose(bought)
  await syncAll(bought)
  const { id } = bought
  const statusNow = async () => {
    await backOffice.billing.sweeps.runDunning()
    return (await backOffice.billing.readAccount(id)).status
  }
  backOffice.harness.clock.add(4 * DAY_MS)
  assert.equal(await statusNow(), 'active')
  backOffice.harness.clock.add(DAY_MS)
  assert.equal(await statusNow(), 'suspended')
  await payAgain(id)
  assert.equal(await statusNow(), 'active')
})

test('reports of a dispute come to the same in any order and twice', async () => {
  for (const end of [win, lose]) {
    const bought = await buyDisputed()
    const cents = await moved(async () => {
      const [created, withdrawn] = await eventsOf(bought)
      await sync(withdrawn!)
      await end(bought)
      const all = (await eventsOf(bought)).toReversed()
      for (const event of all) await sync(event)
      await Promise.all([...all, created!, withdrawn!].map(sync))
    })
    assert.equal(cents, end === win ? -FEE : -PAID - FEE)
    assert.deepEqual(await shown(bought), end === win ? [['won', 0, FEE]] : [['lost', PAID, FEE]])
    const { rows } = await sql<{ stage: string }>`
      select split_part(reference, ':', 3) as stage from ledger_entries where reference like ${`dispute:${bought.disputeId}:%`} order by 1`.execute(
      backOffice.deps.db,
    )
    assert.deepEqual(
      rows.map((row) => row.stage),
      end === win ? ['reinstated', 'withdrawn'] : ['withdrawn'],
    )
  }
})

test('what was so before, read late, takes nothing back', async () => {
  const bought = await buyDisputed()
  const earlier = await backOffice.deps.cards.listDisputes(bought.chargeId)
  assert.ok(earlier.outcome === 'done')
  await win(bought)
  await syncAll(bought)
  await recordDisputes(backOffice.deps, bought.paid.id, earlier.value)
  assert.deepEqual(await shown(bought), [['won', 0, FEE]])
  assert.equal(await backOffice.owes(bought.id), 0)
})

test('a dispute that is told before its charge was heard is entered, with the charge', async () => {
  const id = await backOffice.harness.addDriver()
  const methodId = await backOffice.harness.saveCard(id, DISPUTED_CARD)
  backOffice.harness.loseAnswers(1)
  const paid = await backOffice.buy(id, { methodId })
  assert.equal(paid.state, 'open')
  const { data } = await call('GET', 'disputes?limit=1')
  const [{ id: disputeId, payment_intent: chargeId }] = data as [{ id: string; payment_intent: string }]
  const bought = { id, paid, chargeId, disputeId }
  await syncAll(bought)
  assert.equal((await backOffice.billing.readPayment(id, paid.id)).state, 'paid')
  assert.deepEqual(await shown(bought), [['open', PAID, FEE]])
  assert.equal(await backOffice.owes(id), PAID)
})

test('nothing of what the bank has is refunded', async () => {
  const bought = await buyDisputed()
  await syncAll(bought)
  assert.equal(await refusalOf(backOffice.refund(bought.paid.id)), 'billing.refund_too_much')
  assert.equal(await refusalOf(backOffice.refund(bought.paid.id, 1)), 'billing.refund_too_much')
  assert.equal(await backOffice.refundedThere(bought.chargeId), 0)
})

test('an invoice that was credited while the bank had its money goes back once the dispute is won', async () => {
  const bought = await buyDisputed()
  await syncAll(bought)
  await creditOf(bought.id)
  assert.equal(await backOffice.owes(bought.id), 0)
  await win(bought)
  await syncAll(bought)
  await backOffice.accounting.sweeps.syncRefunds()
  assert.equal(await backOffice.refundedThere(bought.chargeId), PAID)
  assert.equal(await backOffice.owes(bought.id), 0)
})

test('a refund that the bank was faster than fails, and the driver is owed nothing by it', async () => {
  const bought = await buyDisputed()
  await creditOf(bought.id)
  assert.match(backOffice.faults.join(), /was not given back/)
  assert.notEqual(await backOffice.owes(bought.id), 0)
  await syncAll(bought)
  assert.equal(await backOffice.owes(bought.id), 0)
  assert.equal(await backOffice.refundedThere(bought.chargeId), 0)
})

test('a dispute of somebody whose account is gone is entered, for no one', async () => {
  const bought = await buyDisputed()
  await backOffice.deps.db.deleteFrom('drivers').where('id', '=', bought.id).execute()
  const gone = { kind: 'receivable.gone' } as const
  const earlier = await readBalance(backOffice.deps.db, gone)
  await syncAll(bought)
  assert.equal((await readBalance(backOffice.deps.db, gone)) - earlier, PAID)
})

test('where a bank took a part and the rest went back for a credit note, the driver owes nothing, also once it is won', async () => {
  const id = await backOffice.harness.addDriver()
  const paid = await backOffice.buy(id)
  const chargeId = await backOffice.chargeOf(paid.id)
  const withdrawn = { amountCents: 1_000, feeCents: 0 }
  const dispute = {
    disputeId: 'dp_part',
    chargeId,
    reason: 'product_not_received',
    amountCents: 1_000,
    at: 0,
  }
  await recordDisputes(backOffice.deps, paid.id, [{ ...dispute, state: 'open', withdrawn, reinstated: null }])
  assert.equal(await backOffice.owes(id), 1_000)
  await creditOf(id)
  assert.equal(await backOffice.refundedThere(chargeId), PAID - 1_000)
  assert.equal(await backOffice.owes(id), 0, 'the fee of paying by card is forgiven too')
  await recordDisputes(backOffice.deps, paid.id, [
    { ...dispute, state: 'won', withdrawn, reinstated: withdrawn },
  ])
  await backOffice.accounting.sweeps.syncRefunds()
  assert.equal(await backOffice.refundedThere(chargeId), PAID)
  assert.equal(await backOffice.owes(id), 0)
})

test('a credit note over what a bank took takes the thanks back too, unless the friend paid otherwise', async () => {
  for (const otherwise of [false, true]) {
    const friend = await backOffice.harness.addDriver()
    const reward = async () => (await backOffice.billing.readAccount(friend)).credits.available
    const id = await backOffice.harness.addDriver()
    const joined = { friend_id: id, driver_id: friend, joined_at: new Date(0) }
    await backOffice.deps.db.insertInto('referrals').values(joined).execute()
    const bought = await buyDisputed(id)
    await syncAll(bought)
    await lose(bought)
    await syncAll(bought)
    assert.equal(await reward(), 1, 'until an operator decides')
    const { number } = (await backOffice.billing.listInvoices(id, { limit: 1 })).invoices[0]!
    if (otherwise) await backOffice.buy(id)
    const input = { number, reason: 'lost at the bank', key: randomUUID() }
    await backOffice.accounting.creditInvoice(backOffice.operator, input)
    assert.equal(await reward(), otherwise ? 1 : 0)
  }
})

test('thanks also go where the credit note came before the bank took the money', async () => {
  const friend = await backOffice.harness.addDriver()
  const id = await backOffice.harness.addDriver()
  const joined = { friend_id: id, driver_id: friend, joined_at: new Date(0) }
  await backOffice.deps.db.insertInto('referrals').values(joined).execute()
  const bought = await buyDisputed(id)
  await creditOf(id)
  await syncAll(bought)
  assert.equal((await backOffice.billing.readAccount(friend)).credits.available, 0)
})

test('thanks that were used are to be had again although a bank took what they were for, unless a credit note stands over that', async () => {
  for (const credited of [false, true]) {
    const friend = await backOffice.harness.addDriver()
    const id = await backOffice.harness.addDriver()
    const joined = { friend_id: id, driver_id: friend, joined_at: new Date(0) }
    await backOffice.deps.db.insertInto('referrals').values(joined).execute()
    const bought = await buyDisputed(id)
    const used = await backOffice.buy(friend)
    await syncAll(bought)
    if (credited) await creditOf(id)
    await backOffice.refund(used.id)
    const { available, used: left } = (await backOffice.billing.readAccount(friend)).credits
    assert.deepEqual([available, left], [credited ? 0 : 1, 0])
  }
})

test('a second payment that goes back undoes nothing while a bank has the first: an operator decides', async () => {
  const id = await backOffice.harness.addDriver()
  const bought = await buyDisputed(id)
  await syncAll(bought)
  const { invoice_id: invoiceId, ...row } = (await readPayment(backOffice.deps.db, bought.paid.id))!
  const methodId = await backOffice.harness.saveCard(id)
  const twice = { id: randomUUID(), reference: backOffice.deps.newReference() }
  await insertPayment(backOffice.deps.db, {
    ...twice,
    customer_id: row.customer_id,
    method: { ...row.method!, id: methodId },
    amount_cents: row.amount_cents,
    fee_cents: row.fee_cents,
    off_session: false,
    driverId: id,
    invoiceId,
    at: backOffice.harness.clock.now(),
  })
  assert.equal((await syncPayment(backOffice.deps, twice.id)).state, 'paid')
  await backOffice.accounting.sweeps.syncRefunds()
  assert.equal((await backOffice.billing.readPayment(id, twice.id)).refundedCents, PAID)
  assert.equal((await backOffice.billing.readAccount(id)).active?.plan, 'advanced')
  assert.equal(await backOffice.owes(id), PAID)
})

test('refunds, credit notes, a dispute and its end meet in any order: no one keeps, gives or owes what they should not', async () => {
  const steps = {
    sync: syncAll,
    credit: ({ id }: Bought) => creditOf(id),
    refund: ({ paid }: Bought) => backOffice.refund(paid.id, 600),
    'refund all': ({ paid }: Bought) => backOffice.refund(paid.id),
    sweep: () => backOffice.accounting.sweeps.syncRefunds(),
    compare: () => backOffice.accounting.sweeps.reconcileRecent(),
  }
  const kinds = ['sync', 'credit', 'refund', 'refund all', 'sweep', 'compare'] as const
  const order = fc.array(fc.constantFrom(...kinds), { maxLength: 5 })
  const ending = fc.constantFrom(win, lose)
  await fc.assert(
    fc.asyncProperty(order, ending, order, async (earlier, end, later) => {
      const bought = await buyDisputed()
      // What is refused changes nothing.
      for (const kind of earlier) await refusalOf(steps[kind](bought))
      await end(bought)
      for (const kind of [...later, 'sync', 'sweep'] as const) await refusalOf(steps[kind](bought))
      const { invoices } = await backOffice.billing.listInvoices(bought.id, { limit: 1 })
      const credited = invoices[0]!.state === 'credited'
      const backCents = await backOffice.refundedThere(bought.chargeId)
      if (credited) assert.equal(backCents, end === win ? PAID : 0)
      assert.equal(await backOffice.owes(bought.id), credited || end === win ? 0 : WEEK)
      assert.equal((await backOffice.billing.readAccount(bought.id)).active === null, credited)
    }),
    { numRuns: 12 },
  )
})

test('reconciliation finds disputes that no one reported: opened, won, and lost', async () => {
  const [one, two] = [await buyDisputed(), await buyDisputed()]
  await backOffice.accounting.sweeps.reconcileRecent()
  for (const each of [one, two]) assert.deepEqual(await shown(each), [['open', PAID, FEE]])
  await win(one)
  await backOffice.accounting.sweeps.reconcileRecent()
  assert.deepEqual(await shown(one), [['won', 0, FEE]])
  backOffice.harness.clock.add(2 * HOUR_MS)
  assert.equal((await backOffice.accounting.reconcile()).clean, true)
  // Losing moves no line, and what moved before is not read again: comparing everything asks about what has
  // not ended.
  await lose(two)
  backOffice.harness.clock.add(2 * HOUR_MS)
  await backOffice.accounting.sweeps.reconcileAll()
  assert.deepEqual(await shown(two), [['lost', PAID, FEE]])
})

test('what a bank has is owed since then, in the report of what drivers owe', async () => {
  const bought = await buyDisputed()
  await syncAll(bought)
  backOffice.harness.clock.add(20 * DAY_MS)
  const bandOf = async () =>
    (await backOffice.accounting.readRevenue({})).owed.find(({ daysFrom }) => daysFrom === 14)?.cents
  const owed = await bandOf()
  assert.ok(owed !== undefined && owed >= PAID)
  await creditOf(bought.id)
  assert.equal(await bandOf(), owed - PAID)
})

test('another amount than the gateway took, and a dispute of no payment of ours, are differences', async () => {
  const bought = await buyDisputed()
  await syncAll(bought)
  const { reference } = bought.paid
  const found = async () =>
    (await backOffice.accounting.reconcile()).differences.map(({ kind, reference: of, ours, theirs }) => [
      kind,
      of,
      ours,
      theirs,
    ])
  await run(`update payments set disputed_cents = 600 where reference = '${reference}'`)
  assert.deepEqual(await found(), [['dispute_differs', reference, 600, PAID]])
  await run(`update payments set disputed_cents = ${PAID} where reference = '${reference}'`)
  const line = { lineId: 'txn_x', kind: 'dispute', chargeId: 'pi_x', feeCents: 0, at: 0 } as const
  const { deps } = backOffice
  const listBalance = async (...args: Parameters<typeof deps.cards.listBalance>) => {
    const answer = await deps.cards.listBalance(...args)
    const stray = { ...line, amountCents: -900, netCents: -900 }
    return answer.outcome === 'done' ? { ...answer, value: [...answer.value, stray] } : answer
  }
  const { differences } = await createAccounting({
    ...deps,
    cards: { ...deps.cards, listBalance },
  }).reconcile()
  assert.deepEqual(
    differences.find(({ kind }) => kind === 'dispute_unknown_here'),
    { kind: 'dispute_unknown_here', reference: 'pi_x', ours: null, theirs: 900 },
  )
})
