import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLanguage } from './languages.ts'
import { isOfferedToAll } from './observations.ts'
import { OFFER_KINDS } from './offers.ts'
import { inVariant } from './variant-words.ts'
import { describeVariant, needsMarket, readVariant, VARIANTS, WORK_WEEK_MINUTES } from './variants.ts'

test('a text says block, trip or job, and station, store or place, as the app of its driver does', () => {
  const said = (['amazon', 'spark', 'courier'] as const).map((variant) => [
    inVariant('[Block] at a [station]', variant, 'en'),
    inVariant('[Estación] de [bloques]', variant, 'es'),
  ])
  assert.deepEqual(said, [
    ['Block at a station', 'Estación de bloques'],
    ['Trip at a store', 'Tienda de viajes'],
    ['Job at a place', 'Zona de trabajos'],
  ])
})

test('a word in brackets without a twin reaches no screen, for amazon either', () => {
  for (const variant of ['amazon', 'spark'] as const)
    assert.throws(() => inVariant('a [parcel]', variant, 'en'), /parcel/)
})

test('a text that names no variant on offer is the first one on offer', () => {
  assert.deepEqual(
    [readVariant('spark'), readVariant('bike'), readVariant(null, [])],
    ['spark', 'amazon', 'amazon'],
  )
  assert.equal(readVariant('amazon', ['courier', 'spark']), 'courier')
})

test('drivers of blocks and trips work in the market, where they hold 12 hours a day and 70 a week', () => {
  assert.deepEqual(
    [needsMarket([]), needsMarket(['courier']), needsMarket(['courier', 'spark'])],
    [false, false, true],
  )
  for (const variant of VARIANTS)
    assert.deepEqual(describeVariant(variant).mostHeld, { dayMinutes: 720, weekMinutes: 4_200 })
  assert.equal(WORK_WEEK_MINUTES, 2_400)
})

test('an offer to one driver or to one place is not offered to all', () => {
  assert.deepEqual(
    OFFER_KINDS.filter((kind) => !isOfferedToAll(kind)),
    ['instant', 'reserved'],
  )
})

test('a language is found by its tag, whatever the country', () => {
  assert.deepEqual([' ES-mx', 'en', 'pt', '', null].map(findLanguage), [
    'es',
    'en',
    undefined,
    undefined,
    undefined,
  ])
})
