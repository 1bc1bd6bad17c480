import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPay, countCurrency, leadSum, mainCurrency, sumPay } from './pay-sums.ts'
import type { CurrencyCounts, CurrencySum } from './pay-sums.ts'

const pay = (payCents: number, currency?: string) => ({ payCents, tipCents: 100, currency })

test('amounts of two currencies are never added: the sum is of the one that most are paid in', () => {
  assert.deepEqual(sumPay([pay(1_000, 'EUR'), pay(2_000), pay(3_000, 'EUR')]), {
    payCents: 4_000,
    tipCents: 200,
    currency: 'EUR',
    others: [{ count: 1, payCents: 2_000, tipCents: 100 }],
  })
  assert.deepEqual(sumPay([pay(1_000), pay(2_000, 'USD')]), { payCents: 3_000, tipCents: 200, others: [] })
  assert.deepEqual(sumPay([]), { payCents: 0, tipCents: 0, others: [] })
  assert.equal(mainCurrency([pay(1, 'GBP'), pay(1)]), 'GBP')
  assert.equal(mainCurrency([pay(1), pay(1, 'GBP'), pay(1, 'USD'), pay(1, 'GBP'), pay(1)]), null)
  const { currency, others } = sumPay([pay(1, 'GBP'), pay(2), pay(3, 'EUR'), pay(4, 'USD'), pay(5, 'EUR')])
  assert.equal(currency, undefined, 'of as many, the first')
  assert.deepEqual(others, [
    { count: 1, payCents: 1, tipCents: 100, currency: 'GBP' },
    { count: 2, payCents: 8, tipCents: 200, currency: 'EUR' },
  ])
})

test('what names US dollars is in them, as what names no currency', () => {
  const sums: CurrencySum[] = []
  addPay(sums, pay(1_000, 'USD'))
  assert.deepEqual(sums, [{ payCents: 1_000, tipCents: 100, count: 1 }])
  const counts: CurrencyCounts = new Map()
  for (const currency of ['USD', undefined, 'EUR']) countCurrency(counts, currency)
  assert.deepEqual(
    [...counts],
    [
      [null, 2],
      ['EUR', 1],
    ],
  )
})

test('a sum is an estimate as soon as one of its parts is not stated', () => {
  const stated = { payCents: 1_000, tipCents: 0 }
  assert.equal(sumPay([stated, { ...stated, payBasis: 'estimated' }]).payBasis, 'estimated')
  assert.equal(sumPay([stated, { payCents: 0, tipCents: 0, payBasis: 'unknown' }]).payBasis, 'estimated')
  assert.equal(sumPay([stated, { ...stated, payBasis: 'unknown', currency: 'EUR' }]).payBasis, undefined)
})

test('sums are added with their counts, and one can be put first though fewer are paid in it', () => {
  const sums: CurrencySum[] = []
  for (const one of [pay(1_000), { ...pay(4_000, 'EUR'), count: 3 }, pay(2_000, 'USD')]) addPay(sums, one)
  const euros = { ...pay(4_000, 'EUR'), count: 3 }
  assert.deepEqual(sums, [{ payCents: 3_000, tipCents: 200, count: 2 }, euros])
  const { count: _, ...first } = euros
  assert.deepEqual(leadSum(sums), { ...first, others: [sums[0]] })
  assert.deepEqual(leadSum(sums, null), { payCents: 3_000, tipCents: 200, others: [euros] })
  assert.deepEqual(leadSum(sums, 'GBP').payCents, 0, 'nothing is paid in it')
})
