import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inVariant } from './variant-words.ts'

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
