import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHash, writeHash, type Search } from '../../address.ts'
import { askedAgain, readAsked, searchOf } from './address.ts'

const PURCHASE = { plan: 'advanced', days: 14, coupon: 'OCT25' } as const

test('an address asks for a purchase, an invoice, a payment, or nothing', () => {
  const nothing = { payment: null, purchase: null, invoice: null }
  assert.deepEqual(readAsked({}), nothing)
  assert.deepEqual(readAsked({ plan: 'advanced', days: '14', coupon: 'OCT25' }), {
    ...nothing,
    purchase: PURCHASE,
  })
  assert.deepEqual(readAsked({ invoice: 'M-2026-000123' }), { ...nothing, invoice: 'M-2026-000123' })
  assert.deepEqual(readAsked({ payment: '7e2a-1' }), { ...nothing, payment: '7e2a-1' })
})

test('what makes no sense is not asked for', () => {
  const nothing = readAsked({})
  const senseless: Search[] = [
    { plan: 'gold', days: '7' },
    { plan: 'advanced', days: '8' },
    { plan: 'advanced' },
    { invoice: 'M-1' },
    { payment: '../x' },
  ]
  for (const search of senseless) assert.deepEqual(readAsked(search), nothing, JSON.stringify(search))
})

test('what is written into an address is read out of it again', () => {
  for (const asked of [
    { payment: null, purchase: PURCHASE, invoice: null },
    { payment: null, purchase: null, invoice: 'M-2026-000123' },
  ])
    assert.deepEqual(readAsked(readHash(writeHash('/payment', searchOf(asked))).search), asked)
})

test('a refused payment is tried again with all that the address knows, else with what the payment knows', () => {
  const bought = { what: { kind: 'subscription', plan: 'advanced', days: 14, number: null } } as const
  const owed = {
    what: { kind: 'week', from: '2026-11-16', to: '2026-11-22', number: 'M-2026-000007' },
  } as const
  const known = { payment: 'p', purchase: PURCHASE, invoice: null }
  assert.deepEqual(askedAgain(known, bought), { plan: 'advanced', days: 14, coupon: 'OCT25' })
  const alone = { payment: 'p', purchase: null, invoice: null }
  assert.deepEqual(askedAgain(alone, bought), { plan: 'advanced', days: 14 })
  assert.deepEqual(askedAgain(alone, owed), { invoice: 'M-2026-000007' })
})
