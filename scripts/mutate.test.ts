import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSource } from './boundaries.ts'
import { choose, findPlants, plantIn, testsOf } from './mutate/plant.ts'

const planted = (text: string) => {
  const plants = findPlants(readSource('core/a.ts', text))
  return plants.map((plant) => plantIn(text, plant)).toSorted()
}

test('a comparison is turned round or moved by its bound', () => {
  assert.deepEqual(planted('x(a < b)'), ['x(a <= b)'])
  assert.deepEqual(planted('x(a>=b)'), ['x(a>b)'])
  assert.deepEqual(planted('x(a === b)'), ['x(a !== b)'])
})

test('"and" is taken for "or", and either side is dropped', () => {
  assert.deepEqual(planted('x(a && b)'), ['x(a || b)', 'x(a)', 'x(b)'])
  assert.deepEqual(planted('x(a ?? b)'), [])
})

test('a condition is dropped, whichever way', () => {
  assert.deepEqual(planted('if (a) b()'), ['if (false) b()', 'if (true) b()'])
  assert.deepEqual(planted('x(a ? b : c)'), ['x(false ? b : c)', 'x(true ? b : c)'])
})

test('a number is one higher or lower, but not in a type', () => {
  assert.deepEqual(planted('x(0, 7 as 7)'), [
    'x((-1), 7 as 7)',
    'x(0, 6 as 7)',
    'x(0, 8 as 7)',
    'x(1, 7 as 7)',
  ])
})

test('a seed chooses the same for ever, and another seed something else', () => {
  const list = Array.from({ length: 1_000 }, (_, index) => index)
  assert.deepEqual(choose(list, 5, 1), choose(list, 5, 1))
  assert.notDeepEqual(choose(list, 5, 1), choose(list, 5, 2))
  assert.equal(new Set(choose(list, 2_000, 1)).size, 1_000)
})

test('the tests of a file are those of its module that load it, through others too, the nearest first', () => {
  const sources = [
    readSource('core/b/far.test.ts', "import '../entry.ts'"),
    readSource('core/a/one.test.ts', "import '../entry.ts'"),
    readSource('core/a/near.test.ts', "import { x } from './one.ts'"),
    readSource('core/a/typed.test.ts', "import type { X } from './one.ts'"),
    readSource('core/entry.ts', "export * from './a/one.ts'"),
    readSource('core/a/one.ts', ''),
  ]
  assert.deepEqual(testsOf('core/a/one.ts', sources), ['core/a/near.test.ts', 'core/a/one.test.ts'])
  const others = sources.filter(
    (source) => !source.path.startsWith('core/a/') || source.path === 'core/a/one.ts',
  )
  assert.deepEqual(testsOf('core/a/one.ts', others), ['core/b/far.test.ts'])
})
