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

test('one letter outside the phone alphabet makes no SMS longer', () => {
  for (const place of [
    'Besançon',
    'São Paulo',
    'Cafe\u0301',
    'Łódź',
    'Αθήνα',
    'Δήμητρα',
    '東京',
    '😀',
    '\u200b',
  ])
    assert.ok(countSegments(foldToGsm(`${place} ${'a'.repeat(140)}`)) === 1, place)
})

test('a text that is cut keeps its last sentence whole', () => {
  const cut = fitSms(`Madruga: Take ${'a long place '.repeat(30)}at 4:15 p.m.? Answer within a minute.`, 2)
  assert.match(cut, /^Madruga: Take a long .*\.\.\. Answer within a minute\.$/)
  assert.equal(countSegments(cut), 2)
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
