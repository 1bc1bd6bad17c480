import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { decideMemberMonths, memberPriceIn, monthOf, setMemberPrice } from '../invoices.ts'
import type { MemberMonth, MemberPriceFrom } from '../invoices.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'

const TWELVE = { cents: 1_200, currency: 'EUR' }
const NOVEMBER = Date.UTC(2026, 10, 20, 12)

test('without a price nothing is owed, however long a member stays', () => {
  assert.deepEqual(setMemberPrice([], null, NOVEMBER), [])
  const owed = decideMemberMonths([], ['2026-10', '2026-11', '2026-12'], [])
  assert.deepEqual(
    owed.map(({ cents }) => cents),
    [0, 0, 0],
  )
})

test('a price counts from the next month, and not from one that has begun anywhere', () => {
  assert.deepEqual(setMemberPrice([], TWELVE, NOVEMBER), [{ from: '2026-12', ...TWELVE }])
  // It is December in Kiribati.
  const late = Date.UTC(2026, 10, 30, 10)
  assert.deepEqual(setMemberPrice([], TWELVE, late), [{ from: '2027-01', ...TWELVE }])
  assert.equal(setMemberPrice([], TWELVE, late - 1)[0]?.from, '2026-12')
})

test('a price that has not begun is replaced, and one that has counts until the next one does', () => {
  const twelve = setMemberPrice([], TWELVE, NOVEMBER)
  const nine = { cents: 900, currency: 'EUR' }
  assert.deepEqual(setMemberPrice(twelve, nine, NOVEMBER + DAY_MS), [{ from: '2026-12', ...nine }])
  assert.deepEqual(setMemberPrice(twelve, null, NOVEMBER + DAY_MS), [])
  const later = setMemberPrice(twelve, null, Date.UTC(2027, 0, 10))
  assert.deepEqual(later, [
    { from: '2026-12', ...TWELVE },
    { from: '2027-02', cents: 0, currency: 'EUR' },
  ])
  assert.deepEqual(memberPriceIn(later, '2027-01'), TWELVE)
  assert.equal(memberPriceIn(later, '2027-02'), null)
  assert.deepEqual(setMemberPrice(twelve, TWELVE, Date.UTC(2027, 0, 10)), twelve, 'the same price again')
  const dollars = { cents: 1_200, currency: 'USD' }
  assert.equal(
    setMemberPrice(twelve, dollars, Date.UTC(2027, 0, 10)).length,
    2,
    'as much of another currency',
  )
  assert.deepEqual(memberPriceIn([{ from: '2026-12', cents: 1, currency: 'EUR' }], '2026-12')?.cents, 1)
})

test('who joins in the middle of a month owes nothing for it, and the whole price for the next', () => {
  const prices: MemberPriceFrom[] = [{ from: '2026-12', ...TWELVE }]
  const months = decideMemberMonths(prices, ['2027-02', '2027-01', '2027-02'], [])
  assert.deepEqual(months, [
    { month: '2027-01', cents: 0, currency: 'EUR' },
    { month: '2027-02', ...TWELVE },
  ])
})

const ZONES = [
  'Pacific/Kiritimati',
  'Asia/Kolkata',
  'Europe/Paris',
  'UTC',
  'America/St_Johns',
  'Pacific/Pago_Pago',
]
const START = Date.UTC(2026, 8, 1)

test('whenever it is counted, a member owes each month that they searched in but the first, once, at its price', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.array(fc.nat({ max: 240 * 24 }), { minLength: 1, maxLength: 60 }),
      fc.array(fc.record({ day: fc.nat({ max: 240 }), cents: fc.nat({ max: 5_000 }) }), { maxLength: 4 }),
      fc.array(fc.nat({ max: 240 }), { maxLength: 12 }),
      (timeZone, hours, settings, counts) => {
        const searched = hours.map((hour) => START + hour * HOUR_MS).toSorted((one, other) => one - other)
        const set = settings.toSorted((one, other) => one.day - other.day)
        const pricesAt = (now: number) =>
          set
            .filter(({ day }) => START + day * DAY_MS <= now)
            .reduce<MemberPriceFrom[]>(
              (prices, { day, cents }) =>
                setMemberPrice(prices, { cents, currency: 'EUR' }, START + day * DAY_MS),
              [],
            )
        const noted: MemberMonth[] = []
        const end = START + 241 * DAY_MS
        for (const now of [...counts.map((day) => START + day * DAY_MS), end].toSorted((a, b) => a - b)) {
          const active = searched.filter((at) => at <= now).map((at) => monthOf(timeZone, at))
          const known = noted.map(({ month }) => month)
          noted.push(...decideMemberMonths(pricesAt(now), active, known))
        }
        // Counted apart: by the calendar alone, with the price that had been set before the month began.
        const months = [...new Set(searched.map((at) => monthOf(timeZone, at)))]
        const owed = months.slice(1).map((month) => {
          const begins = Temporal.PlainDate.from(`${month}-01`).toZonedDateTime('Pacific/Kiritimati')
          return set.findLast(({ day }) => START + day * DAY_MS < begins.epochMilliseconds)?.cents ?? 0
        })
        assert.deepEqual(
          noted.toSorted((one, other) => (one.month < other.month ? -1 : 1)).map(({ cents }) => cents),
          [0, ...owed],
        )
        assert.deepEqual(noted.map(({ month }) => month).toSorted(), months)
      },
    ),
  )
})
