import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameStation, placeLine } from './offers.ts'

const named = (code: string, name: string) => {
  const station = nameStation({ id: 'st-7', code, name })
  return [station.code, station.name, placeLine(station)]
}

test('a station that a platform names with nothing to be seen is named by what else is known of it', () => {
  assert.deepEqual(named('VAX2', 'Van Nuys'), ['VAX2', 'Van Nuys', 'VAX2 Van Nuys'])
  assert.deepEqual(named(' VAX2\n', 'Van\tNuys '), ['VAX2', 'Van Nuys', 'VAX2 Van Nuys'])
  for (const blank of ['', ' ', '\u00A0\t', '\u0000', '\u200B', '\u202E\u2066', '\uD800']) {
    assert.deepEqual(named(blank, 'Van Nuys'), ['Van Nuys', 'Van Nuys', 'Van Nuys'])
    assert.deepEqual(named('VAX2', blank), ['VAX2', 'VAX2', 'VAX2'])
    assert.deepEqual(named(blank, blank), ['st-7', 'st-7', 'st-7'])
  }
})
