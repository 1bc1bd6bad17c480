import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { plainDigits } from './digits.ts'
import { readCents, readNumber, readWhole } from './numbers.ts'
import type { NumberKind } from './numbers.ts'

const KINDS: readonly NumberKind[] = ['sum', 'rate', 'fine']

/** What every number field makes of an input: its value, or why it is refused. */
const INPUTS: [typed: string, meant: number | null | 'unreadable'][] = [
  ['19.50', 19.5],
  ['19,50', 19.5],
  ['19,5', 19.5],
  ['19.5', 19.5],
  ['3,45', 3.45],
  ['0,35', 0.35],
  ['0.35', 0.35],
  [',35', 0.35],
  ['.35', 0.35],
  ['19,', 19],
  ['19.', 19],
  ['19,00', 19],
  ['19.5000', 19.5],
  ['0,350', 0.35],
  ['007', 7],
  ['1.250,00', 1250],
  ['1,250.00', 1250],
  ['1,250.5', 1250.5],
  ['1.250,5', 1250.5],
  ['1 250,00', 1250],
  ['1\u00a0250,00', 1250],
  ['1\u202f250,50', 1250.5],
  ['1\u2009250', 1250],
  ["1'250", 1250],
  ['1’250.50', 1250.5],
  ['1250', 1250],
  ['1250,50', 1250.5],
  ['1,250,000', 1_250_000],
  ['1.250.000', 1_250_000],
  ['1.250.000,75', 1_250_000.75],
  ['$ 19.50', 19.5],
  ['$19,50', 19.5],
  ['19,50 $', 19.5],
  ['US$19.50', 19.5],
  ['19,50 €', 19.5],
  ['EUR 19,50', 19.5],
  ['19.50 USD', 19.5],
  ['$19.50/h', 19.5],
  ['19,50 kr', 19.5],
  ['30 min', 30],
  ['5 h', 5],
  ['5 hr', 5],
  ['19.5 dólares', 19.5],
  ['12 mi', 12],
  ['20%', 20],
  [' 19,50 ', 19.5],
  ['\u200e19.50\u200f', 19.5],
  ['１９．５０', 19.5],
  ['１９，５０', 19.5],
  ['＄１９', 19],
  ['١٩٫٥٠', 19.5],
  ['١٬٢٥٠٫٥', 1250.5],
  ['۱۹٫۵', 19.5],
  ['१९.५', 19.5],
  ['-5', -5],
  ['−5', -5],
  ['-$5', -5],
  ['$-5', -5],
  ['-0', 0],
  ['+5', 5],
  ['', null],
  ['  ', null],
  ['\u200e', null],
  ['1e3', 'unreadable'],
  ['1E3', 'unreadable'],
  ['0x10', 'unreadable'],
  ['Infinity', 'unreadable'],
  ['NaN', 'unreadable'],
  ['-', 'unreadable'],
  ['$', 'unreadable'],
  ['.', 'unreadable'],
  [',', 'unreadable'],
  ['abc', 'unreadable'],
  ['19 mil', 'unreadable'],
  ['19 MIL', 'unreadable'],
  ['19k', 'unreadable'],
  ['35¢', 'unreadable'],
  ['19..5', 'unreadable'],
  ['19,5,0', 'unreadable'],
  ['1.2.3', 'unreadable'],
  ['1,25,000', 'unreadable'],
  ['1.250,00.5', 'unreadable'],
  ['1,250 000', 'unreadable'],
  ["1.250'000,5", 'unreadable'],
  ['1.250.5', 'unreadable'],
  ['1,250,5', 'unreadable'],
  [',0', 0],
  ['9'.repeat(15), 999_999_999_999_999],
  ['1' + '0'.repeat(15), 'unreadable'],
  ['12 50', 'unreadable'],
  ['1 2', 'unreadable'],
  ['12:50', 'unreadable'],
  ['5-', 'unreadable'],
  ['5-10', 'unreadable'],
  ['--5', 'unreadable'],
  ['(5)', 'unreadable'],
  ['5+5', 'unreadable'],
  ['19½', 'unreadable'],
  ['19⁵⁰', 'unreadable'],
  ['Ⅻ', 'unreadable'],
  ['19.12345', 'unreadable'],
  ['9'.repeat(20), 'unreadable'],
]

