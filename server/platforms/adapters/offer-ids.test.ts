import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOfferOf, markOfferId, platformOfferId } from './offer-ids.ts'

test('a listing that follows another one has its own id, and the platform’s id inside it', () => {
  const again = markOfferId('17', 1_764_000_000)
  assert.notEqual(again, '17')
  assert.deepEqual([platformOfferId(again), platformOfferId('17')], ['17', '17'])
})

test('a held block is of every listing with its platform’s id, and of no other', () => {
  assert.ok(isOfferOf('17', '17'))
  assert.ok(isOfferOf('17', markOfferId('17', 2)))
  assert.ok(!isOfferOf('17', markOfferId('171', 2)))
  assert.ok(!isOfferOf('17', '170'))
})
