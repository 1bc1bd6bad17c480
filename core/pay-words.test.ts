import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payFigure, payLine, payWords, tipFigure } from './pay-words.ts'

test('a pay says whether it is promised, projected, estimated or not stated, in its own currency', () => {
  const pay = { payCents: 8_400, tipCents: 0 }
  assert.equal(payLine('en', pay), '$84')
  assert.equal(payLine('en', { ...pay, tipCents: 1_900 }), '$84 + ~$19 tip')
  assert.equal(payLine('es', { ...pay, tipCents: 1_900 }), '$84 + ~$19 de propina')
  assert.deepEqual(
    [0, 1].map((tipCents) => tipFigure('en', { ...pay, tipCents })),
    ['', '~$0.01 tip'],
  )
  assert.equal(
    tipFigure('en', { ...pay, tipCents: 1_900, payBasis: 'estimated' }),
    '',
    'no platform projects it',
  )
  assert.equal(payLine('en', { ...pay, payBasis: 'estimated' }), '~$84 by your rate')
  assert.equal(payLine('es', { payCents: 0, tipCents: 0, payBasis: 'unknown' }), 'pago no indicado')
  assert.equal(payLine('en', { ...pay, payCents: 3_650, currency: 'EUR' }), '€36.50')
  assert.equal(payFigure('en', { ...pay, payBasis: 'estimated', currency: 'EUR' }), '~€84')
  assert.equal(payFigure('en', { ...pay, payBasis: 'unknown' }), 'pay not stated')
})

test('a pay within a sentence is said without signs that a voice cannot read', () => {
  const pay = { payCents: 8_400, tipCents: 0 }
  assert.equal(payWords('en', pay), '$84')
  assert.equal(payWords('en', { ...pay, tipCents: 1 }), '$84 plus about $0.01 in tips')
  assert.equal(payWords('es', { ...pay, tipCents: 1_900 }), '$84 más unos $19 de propina')
  assert.equal(payWords('en', { ...pay, payBasis: 'estimated', currency: 'EUR' }), 'about €84')
  assert.equal(payWords('es', { ...pay, payBasis: 'unknown' }), 'pago no indicado')
})
