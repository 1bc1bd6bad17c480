import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeName } from './place-name.ts'

test('a station goes by its code and a store by its name, also once it is gone', () => {
  assert.equal(placeName('amazon', { code: 'DRX5', name: 'Doral Delivery Station' }), 'DRX5')
  assert.equal(placeName('spark', { code: 'CA', name: 'Cornerfield Arlington' }), 'Cornerfield Arlington')
})
