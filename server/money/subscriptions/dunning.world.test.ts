import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import { chargeFor } from '@madruga/core/invoices.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import { startBackOffice } from '../billing/testing/back-office.ts'
import type { BackOffice } from '../billing/testing/back-office.ts'
import type { BillingHarness } from '../billing/testing/harness.ts'
import { readToRemind } from './store/dunning.ts'

const { card } = DEFAULT_SETTINGS.billing.prices.fees
const BANK_FAILS = '000111111116'
const REFUSED_CARD = '4000000000000341'

let backOffice: BackOffice
let harness: BillingHarness
before(async () => {
  backOffice = await startBackOffice('2026-11-18T17:00:00Z')
  harness = backOffice.harness
})
after(() => backOffice.stop())
afterEach(() => harness.checkAccounts())

/** Lets days pass and everything run by itself that looks after dues; the banks say nothing. */
async function wait(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    harness.clock.add(DAY_MS)
    await harness.billing.sweeps.runDunning()
  }
}

/** A driver with an unpaid invoice of $5 that was issued now. */
async function addDebtor(): Promise<{ id: string; number: string }> {
  const id = await harness.addDriver()
  return { id, number: await backOffice.invoiceWeek(id, [['block', 500]]) }
}

async function standingOf(id: string): Promise<string> {
  const { status, suspendedForUnpaid } = await harness.billing.readAccount(id)
  return suspendedForUnpaid ? `${status} for dues` : status
}

test('who pays late by bank debit is not reminded and not suspended while the bank takes its days', async () => {
  const { id, number } = await addDebtor()
  await wait(2)
  const debit = await backOffice.pay(id, number, await backOffice.saveBank(id))
  assert.equal(debit.state, 'processing')
  const told = await harness.newsOf(id)
  await wait(6)
  assert.equal(await standingOf(id), 'active')
  assert.deepEqual(await harness.newsOf(id), told, 'nothing more is said')
  const account = await harness.billing.readAccount(id)
  assert.deepEqual([account.suspendsAt, account.unpaid[0]?.suspendsAt], [null, null])
  await backOffice.letBanksAnswer(HOUR_MS)
  assert.equal((await harness.billing.readInvoice(id, number)).state, 'paid')
  assert.ok(!harness.stopped.includes(id))
})

test('who is suspended and has everything debited is back at once', async () => {
  const { id, number } = await addDebtor()
  const issuedAt = harness.clock.now()
  await wait(6)
  assert.equal(await standingOf(id), 'suspended for dues')
  assert.equal((await harness.billing.readAccount(id)).unpaid[0]?.suspendsAt, issuedAt + 5 * DAY_MS)
  await backOffice.pay(id, number, await backOffice.saveBank(id))
  assert.equal(await standingOf(id), 'active')
  assert.equal((await harness.newsOf(id))[0], 'account_status')
  await wait(3)
  assert.equal(await standingOf(id), 'active')
})

test('a debit for one of two invoices that are overdue brings no one back', async () => {
  const { id, number } = await addDebtor()
  harness.clock.add(1_000)
  const other = await backOffice.invoiceWeek(id, [['block', 700]])
  await wait(6)
  const bank = await backOffice.saveBank(id)
  await backOffice.pay(id, number, bank)
  assert.equal(await standingOf(id), 'suspended for dues')
  await backOffice.pay(id, other, bank)
  assert.equal(await standingOf(id), 'active')
})

test('an operator’s own suspension outlives a debit', async () => {
  const { id, number } = await addDebtor()
  await harness.deps.db
    .transaction()
    .execute((tx) => harness.deps.accounts.setStatus(tx, id, 'suspended', 'cheated'))
  await backOffice.pay(id, number, await backOffice.saveBank(id))
  assert.equal(await standingOf(id), 'suspended')
})