test('a number is read as a person means it, or is refused, in a field of any kind', () => {
  for (const [typed, meant] of INPUTS)
    for (const kind of KINDS)
      assert.deepEqual(
        readNumber(typed, kind),
        meant === 'unreadable' ? { fault: meant } : { value: meant },
        `"${typed}" as ${kind}`,
      )
})

test('one separator before three digits: thousands, decimals, or a question, by the kind of field', () => {
  for (const mark of ['.', ',']) {
    const typed = `1${mark}250`
    assert.deepEqual(readNumber(typed, 'sum'), { value: 1250 })
    assert.deepEqual(readNumber(typed, 'fine'), { value: 1.25 })
    assert.deepEqual(readNumber(typed, 'rate'), { fault: 'two_ways', readings: [1.25, 1250] })
    assert.deepEqual(readNumber(`3${mark}459`, 'fine'), { value: 3.459 })
    assert.deepEqual(readNumber(`19${mark}500`, 'rate'), { fault: 'two_ways', readings: [19.5, 19500] })
    assert.deepEqual(readNumber(`0${mark}725`, 'fine'), { value: 0.725 })
    assert.deepEqual(readNumber(`0${mark}725`, 'rate'), { fault: 'unreadable' })
  }
})

test('an amount survives every way to write it', () => {
  const amount = fc.integer({ min: 0, max: 99_999_999 })
  const styles = ['en-US', 'es-US', 'es-CO', 'es-ES', 'de-CH', 'fr-FR', 'pt-BR', 'ar-EG', 'hi-IN-u-nu-deva']
  fc.assert(
    fc.property(amount, fc.constantFrom(...styles), fc.boolean(), (cents, locale, useGrouping) => {
      const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping })
      // India groups by two digits from a hundred thousand on.
      const value = locale.startsWith('hi') ? cents % 9_999_999 : cents
      assert.equal(readCents(format.format(value / 100)), value)
    }),
  )
})

test('no text is read as a number that its digits do not spell', () => {
  const piece = fc.constantFrom(..."0123456789.,' $-e%h", '1', '250')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 9 }), fc.constantFrom(...KINDS), (pieces, kind) => {
      const typed = pieces.join('')
      const read = readNumber(typed, kind)
      if (!('value' in read) || read.value === null) return
      const [digits, said] = [typed, String(Math.abs(read.value))].map((text) =>
        text.replaceAll(/\D/g, '').replaceAll(/^0+|0+$/g, ''),
      )
      assert.equal(digits, said)
    }),
  )
})

test('cents are whole and not negative', () => {
  assert.deepEqual(
    ['0', '0.01', '0,29'].map((typed) => readCents(typed)),
    [0, 1, 29],
  )
  assert.equal(readCents('1.005,10'), 100_510)
  for (const typed of ['', '-1', '0.005', '1,2345', 'x']) assert.equal(readCents(typed), null, typed)
})

test('a whole number has no decimals', () => {
  assert.deepEqual(['0', '1', '1,000'].map(readWhole), [0, 1, 1000])
  assert.equal(readWhole('１２'), 12)
  assert.equal(readWhole('30,0'), 30)
  for (const typed of ['', '1,5', '-1', '-0.5', '1e3']) assert.equal(readWhole(typed), null, typed)
})

test('digits of every script are the plain ones', () => {
  assert.equal(plainDigits('１２３ ٤٥٦ ۷۸۹ ०१२ 𝟎𝟗𝟘'), '123 456 789 012 090')
  assert.equal(plainDigits('\u200e12\u2066345\u20696\ufeff'), '123456')
})
