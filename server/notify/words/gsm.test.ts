import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countSegments, fitSms, foldToGsm } from './gsm.ts'

test('an SMS holds 160 characters of the phone alphabet or 70 others', () => {
  assert.equal(countSegments('a'.repeat(160)), 1)
  assert.equal(countSegments('a'.repeat(161)), 2)
  assert.equal(countSegments('ñ¿é'.repeat(53)), 1)
  assert.equal(countSegments('á'.repeat(70)), 1)
  assert.equal(countSegments('á'.repeat(71)), 2)
  assert.equal(countSegments(`${'a'.repeat(159)}€`), 2)
  assert.equal(countSegments('a'.repeat(306)), 2)
  assert.equal(countSegments('a'.repeat(307)), 3)
})

test('letters that the alphabet lacks become their nearest; ñ and é stay', () => {
  assert.equal(foldToGsm('Señor, ganó “así” a las 4:15\u202fPM…'), 'Señor, gano "asi" a las 4:15 PM...')
})

test('a long text is cut at a word to so many SMS', () => {
  const long = 'Bloque ganado '.repeat(40).trim()
  const cut = fitSms(long, 2)
  assert.equal(countSegments(cut), 2)
  assert.match(cut, /(Bloque|ganado)\.\.\.$/)
  assert.equal(fitSms('corto', 1), 'corto')
  assert.equal(countSegments(fitSms('x'.repeat(900), 2)) <= 2, true)
  assert.equal(countSegments(fitSms('漢字'.repeat(200), 2)) <= 2, true)
})
