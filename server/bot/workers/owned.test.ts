import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { LeasedSearch } from './leased-search.ts'
import { createOwned } from './owned.ts'
import type { Search } from '../search/loop.ts'

function leasedAt(epoch: number, hasBegun = true): LeasedSearch {
  const search = { hasBegun } as Search
  return { driverId: 'ana', gen: 1, epoch, controller: new AbortController(), since: 0, search }
}

function leave(owned: ReturnType<typeof createOwned>, leased: LeasedSearch): void {
  owned.add(leased)
  owned.remove(leased)
}

it('tells a bot that left twice once, as it was last', () => {
  const owned = createOwned()
  const last = leasedAt(2)
  leave(owned, leasedAt(1))
  leave(owned, last)
  assert.deepEqual(owned.takeLeft(), [last])
  assert.deepEqual(owned.takeLeft(), [])
})

it('keeps what polled when the same bot leaves again without a poll', () => {
  const owned = createOwned()
  const search = leasedAt(1)
  leave(owned, search)
  leave(owned, leasedAt(2, false))
  assert.deepEqual(owned.takeLeft(), [search])
})

it('puts back what was not stored, but not in place of a later one', () => {
  const owned = createOwned()
  leave(owned, leasedAt(1))
  const searches = owned.takeLeft()
  const last = leasedAt(2)
  leave(owned, last)
  owned.putBack(searches)
  assert.deepEqual(owned.takeLeft(), [last])
  owned.putBack(searches)
  assert.deepEqual(owned.takeLeft(), searches)
})
