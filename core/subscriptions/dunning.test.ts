import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { METHOD_KINDS } from '../invoices.ts'
import { decideDunning, decideRestore, judgeDunning, waitsForBank } from '../subscriptions.ts'
import type { DuePayment, DunnedPayer, OpenInvoice, RemindableInvoice } from '../subscriptions.ts'
import { PAYMENT_STATES } from '../payment-states.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'

const SETTINGS = { remindDays: [1, 3, 4], suspendDays: 5 }
const ZONE = 'America/New_York'
const CLOSED = Date.parse('2026-11-23T05:00Z')
const DEBIT: DuePayment = { state: 'processing', kind: 'bank', freedAt: null }
const FAILED_DEBIT: DuePayment = { state: 'refused', kind: 'bank', freedAt: null }
const REFUSED_CARD: DuePayment = { state: 'refused', kind: 'card', freedAt: null }

const judge = (closed: number[], now: number) =>
  judgeDunning(
    closed.map((closedAt, index) => ({ id: `i${index}`, closedAt, payments: [] })),
    SETTINGS,
    ZONE,
    now,
  )
/** One invoice with payments. */
const judgePaying = (payments: readonly DuePayment[], now: number) =>
  judgeDunning([{ id: 'i0', closedAt: CLOSED, payments }], SETTINGS, ZONE, now)

test('five days after an unpaid invoice the account is suspended, and not a moment before', () => {
  const end = CLOSED + 5 * DAY_MS
  assert.deepEqual(judge([CLOSED], end - 1).suspended, false)
  assert.deepEqual(judge([CLOSED], end).suspended, true)
  assert.equal(judge([CLOSED], CLOSED).suspendsAt, end)
})

test('a driver who has paid is back at once', () => {
  const nothing = { suspended: false, suspendsAt: null, invoiceId: null, reminders: [] }
  assert.deepEqual(judge([], CLOSED + 50 * DAY_MS), nothing)
})

test('the oldest of several invoices decides', () => {
  const { suspendsAt, invoiceId } = judge([CLOSED + 7 * DAY_MS, CLOSED], CLOSED)
  assert.deepEqual([suspendsAt, invoiceId], [CLOSED + 5 * DAY_MS, 'i1'])
})

test('reminders come after their days, the earlier ones first', () => {
  assert.deepEqual(judge([CLOSED], CLOSED + DAY_MS - 1).reminders, [])
  assert.deepEqual(judge([CLOSED], CLOSED + 3 * DAY_MS).reminders, [
    { invoiceId: 'i0', days: 1 },
    { invoiceId: 'i0', days: 3 },
  ])
})

test('no one is asked to pay before a day that is over: what suspends is not reminded of', () => {
  const end = CLOSED + 5 * DAY_MS
  assert.equal(judge([CLOSED], end - 1).reminders.length, 3)
  assert.deepEqual(judge([CLOSED], end).reminders, [])
})

test('days are those of the clock on the wall: over the change of the clocks one is 25 hours', () => {
  const friday = Date.parse('2026-10-30T04:00Z')
  assert.equal(judge([friday], friday).suspendsAt, friday + 5 * DAY_MS + HOUR_MS)
})

test('an invoice whose bank debit is under way neither reminds nor suspends, however long the bank takes', () => {
  const nothing = { suspended: false, suspendsAt: null, invoiceId: null, reminders: [] }
  for (const days of [0, 3, 5, 30]) assert.deepEqual(judgePaying([DEBIT], CLOSED + days * DAY_MS), nothing)
})

test('a debit for one invoice does nothing for another, which counts by its own date', () => {
  const invoices: OpenInvoice[] = [
    { id: 'paying', closedAt: CLOSED, payments: [DEBIT] },
    { id: 'open', closedAt: CLOSED + 7 * DAY_MS, payments: [] },
  ]
  const { suspendsAt, invoiceId } = judgeDunning(invoices, SETTINGS, ZONE, CLOSED + 8 * DAY_MS)
  assert.deepEqual([suspendsAt, invoiceId], [CLOSED + 12 * DAY_MS, 'open'])
})

test('when the debit fails the invoice counts again from its own date', () => {
  const late = CLOSED + 9 * DAY_MS
  assert.deepEqual(judgePaying([FAILED_DEBIT], late), judgePaying([], late))
  assert.equal(judgePaying([FAILED_DEBIT], late).suspended, true)
  assert.equal(judgePaying([FAILED_DEBIT], CLOSED + 2 * DAY_MS).suspended, false)
})

test('a second debit of an invoice whose first one failed holds nothing off', () => {
  const late = CLOSED + 9 * DAY_MS
  assert.equal(judgePaying([DEBIT, FAILED_DEBIT], late).suspended, true)
  assert.equal(judgePaying([FAILED_DEBIT, DEBIT], late).suspended, true)
})

test('a card that was refused before takes nothing from a debit', () => {
  assert.equal(judgePaying([DEBIT, REFUSED_CARD], CLOSED + 9 * DAY_MS).suspended, false)
})

test('only a debit at the bank is waited for: no card, and nothing that waits for the driver', () => {
  const late = CLOSED + 5 * DAY_MS
  for (const state of ['open', 'needs_action', 'canceled'] as const)
    assert.equal(judgePaying([{ state, kind: 'bank', freedAt: null }], late).suspended, true, state)
  assert.equal(judgePaying([{ state: 'processing', kind: 'card', freedAt: null }], late).suspended, true)
})

