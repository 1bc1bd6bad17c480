import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOf, readPlace } from './address.ts'

test('an address and back again: the part, what is searched for, what is open', () => {
  const place = { text: 'ana@demo.madruga', open: 'M-2026-000123' }
  const search = placeOf('invoices', place)
  assert.deepEqual(search, { tab: 'accounting', part: 'invoices', ...place })
  assert.deepEqual(readPlace(search), { part: 'invoices', place })
})

test('empty values are omitted from the address', () => {
  assert.deepEqual(placeOf('payments', { text: '' }), { tab: 'accounting', part: 'payments' })
})

test('an address that names no part opens the first one', () => {
  assert.deepEqual(readPlace({ part: 'nonsense', text: '4242' }), {
    part: 'revenue',
    place: { text: '4242' },
  })
})
