import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBatcher } from './batcher.ts'

test('callers of one turn share a batch, and those who come while it runs share the next', async () => {
  const batches: number[][] = []
  const gate = Promise.withResolvers<void>()
  const doubles = createBatcher(async (items: readonly number[]) => {
    batches.push([...items])
    if (batches.length === 1) await gate.promise
    return items.map((item) => item * 2)
  }, 3)
  const first = [1, 2].map(doubles.load)
  await new Promise((turn) => setImmediate(turn))
  const next = [3, 4, 5, 6].map(doubles.load)
  gate.resolve()
  assert.deepEqual(await Promise.all([...first, ...next]), [2, 4, 6, 8, 10, 12])
  assert.deepEqual(batches, [[1, 2], [3, 4, 5], [6]])
})

test('a batch waits for more items while it is not full, and no longer once nothing is to be gathered', async () => {
  const batches: number[][] = []
  let gathers = true
  const same = createBatcher(
    async (items: readonly number[]) => {
      batches.push([...items])
      return items
    },
    3,
    () => {
      const ms = gathers ? 1 : 0
      gathers = false
      return ms
    },
  )
  const first = same.load(1)
  await new Promise((turn) => setImmediate(turn))
  await Promise.all([first, same.load(2)])
  await same.load(3)
  assert.deepEqual(batches, [[1, 2], [3]])
})

test('a batch that fails rejects its own items and no others', async () => {
  const half = createBatcher(async (items: readonly number[]) => {
    if (items.includes(13)) throw new Error('unlucky')
    return items
  }, 1)
  const [good, bad, last] = await Promise.allSettled([1, 13, 2].map(half.load))
  assert.deepEqual([good?.status, bad?.status, last?.status], ['fulfilled', 'rejected', 'fulfilled'])
})