const payment = fc.record({
  state: fc.constantFrom(...PAYMENT_STATES),
  kind: fc.option(fc.constantFrom(...METHOD_KINDS)),
  freedAt: fc.constant(null),
})
const invoice = fc.record({
  id: fc.uuid(),
  closedAt: fc.integer({ min: 0, max: 60 }).map((days) => CLOSED + days * DAY_MS),
  payments: fc.array(payment, { maxLength: 4 }),
})
const invoices = fc.uniqueArray(invoice, { selector: ({ id }) => id, maxLength: 5 })
const instant = fc.integer({ min: 0, max: 80 * 24 }).map((hours) => CLOSED + hours * HOUR_MS)

test('dues are those of the invoices that wait for their driver, as if there were no others', () => {
  fc.assert(
    fc.property(invoices, instant, (unpaid, now) => {
      const waiting = unpaid
        .filter(({ payments }) => !waitsForBank(payments))
        .map((each) => ({ ...each, payments: [] }))
      assert.deepEqual(judgeDunning(unpaid, SETTINGS, ZONE, now), judgeDunning(waiting, SETTINGS, ZONE, now))
    }),
  )
})

test('no one lives on debits that fail: whatever else is tried, an invoice of which one has failed suspends in time', () => {
  fc.assert(
    fc.property(invoice, fc.array(payment, { maxLength: 4 }), (one, tried) => {
      const payments = [...one.payments, FAILED_DEBIT, ...tried]
      const { suspendsAt } = judgeDunning([{ ...one, payments }], SETTINGS, ZONE, one.closedAt)
      assert.equal(suspendsAt, judge([one.closedAt], one.closedAt).suspendsAt)
    }),
  )
})

test('a debit that took too long holds nothing off any more: the invoice counts from then', () => {
  const freedAt = CLOSED + 10 * DAY_MS
  const stale: DuePayment = { ...DEBIT, freedAt }
  assert.equal(judgePaying([DEBIT], freedAt + 30 * DAY_MS).suspendsAt, null)
  assert.equal(waitsForBank([stale]), false)
  const { suspended, suspendsAt } = judgePaying([stale], freedAt)
  assert.deepEqual([suspended, suspendsAt], [false, freedAt + 5 * DAY_MS])
  assert.equal(judgePaying([stale], freedAt + 5 * DAY_MS).suspended, true)
})

const DRIVER = { status: 'active', statusCause: 'operator', role: 'driver' } as const
const remindable = (id: string, closedAt: number, remindedDays: number[] = []): RemindableInvoice => ({
  id,
  closedAt,
  payments: [],
  number: `M-${id}`,
  dueCents: 500,
  timeZone: ZONE,
  remindedDays,
})
const decide = (open: readonly RemindableInvoice[], now: number, payer: DunnedPayer = DRIVER) =>
  decideDunning(judgeDunning(open, SETTINGS, ZONE, now), open, payer, SETTINGS, now)

test('each reminder is noted once, and the latest that is due names them all', () => {
  const now = CLOSED + 3 * DAY_MS
  const effects = decide([remindable('i0', CLOSED)], now)
  assert.deepEqual(effects, [
    { kind: 'note_reminder', invoiceId: 'i0', days: 1 },
    { kind: 'note_reminder', invoiceId: 'i0', days: 3 },
    {
      kind: 'notify_due',
      event: 'invoice_due i0 3',
      params: { number: 'M-i0', dueCents: 500, suspendsAt: CLOSED + 5 * DAY_MS },
    },
  ])
  assert.deepEqual(decide([remindable('i0', CLOSED, [1, 3])], now), [])
})

test('an invoice that does not decide is reminded of with its own day of suspension', () => {
  const later = CLOSED + DAY_MS
  const told = decide([remindable('i0', CLOSED, [1, 3]), remindable('i1', later)], CLOSED + 3 * DAY_MS)
  const due = told.find(({ kind }) => kind === 'notify_due')
  assert.ok(due?.kind === 'notify_due' && due.params.suspendsAt === later + 5 * DAY_MS)
})

test('an active driver is suspended for the invoice that decides; operators and the suspended are not', () => {
  const now = CLOSED + 5 * DAY_MS
  const both = [remindable('i0', CLOSED), remindable('i1', now)]
  assert.deepEqual(decide(both, now), [
    { kind: 'suspend', reason: 'M-i0' },
    {
      kind: 'notify_status',
      event: `dues.suspended i0 ${now}`,
      params: { status: 'suspended', reason: 'M-i0', dues: true },
    },
  ])
  for (const payer of [
    { ...DRIVER, role: 'operator' as const },
    { ...DRIVER, status: 'suspended' as const },
    { ...DRIVER, status: 'inactive' as const },
  ])
    assert.deepEqual(decide(both, now, payer), [])
})

test('who was suspended for unpaid invoices is restored once none suspends; who was by an operator is not', () => {
  const clear = judge([], CLOSED)
  const dunned = { ...DRIVER, status: 'suspended', statusCause: 'dues' } as const
  assert.deepEqual(
    decideRestore(clear, dunned, CLOSED).map(({ kind }) => kind),
    ['restore', 'notify_status'],
  )
  assert.deepEqual(decideRestore(clear, { ...dunned, statusCause: 'operator' }, CLOSED), [])
  assert.deepEqual(decideRestore(clear, { ...dunned, status: 'active' }, CLOSED), [])
  assert.deepEqual(decideRestore(judge([CLOSED], CLOSED + 5 * DAY_MS), dunned, CLOSED), [])
})
