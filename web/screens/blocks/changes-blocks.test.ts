import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesBlocks } from './changes-blocks.ts'

test('a win, a loss, a place on a wait list, a check-in and a release change what shows blocks; an ignored offer does not', () => {
  const lines = [
    'offer.accepted',
    'offer.waiting',
    'offer.missed',
    'block.checked_in',
    'block.released',
  ] as const
  assert.deepEqual(
    lines.filter((type) => !changesBlocks({ type })),
    [],
  )
  for (const type of ['offer.ignored', 'bot.state_changed', 'filter.saved'] as const)
    assert.equal(changesBlocks({ type }), false, type)
})
