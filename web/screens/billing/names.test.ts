import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payment as english } from '@madruga/core/words/en/app/payment.ts'
import { payment as spanish } from '@madruga/core/words/es/app/payment.ts'
import { methodWords, reasonWords, unsavedWords } from './names.ts'

const words = { t: (key: keyof typeof english) => english[key] } as Parameters<typeof reasonWords>[0]

test('a card or account is known by its brand and last digits', () => {
  const cases = [
    ['visa', 'Visa •••• 4242'],
    ['mastercard', 'Mastercard •••• 4242'],
    ['amex', 'American Express •••• 4242'],
    ['STRIPE TEST BANK', 'STRIPE TEST BANK •••• 4242'],
  ] as const
  for (const [brand, said] of cases) assert.equal(methodWords({ brand, last4: '4242' }), said)
})

test('every reason of a bank has its own words', () => {
  const reasons = [
    'declined',
    'insufficient_funds',
    'expired_card',
    'incorrect_cvc',
    'processing_error',
    'authentication_required',
    'authentication_failed',
    'bank_declined',
  ]
  const said = reasons.map((reason) => reasonWords(words, reason))
  assert.equal(new Set(said).size, reasons.length)
  assert.ok(said.every((text) => text !== english['payments.reason.other']))
})

test('a reason that no one knows by name gets words too', () => {
  for (const reason of ['status_402', 'key_reused', 'toString', ''])
    assert.equal(reasonWords(words, reason), english['payments.reason.other'])
})

test('a refused payment method is named as what was not saved, after the reason', () => {
  const languages = [
    [english, 'Not saved.'],
    [spanish, 'No se guardó.'],
  ] as const
  const codes = { generic_decline: 'declined', expired_card: 'expired_card', status_402: 'other' } as const
  for (const [texts, unsaved] of languages) {
    const t = (key: keyof typeof english, params: { why?: string } = {}) =>
      String(texts[key]).replace('{why}', params.why ?? '')
    for (const [code, reason] of Object.entries(codes))
      assert.equal(
        unsavedWords({ t } as Parameters<typeof unsavedWords>[0], { type: 'card_error', code }, false),
        `${texts[`payments.reason.${reason}`]} ${unsaved}`,
      )
  }
})

test('Stripe gives its own reason, and silence is no refusal', () => {
  const declined = { type: 'card_error', code: 'card_declined', message: 'Tu tarjeta fue rechazada.' }
  assert.equal(unsavedWords(words, declined, true), declined.message)
  assert.equal(unsavedWords(words, { type: 'api_connection_error' }, true), english['pay.gateway_silent'])
})
