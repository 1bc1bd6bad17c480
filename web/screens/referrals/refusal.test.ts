import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFriend, refusedFields } from './refusal.ts'

test('a friend has 10 digits, or 11 with the leading 1', () => {
  for (const phone of ['3055550142', '13055550142']) assert.deepEqual(checkFriend(phone), [], phone)
  for (const phone of ['', '305555014', '23055550142', '130555501422'])
    assert.deepEqual(checkFriend(phone), [{ path: 'phone', code: 'accounts.phone_10_digits' }], phone)
})

test('a refusal of the number stands at its field, one of the day does not', () => {
  for (const code of ['referrals.phone_invalid', 'referrals.self', 'referrals.sent_already'] as const)
    assert.deepEqual(refusedFields({ code, params: {} }), [{ path: 'phone', code }])
  assert.deepEqual(refusedFields({ code: 'referrals.too_many', params: {} }), [])
})

test('fields that the server names come first', () => {
  const fields = [{ path: 'phone', code: 'field.invalid' }]
  assert.deepEqual(refusedFields({ code: 'request.invalid', params: { fields } }), fields)
  assert.deepEqual(refusedFields({ code: 'referrals.self', params: { fields: [] } }), [
    { path: 'phone', code: 'referrals.self' },
  ])
})