test('a debit that fails is told, and counts as if there had been none: the next sweep suspends whose days have passed', async () => {
  const { id, number } = await addDebtor()
  await wait(6)
  await backOffice.pay(id, number, await backOffice.saveBank(id, BANK_FAILS))
  assert.equal(await standingOf(id), 'active')
  await wait(3)
  harness.stopped.length = 0
  await backOffice.letBanksAnswer(HOUR_MS)
  const told = (await harness.newsOf(id)).slice(0, 1)
  assert.deepEqual([told, await standingOf(id)], [['payment_failed'], 'active'])
  await harness.billing.sweeps.runDunning()
  await harness.billing.sweeps.runDunning()
  assert.equal(await standingOf(id), 'suspended for dues')
  assert.deepEqual(harness.stopped, [id])
  assert.deepEqual((await harness.newsOf(id)).slice(0, 2), ['account_status', 'payment_failed'])
})

test('a second debit after one that failed brings no one back before its money is there, and a card does at once', async () => {
  const [patient, hasty] = [await addDebtor(), await addDebtor()]
  for (const { id, number } of [patient, hasty])
    await backOffice.pay(id, number, await backOffice.saveBank(id, BANK_FAILS))
  await wait(6)
  await backOffice.letBanksAnswer(HOUR_MS)
  await harness.billing.sweeps.runDunning()
  for (const { id } of [patient, hasty]) assert.equal(await standingOf(id), 'suspended for dues')
  await backOffice.pay(patient.id, patient.number, await backOffice.saveBank(patient.id))
  await harness.billing.sweeps.runDunning()
  assert.equal(await standingOf(patient.id), 'suspended for dues')
  assert.notEqual((await harness.billing.readAccount(patient.id)).unpaid[0]?.suspendsAt, null)
  await backOffice.pay(hasty.id, hasty.number)
  assert.equal(await standingOf(hasty.id), 'active')
  await wait(1)
  await backOffice.letBanksAnswer(HOUR_MS)
  assert.equal(await standingOf(patient.id), 'active')
})

test('a second debit that is under way when the days have passed keeps no one from being suspended', async () => {
  const { id, number } = await addDebtor()
  await backOffice.pay(id, number, await backOffice.saveBank(id, BANK_FAILS))
  await backOffice.letBanksAnswer(HOUR_MS)
  await backOffice.pay(id, number, await backOffice.saveBank(id))
  await wait(5)
  assert.equal(await standingOf(id), 'suspended for dues')
})

test('a card that was refused before takes nothing from a debit', async () => {
  const { id, number } = await addDebtor()
  await wait(6)
  const { totalCents } = chargeFor(500, card)
  const input = { number, methodId: await harness.saveCard(id, REFUSED_CARD), expectCents: totalCents }
  assert.equal((await harness.billing.pay(id, { ...input, key: randomUUID() })).state, 'refused')
  await backOffice.pay(id, number, await backOffice.saveBank(id))
  assert.equal(await standingOf(id), 'active')
})

test('after a debit that failed in time one reminder says it all', async () => {
  const { id, number } = await addDebtor()
  await backOffice.pay(id, number, await backOffice.saveBank(id, BANK_FAILS))
  await wait(4)
  assert.ok(!(await harness.newsOf(id)).includes('invoice_due'))
  await backOffice.letBanksAnswer(HOUR_MS)
  await harness.billing.sweeps.runDunning()
  await harness.billing.sweeps.runDunning()
  const told = (await harness.newsOf(id)).filter((kind) => kind === 'invoice_due')
  assert.deepEqual([told.length, await standingOf(id)], [1, 'active'])
})

test('who waits for the bank takes no place in a sweep, and who is suspended is looked at no more', async () => {
  const waiting = await addDebtor()
  await backOffice.pay(waiting.id, waiting.number, await backOffice.saveBank(waiting.id))
  const owing = await addDebtor()
  const toRemind = async () => {
    const page = { now: harness.clock.now(), after: null, most: 1_000 }
    const drivers = await readToRemind(harness.deps.db, harness.deps.settings.dunning, page)
    return [waiting.id, owing.id].map((id) => drivers.includes(id))
  }
  harness.clock.add(6 * DAY_MS)
  assert.deepEqual(await toRemind(), [false, true])
  await harness.billing.sweeps.runDunning()
  assert.deepEqual(await toRemind(), [false, false])
})
