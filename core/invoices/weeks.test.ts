import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { closeWeek, priceOfWin, shareOfWeeks } from '../invoices.ts'
import type { InvoicedItem, Use } from '../invoices.ts'
import { paidAt } from '../subscriptions.ts'
import type { SubscriptionPeriod } from '../subscriptions.ts'
import type { OfferKind } from '../offers.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'

const PRICES = {
  blockCents: 500,
  tripCents: { curbside: 60, shopping: 80, delivery: 60 },
  instantDayCents: 200,
}
const ZONE = 'America/New_York'
const at = (text: string): number => Date.parse(text)
const block = (id: string, when: string, offerKind: OfferKind = 'block'): Use => ({
  kind: 'block',
  id,
  at: at(when),
  offerKind,
})
const checkIn = (id: string, when: string): Use => ({ kind: 'check_in', id, at: at(when), cents: 200 })
const awardsOf = (uses: readonly Use[]) => uses.flatMap((use) => (use.kind === 'block' ? [use.at] : []))
const close = (
  uses: readonly Use[],
  invoiced: readonly InvoicedItem[] = [],
  spans: readonly SubscriptionPeriod[] = [],
  now = '2026-11-23T12:00Z',
) =>
  closeWeek(
    { uses, awards: awardsOf(uses) },
    invoiced,
    (time) => paidAt(spans, time) !== null,
    PRICES,
    ZONE,
    at(now),
  )

test('blocks, instant days and check-ins are owed at their prices', () => {
  const { items } = close([
    block('a', '2026-11-10T12:00Z'),
    { kind: 'instant_day', day: '2026-11-18', at: at('2026-11-18T15:00Z') },
    checkIn('c', '2026-11-19T15:00Z'),
    { kind: 'check_in', id: 'd', at: at('2026-11-20T15:00Z'), cents: 0 },
  ])
  assert.deepEqual(items, [
    { kind: 'block', reference: 'block:a', cents: 500 },
    { kind: 'instant_day', reference: 'instant_day:2026-11-18', cents: 200 },
    { kind: 'check_in', reference: 'check_in:c', cents: 200 },
  ])
})

test('a trip costs the price of its kind, and a courier’s job nothing', () => {
  const { items } = close([
    block('a', '2026-11-17T12:00Z', 'curbside'),
    block('b', '2026-11-17T13:00Z', 'shopping'),
    block('c', '2026-11-17T14:00Z', 'delivery'),
    block('d', '2026-11-17T15:00Z', 'reserved'),
    block('e', '2026-11-17T16:00Z', 'shift'),
    block('f', '2026-11-17T17:00Z', 'order'),
  ])
  assert.deepEqual(
    items.map(({ cents }) => cents),
    [60, 80, 60, 500],
  )
  assert.equal(priceOfWin('shift', DEFAULT_SETTINGS.billing.prices), 0)
})

test('no price of a trip is more than a tenth of what the smallest trip pays', () => {
  const { tripCents } = DEFAULT_SETTINGS.billing.prices
  assert.ok(Object.values(tripCents).every((cents) => cents > 0 && cents <= 80))
})

test('a check-in costs nothing in a week with an award, before it or after it; the weeks around it do', () => {
  const { items } = close([
    // Sunday of the week before, and Monday of the week, New York's.
    checkIn('before', '2026-11-16T04:59Z'),
    checkIn('early', '2026-11-16T05:00Z'),
    block('won', '2026-11-20T12:00Z'),
    checkIn('late', '2026-11-23T04:59Z'),
  ])
  assert.deepEqual(
    items.map(({ reference }) => reference),
    ['check_in:before', 'block:won'],
  )
})

test('an award counts though it costs nothing itself, since a subscription pays for it', () => {
  const spans: SubscriptionPeriod[] = [
    { plan: 'advanced', from: at('2026-11-19T00:00Z'), until: at('2026-11-26T00:00Z') },
  ]
  const { items } = close([checkIn('a', '2026-11-17T12:00Z'), block('won', '2026-11-20T12:00Z')], [], spans)
  assert.deepEqual(items, [])
})

