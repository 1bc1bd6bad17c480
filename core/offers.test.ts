import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mainCurrency, nameStation, placeLine, sumPay } from './offers.ts'

const named = (code: string, name: string) => {
  const station = nameStation({ id: 'st-7', code, name })
  return [station.code, station.name, placeLine(station)]
}

test('a station that a platform names with nothing to be seen is named by what else is known of it', () => {
  assert.deepEqual(named('VAX2', 'Van Nuys'), ['VAX2', 'Van Nuys', 'VAX2 Van Nuys'])
  assert.deepEqual(named(' VAX2\n', 'Van\tNuys '), ['VAX2', 'Van Nuys', 'VAX2 Van Nuys'])
  for (const blank of ['', ' ', '\u00A0\t', '\u0000', '\u200B', '\u202E\u2066', '\uD800']) {
    assert.deepEqual(named(blank, 'Van Nuys'), ['Van Nuys', 'Van Nuys', 'Van Nuys'])
    assert.deepEqual(named('VAX2', blank), ['VAX2', 'VAX2', 'VAX2'])
    assert.deepEqual(named(blank, blank), ['st-7', 'st-7', 'st-7'])
  }
})

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
  const { currency, others } = sumPay([pay(1, 'GBP'), pay(2), pay(3, 'EUR'), pay(4, 'USD'), pay(5, 'EUR')])
  assert.equal(currency, undefined, 'of as many, the first')
  assert.deepEqual(others, [
    { count: 1, payCents: 1, tipCents: 100, currency: 'GBP' },
    { count: 2, payCents: 8, tipCents: 200, currency: 'EUR' },
  ])
})

test('a sum is an estimate as soon as one of its parts is not stated', () => {
  const stated = { payCents: 1_000, tipCents: 0 }
  assert.equal(sumPay([stated, { ...stated, payBasis: 'estimated' }]).payBasis, 'estimated')
  assert.equal(sumPay([stated, { payCents: 0, tipCents: 0, payBasis: 'unknown' }]).payBasis, 'estimated')
  assert.equal(sumPay([stated, { ...stated, payBasis: 'unknown', currency: 'EUR' }]).payBasis, undefined)
})
