import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsIn, methodFields, questionOf } from './requests.ts'

const TYPED = {
  kind: 'card',
  number: '4242 4242 4242 4242',
  expiry: '02 / 34',
  cvc: '123',
  routing: '110000000',
  account: '000123456789',
  holder: ' Ana Reyes ',
} as const

const faults = (code: string, param?: string, kind: 'card' | 'bank' = 'card') =>
  faultsIn({ type: 'card_error', code, ...(param && { param }) }, kind)

test('a card goes out with its own fields and none of an account', () => {
  assert.deepEqual(methodFields(TYPED), {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '2',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
  })
})

test('an account goes out with its holder and none of a card', () => {
  assert.deepEqual(methodFields({ ...TYPED, kind: 'bank' }), {
    'payment_method_data[type]': 'us_bank_account',
    'payment_method_data[us_bank_account][account_holder_type]': 'individual',
    'payment_method_data[us_bank_account][routing_number]': '110000000',
    'payment_method_data[us_bank_account][account_number]': '000123456789',
    'payment_method_data[billing_details][name]': 'Ana Reyes',
  })
})

test('the question is found with and without a way back', () => {
  assert.equal(questionOf({ next_action: { redirect_to_url: { url: 'a' } } }), 'a')
  assert.equal(questionOf({ next_action: { use_stripe_sdk: { stripe_js: 'b' } } }), 'b')
  assert.equal(questionOf({ next_action: null }), null)
})

test('a refusal stands at the field that it is about', () => {
  assert.deepEqual(faults('test_mode_live_card'), { number: 'test_only' })
  assert.deepEqual(faults('test_mode_live_card', undefined, 'bank'), { account: 'test_only' })
  assert.deepEqual(faults('incorrect_cvc', 'cvc'), { cvc: 'cvc_wrong' })
  assert.deepEqual(faults('expired_card'), { expiry: 'card_expired' })
  assert.deepEqual(faults('invalid_expiry_year', 'exp_year'), { expiry: 'expiry' })
  assert.deepEqual(faults('card_declined'), {})
})