test('an award that is found out after the week was invoiced credits its check-ins', () => {
  const uses = [checkIn('a', '2026-11-17T12:00Z')]
  const invoiced = close(uses).items.map((item) => ({ ...item, invoiceId: 'i1' }))
  assert.deepEqual(
    invoiced.map(({ reference }) => reference),
    ['check_in:a'],
  )
  const { items, credits } = close(
    [...uses, block('late', '2026-11-20T12:00Z')],
    invoiced,
    [],
    '2026-11-30T12:00Z',
  )
  assert.deepEqual(credits, invoiced)
  assert.deepEqual(items, [{ kind: 'block', reference: 'block:late', cents: 500 }])
})

test('the week ends at midnight of the driver: late on Sunday is in it, Monday is in the next', () => {
  const uses = [block('sunday', '2026-11-23T04:59:59Z'), block('monday', '2026-11-23T05:00:00Z')]
  assert.deepEqual(
    close(uses).items.map(({ reference }) => reference),
    ['block:sunday'],
  )
})

function hoursClosed(now: string): number {
  const { from, to } = close([], [], [], now)
  return (to - from) / HOUR_MS
}

test('a week in which the clocks change has an hour less or more', () => {
  assert.deepEqual([hoursClosed('2026-03-09T12:00Z'), hoursClosed('2026-11-02T12:00Z')], [167, 169])
})

test('what was found out late goes on the next invoice, and what was not won after all is credited', () => {
  const invoiced: InvoicedItem[] = [
    { kind: 'block', reference: 'block:wrong', cents: 500, invoiceId: 'i1' },
    { kind: 'subscription_week', reference: 'week:1', cents: 2_500, invoiceId: 'i0' },
  ]
  const { items, credits } = close([block('late', '2026-11-10T12:00Z')], invoiced)
  assert.deepEqual(items, [{ kind: 'block', reference: 'block:late', cents: 500 }])
  assert.deepEqual(credits, [invoiced[0]])
})

test('while a subscription is paid for, nothing is owed', () => {
  const spans: SubscriptionPeriod[] = [
    { plan: 'advanced', from: at('2026-11-17T00:00Z'), until: at('2026-11-19T00:00Z') },
  ]
  const uses = [
    block('before', '2026-11-16T23:59Z'),
    block('paid', '2026-11-18T12:00Z'),
    block('after', '2026-11-19T00:00Z'),
  ]
  assert.deepEqual(
    close(uses, [], spans).items.map(({ reference }) => reference),
    ['block:before', 'block:after'],
  )
})

const START = at('2026-02-02T05:00Z')
const anyUses = fc.uniqueArray(
  fc.record({
    kind: fc.constant('block' as const),
    id: fc.uuid(),
    at: fc.nat({ max: 60 * DAY_MS }).map((ms) => START + ms),
    offerKind: fc.constant('block' as const),
  }),
  { maxLength: 60, selector: ({ id }) => id },
)

test('closed week by week, however late or often, each use is invoiced exactly once', () => {
  fc.assert(
    fc.property(anyUses, fc.array(fc.nat({ max: 12 * DAY_MS }), { maxLength: 12 }), (uses, gaps) => {
      const work = { uses, awards: awardsOf(uses) }
      const invoiced: InvoicedItem[] = []
      let now = START
      for (const gap of [...gaps, 80 * DAY_MS]) {
        now += gap
        const { items, credits } = closeWeek(work, invoiced, () => false, PRICES, ZONE, now)
        assert.deepEqual(credits, [])
        invoiced.push(...items.map((item) => ({ ...item, invoiceId: 'i' })))
        assert.deepEqual(closeWeek(work, invoiced, () => false, PRICES, ZONE, now).items, [])
      }
      const due = uses.map(({ id }) => `block:${id}`)
      assert.deepEqual(
        invoiced.map(({ reference }) => reference).toSorted(),
        now > START + 68 * DAY_MS ? due.toSorted() : [],
      )
    }),
  )
})

test("a plan's weeks fall into the weeks of the calendar by time, and nothing of them is lost", () => {
  const bought = [
    { at: START + 3 * DAY_MS, cents: 2_500 },
    { at: START + 10 * DAY_MS, cents: 2_500 },
  ]
  const shares = [-1, 0, 1, 2].map((week) =>
    shareOfWeeks(bought, { from: START + 7 * week * DAY_MS, to: START + 7 * (week + 1) * DAY_MS }),
  )
  assert.deepEqual(shares, [0, 1_429, 2_500, 1_071])
})
