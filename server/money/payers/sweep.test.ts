import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachPage } from './sweep.ts'

/** Rows of a table that `work` does not change, read in pages of three. */
async function workOn(rows: readonly number[], work: (row: number) => Promise<unknown>) {
  const faults: unknown[] = []
  const onFault = (error: unknown): void => void faults.push(error)
  const readPage = async (after: number | null) => rows.filter((row) => row > (after ?? 0)).slice(0, 3)
  await forEachPage({ onFault }, 'not done yet', { most: 3, readPage, work })
  return faults
}

test('every row has its turn, however many pages there are', async () => {
  for (const count of [0, 1, 3, 4, 9]) {
    const rows = Array.from({ length: count }, (_, index) => index + 1)
    const done: number[] = []
    await workOn(rows, async (row) => done.push(row))
    assert.deepEqual(done.toSorted(), rows)
  }
})

test('a whole page of faults keeps no one after it waiting, and the sweep ends', async () => {
  const done: number[] = []
  const faults = await workOn([1, 2, 3, 4, 5], async (row) => {
    if (row <= 3) throw new Error('no')
    done.push(row)
  })
  assert.deepEqual([done, faults.length], [[4, 5], 3])
})
