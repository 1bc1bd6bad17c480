import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Variant } from '../offers.ts'
import { describeVariant } from '../variants.ts'
import { meetsKind } from './kinds.ts'
import { NOTIFICATION_KINDS } from './model.ts'
import { isOfOffer, placeOfOffer } from './places.ts'

const missing = (variant: Variant) => NOTIFICATION_KINDS.filter((kind) => !meetsKind(variant, kind))

test('a driver meets the kinds that the app has cause for, and no others', () => {
  const ofMoney = ['invoice_issued', 'invoice_due', 'payment_received', 'payment_failed', 'refunded']
  const ofFriends = ['friend_joined', 'credit_earned', 'credit_withheld', 'credit_taken_back']
  assert.deepEqual(
    missing('courier').toSorted(),
    ['human_needed', 'subscription_ending', 'edition_changed', ...ofMoney, ...ofFriends].toSorted(),
  )
  assert.deepEqual(missing('amazon'), ['block_waiting', 'block_taken', 'block_changed', 'member_price'])
  assert.deepEqual(missing('spark'), [
    'block_waiting',
    'block_taken',
    'block_changed',
    'member_price',
    'subscription_ending',
    'edition_changed',
  ])
})

test('what is about one offer leads to its entry, and nothing else does', () => {
  const ofOffers = NOTIFICATION_KINDS.filter(isOfOffer)
  assert.deepEqual(ofOffers.toSorted(), ['block_changed', 'block_taken', 'block_waiting', 'block_won'])
})

test('a block leads to the calendar on its day, one that went to another driver to its line of the log', () => {
  const params = { blockId: 'b1', startAt: 1_800_000_000_000, seq: 7 }
  assert.deepEqual(placeOfOffer('block_won', params, 'amazon'), {
    screen: 'calendar',
    search: { open: 'b1', at: 1_800_000_000_000 },
  })
  const { screen, search } = placeOfOffer('block_taken', params, 'courier')
  assert.deepEqual([screen, search], [describeVariant('courier').screens.logs, { open: 7 }])
})

test('several blocks lead to the calendar on the day of the first, or to the log, and open none of them', () => {
  const params = { blockId: 'b1', startAt: 1_800_000_000_000, seq: 7, count: 2 }
  assert.deepEqual(placeOfOffer('block_won', params, 'amazon').search, { at: 1_800_000_000_000 })
  assert.deepEqual(placeOfOffer('block_taken', params, 'courier').search, {})
})

test('a notification that names no entry leads to the screen alone', () => {
  for (const kind of ['block_taken', 'block_waiting'] as const)
    assert.deepEqual(placeOfOffer(kind, {}, 'courier').search, {})
})
