import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OUTCOMES } from '@madruga/core/events.ts'
import { groupsOf } from './view.ts'

test('what waits has its own chip, in the apps whose platforms leave accepts undecided', () => {
  assert.deepEqual(groupsOf(OUTCOMES, 'courier'), OUTCOMES)
  assert.ok(!groupsOf(OUTCOMES, 'amazon').includes('waiting'))
})
