import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPlaces, namePlace, placesIn } from './places.ts'

/** The map's data in the build's format, small enough to read. */
const FILES: Record<string, string> = {
  'index.json': JSON.stringify({
    boxes: { '33': [-82, 25, -80, 28], '90': [-119, 33, -117, 35] },
    large: [['Miami', 95, 25.8, -80.2]],
  }),
  'zips/33.txt':
    '101\tMiami\tFL\t25.779\t-80.199\n122\tDoral\tFL\t25.8\t-80.28\n160\tMiami\tFL\t25.93\t-80.14',
  'zips/90.txt': '001\tLos Angeles\tCA\t33.974\t-118.249',
  'cities/m.txt': 'Miami\tAZ\t33.4\t-110.87\t1\nMiami\tFL\t25.8\t-80.2\t95\nMiami Beach\tFL\t25.8\t-80.13\t8',
  'cities/s.txt': 'St. Paul\tMN\t44.95\t-93.1\t40\nSaint Paul\tVA\t36.9\t-82.3\t1',
}
const read = (name: string): Promise<string> => {
  const text = FILES[name]
  return text === undefined ? Promise.reject(new Error(`${name} is not there`)) : Promise.resolve(text)
}
const names = async (typed: string) => (await findPlaces(typed, read)).map((place) => place.name)

test('a city is found by its beginning, whatever its case and dots, the larger one first', async () => {
  assert.deepEqual(await names('miami'), ['Miami, FL', 'Miami, AZ', 'Miami Beach, FL'])
  assert.deepEqual(await names(' MIAMI , az '), ['Miami, AZ'])
  assert.deepEqual(await names('st paul'), ['St. Paul, MN'])
  assert.deepEqual(await names('m'), [], 'one letter says nothing')
  assert.deepEqual(await names('¡hola!'), [])
})

test('a ZIP code is found from its third digit on', async () => {
  assert.deepEqual(await names('33122'), ['33122 Doral, FL'])
  assert.deepEqual(await names('331'), ['33101 Miami, FL', '33122 Doral, FL', '33160 Miami, FL'])
  assert.deepEqual(await names('33'), [])
  assert.deepEqual(await names('00501'), [], 'none with such a beginning')
})

test('coordinates are their own place, if they lie on the earth', async () => {
  assert.deepEqual(await findPlaces('25.77, -80.19', read), [
    { name: '25.7700, -80.1900', latitude: 25.77, longitude: -80.19, size: 0 },
  ])
  for (const typed of [
    '25.77 -80.19',
    '25,77; -80,19',
    '25,77 -80,19',
    '25,77, -80,19',
    '25.77, −80.19',
    '２５.７７ -８０.１９',
  ])
    assert.deepEqual(await names(typed), ['25.7700, -80.1900'], typed)
  assert.deepEqual(await names('95.1, -80'), [])
})

test('a spot on the map is named after the nearest place, or by its coordinates where none is near', async () => {
  assert.equal(await namePlace({ latitude: 25.79, longitude: -80.29 }, read), 'Doral, FL')
  assert.equal(await namePlace({ latitude: 27.5, longitude: -81.5 }, read), '27.5000, -81.5000')
})

test('only the files whose box is in view are read', async () => {
  const asked: string[] = []
  const found = await placesIn([-80.3, 25.7, -80.1, 25.85], (name) => {
    asked.push(name)
    return read(name)
  })
  assert.deepEqual(asked, ['index.json', 'zips/33.txt'])
  assert.deepEqual(
    found.map((place) => place.name),
    ['33101 Miami, FL', '33122 Doral, FL'],
  )
})

test('data that does not come is told, not taken for nothing found', async () => {
  await assert.rejects(findPlaces('quito', read))
})
