import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Prices } from '@madruga/core/invoices.ts'
import { changesOf, readHistory, readPrices, rebaseFields, toPriceFields } from './price-form.ts'

const PRICES: Prices = {
  blockCents: 500,
  tripCents: { curbside: 60, shopping: 80, delivery: 60 },
  instantDayCents: 200,
  checkInCents: 200,
  weekCents: { advanced: 2500, professional: 3500 },
  fees: { card: { kind: 'percent', thousandths: 29, fixedCents: 30 }, bank: { kind: 'flat', cents: 99 } },
  referralPercent: 50,
}
const fields = toPriceFields(PRICES)

test('what the form shows is what is saved, to the cent', () => {
  assert.deepEqual(readPrices(fields), { prices: PRICES, faults: [] })
  assert.equal(fields.advanced, '25.00')
  assert.deepEqual(fields.card, { kind: 'percent', flat: '', percent: '2.9', fixed: '0.30' })
})

test('every invalid field is named; of a fee only those of its kind', () => {
  const { prices, faults } = readPrices({
    ...fields,
    block: '',
    advanced: '10000.01',
    card: { kind: 'percent', flat: 'x', percent: '20.1', fixed: '101' },
    bank: { kind: 'none', flat: 'x', percent: '', fixed: '' },
    referral: '101',
  })
  assert.equal(prices, null)
  assert.deepEqual(faults, ['block', 'advanced', 'card.percent', 'card.fixed', 'referral'])
  assert.deepEqual(readPrices({ ...fields, advanced: '10000', referral: '100%' }).faults, [])
})

test('only changes are listed, a fee as a whole', () => {
  const after: Prices = { ...PRICES, blockCents: 600, fees: { ...PRICES.fees, bank: { kind: 'none' } } }
  assert.deepEqual(
    changesOf(PRICES, after).map(({ name }) => name),
    ['block', 'bank'],
  )
  assert.deepEqual(changesOf(PRICES, structuredClone(PRICES)), [])
})

test("input on old prices stays, untouched fields take the other operator's values", () => {
  const theirs: Prices = { ...PRICES, blockCents: 700, weekCents: { advanced: 2600, professional: 3600 } }
  const mine = { ...fields, block: '6.5', bank: { ...fields.bank, flat: '1.00' } }
  assert.deepEqual(rebaseFields(PRICES, mine, theirs), {
    ...toPriceFields(theirs),
    block: '6.5',
    bank: mine.bank,
  })
})

test('each set of prices stands once, newest first, beside what it changed', () => {
  const first = { id: 0, prices: PRICES }
  const second = { id: 1, prices: { ...PRICES, blockCents: 600 } }
  const third = { id: 4, prices: { ...PRICES, blockCents: 600, referralPercent: 25 } }
  const told = (history: (typeof first)[]) =>
    readHistory(third, history).map(({ list, changes }) => [list.id, changes.map(({ name }) => name)])
  const wanted = [
    [4, ['referral']],
    [1, ['block']],
    [0, []],
  ]
  assert.deepEqual(told([second, first]), wanted)
  assert.deepEqual(told([first, third, second]), wanted)
})
