import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FORMATS, faultsOf, groupExpiry, groupNumber, placeBehind, readExpiry } from './rules.ts'
import type { Typed } from './rules.ts'

const NOW = Date.parse('2026-11-30T23:00:00Z')
const CARD: Typed = {
  kind: 'card',
  number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  routing: '',
  account: '',
  holder: '',
}
const BANK: Typed = {
  ...CARD,
  kind: 'bank',
  number: '',
  routing: '110000000',
  account: '000123456789',
  holder: 'Ana',
}

const faults = (part: Partial<Typed>, of = CARD) => faultsOf({ ...of, ...part }, NOW)

test('a card number stands in the groups of its print', () => {
  for (const [typed, shown] of [
    ['', ''],
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242-4242 4242x4242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['3782822463100059', '3782 822463 10005'],
    ['62122345678901234567', '6212 2345 6789 0123 456'],
  ] as const)
    assert.equal(groupNumber(typed), shown, typed)
})

test('an expiry is typed digit by digit, taken back digit by digit, and filled in as browsers write it', () => {
  for (const [typed, shown] of [
    ['1', '1'],
    ['5', '05'],
    ['1/', '01'],
    ['12', '12'],
    ['123', '12 / 3'],
    ['12 / 3', '12 / 3'],
    ['12 / ', '12'],
    ['12 / 34', '12 / 34'],
    ['12 / 345', '12 / 34'],
    ['12/2034', '12 / 34'],
    ['12 / 20', '12 / 20'],
    ['5/34', '05 / 34'],
    ['05/34', '05 / 34'],
  ] as const)
    assert.equal(groupExpiry(typed), shown, typed)
  assert.deepEqual(readExpiry('07 / 31'), { month: 7, year: 2031 })
  for (const none of ['', '13 / 31', '00 / 31', '07 / 3']) assert.equal(readExpiry(none), null, none)
})

test('the caret stays behind the digit that it stood behind', () => {
  assert.equal(placeBehind('4242 4242', 4), 4)
  assert.equal(placeBehind('4242 4242', 5), 6)
  assert.equal(placeBehind('12 / 34', 3), 6)
  assert.equal(placeBehind('4242', 0), 0)
  assert.equal(placeBehind('4242', 9), 4)
})

test('a whole card and a whole account have no fault, and only the fields of what is typed count', () => {
  assert.deepEqual(faultsOf(CARD, NOW), {})
  assert.deepEqual(faultsOf(BANK, NOW), {})
})

test('each field says its own fault', () => {
  assert.deepEqual(faults({ number: '4242 4242 4242 4241' }), { number: 'number' })
  assert.deepEqual(faults({ number: '4242' }), { number: 'number' })
  for (const number of ['', ' '])
    assert.equal(faults({ number }).number, 'number_missing', 'nothing is not wrong')
  assert.deepEqual(faults({ cvc: '12' }), { cvc: 'cvc' })
  assert.deepEqual(faults({ number: '3782 822463 10005' }), { cvc: 'cvc' })
  assert.deepEqual(faults({ number: '3782 822463 10005', cvc: '1234' }), {})
  assert.deepEqual(faults({ expiry: '13 / 34' }), { expiry: 'expiry' })
  assert.deepEqual(faults({ routing: '110000001' }, BANK), { routing: 'routing' })
  assert.deepEqual(faults({ routing: '000000000' }, BANK), { routing: 'routing' })
  assert.deepEqual(faults({ account: '12' }, BANK), { account: 'account' })
  assert.deepEqual(faults({ holder: ' ' }, BANK), { holder: 'holder' })
})

test('a card is good to the end of its month', () => {
  assert.deepEqual(faultsOf({ ...CARD, expiry: '11 / 26' }, NOW), {})
  assert.deepEqual(faultsOf({ ...CARD, expiry: '10 / 26' }, NOW), { expiry: 'expired' })
})

test('no field takes more than its digits', () => {
  assert.equal(FORMATS.cvc('12a345'), '1234')
  assert.equal(FORMATS.routing('1100000009'), '110000000')
  assert.equal(FORMATS.account('1'.repeat(20)), '1'.repeat(17))
})
