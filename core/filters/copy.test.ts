import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copySettings } from '../filters.ts'

const station = (stationId: string, ...settings: string[]) => ({
  stationId,
  settings: settings.map((name) => ({ name })),
})
const stations = [
  station('a', 'one', 'two'),
  station('b', 'three'),
  station('c'),
  station('d', 'x', 'y', 'z'),
]
const namesOf = (list: readonly { stationId: string; settings: readonly { name: string }[] }[]) =>
  Object.fromEntries(list.map((each) => [each.stationId, each.settings.map(({ name }) => name)]))

test('replacing: selected stations have only the copies, others are unchanged', () => {
  const { stations: copied, full } = copySettings(
    stations,
    stations[0]!.settings,
    new Set(['b', 'd']),
    'replace',
  )
  assert.deepEqual(full, [])
  assert.deepEqual(namesOf(copied), { a: ['one', 'two'], b: ['one', 'two'], c: [], d: ['one', 'two'] })
})

test('adding: up to three, and a station that would exceed that is unchanged and reported', () => {
  const { stations: copied, full } = copySettings(
    stations,
    stations[0]!.settings,
    new Set(['b', 'c', 'd']),
    'add',
  )
  assert.deepEqual(full, ['d'])
  assert.deepEqual(namesOf(copied), {
    a: ['one', 'two'],
    b: ['three', 'one', 'two'],
    c: ['one', 'two'],
    d: ['x', 'y', 'z'],
  })
})

test('if a station may have one setting, several copies cannot replace it', () => {
  const { stations: copied, full } = copySettings(
    stations,
    stations[0]!.settings,
    new Set(['b', 'c']),
    'replace',
    1,
  )
  assert.deepEqual(full, ['b', 'c'])
  assert.deepEqual(namesOf(copied), namesOf(stations))
})

test('copies are new objects, and the input is unchanged', () => {
  const before = structuredClone(stations)
  const { stations: copied } = copySettings(stations, stations[0]!.settings, new Set(['c', 'b']), 'replace')
  copied[2]!.settings[0]!.name = 'changed'
  assert.deepEqual(stations, before)
  assert.equal(copied[1]!.settings[0]!.name, 'one')
})
