import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rewrapColumn } from './rewrap.ts'
import type { EncryptedColumn } from './rewrap.ts'
import { addKey, isEncryptedByCurrent, makeKeyRing, openValue, encryptValue } from './encryption.ts'
import type { KeyRing } from './encryption.ts'

const place = (row: number) => ({ table: 't', column: 'c', row: String(row) })
const keyIdOf = (encrypted: Buffer) => encrypted.subarray(1, 9).toString('hex')

/** A column in memory; `pages` counts its reads. */
function columnOf(values: Map<number, Buffer>) {
  const read: (number | null)[] = []
  const column: EncryptedColumn<number> = {
    name: 't.c',
    async readOthers(keyId, after, limit) {
      read.push(after)
      return [...values]
        .filter(([key, encrypted]) => key > (after ?? -1) && keyIdOf(encrypted) !== keyId)
        .sort(([a], [b]) => a - b)
        .slice(0, limit)
        .map(([key, encrypted]) => ({ key, place: place(key), encrypted }))
    },
    async replace(key, from, to) {
      if (values.get(key) !== from) return false
      values.set(key, to)
      return true
    },
    countByKey: async () => new Map(),
  }
  return { column, read }
}
const encryptAll = (ring: KeyRing, count: number) =>
  new Map(Array.from({ length: count }, (_, n) => [n, encryptValue(ring, place(n), `value ${n}`)]))

test('every value is moved once, page by page, and opens as before', async () => {
  const old = makeKeyRing()
  const ring = addKey(old)
  for (const count of [0, 1, 9, 10, 11, 25]) {
    const values = encryptAll(old, count)
    const { column, read } = columnOf(values)
    assert.deepEqual(await rewrapColumn(ring, column, 10), {
      moved: count,
      changedMeanwhile: 0,
      unreadable: 0,
    })
    assert.equal(read.length, Math.floor(count / 10) + 1)
    for (const [n, encrypted] of values) {
      assert.ok(isEncryptedByCurrent(ring, encrypted))
      assert.equal(openValue(ring, place(n), encrypted), `value ${n}`)
    }
    assert.deepEqual(await rewrapColumn(ring, column, 10), { moved: 0, changedMeanwhile: 0, unreadable: 0 })
  }
})

test('a value written meanwhile is left as it was written', async () => {
  const old = makeKeyRing()
  const ring = addKey(old)
  const values = encryptAll(old, 3)
  const { column } = columnOf(values)
  const newer = encryptValue(old, place(1), 'newer')
  const replace: typeof column.replace = async (key, from, to) => {
    if (key === 1) values.set(1, newer)
    return await column.replace(key, from, to)
  }
  const racing = { ...column, replace }
  assert.deepEqual(await rewrapColumn(ring, racing, 10), { moved: 2, changedMeanwhile: 1, unreadable: 0 })
  assert.equal(values.get(1), newer)
})

test('undecryptable values are counted, left unchanged, and block nothing', async () => {
  const old = makeKeyRing()
  const ring = addKey(old)
  const values = encryptAll(old, 4)
  const foreign = encryptValue(makeKeyRing(), place(0), 'x')
  const moved = encryptValue(old, place(99), 'x')
  values.set(0, foreign).set(2, moved)
  const { column } = columnOf(values)
  assert.deepEqual(await rewrapColumn(ring, column, 1), { moved: 2, changedMeanwhile: 0, unreadable: 2 })
  assert.deepEqual([values.get(0), values.get(2)], [foreign, moved])
})
