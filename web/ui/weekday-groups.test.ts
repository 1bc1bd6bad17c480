import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAYS } from '../screens/forecast/heat.ts'
import { sundayFirst, WEEK_ORDER } from './weekday-groups.ts'

test('a week begins on Sunday for drivers in the United States, in lists and in the map of hours', () => {
  assert.deepEqual(sundayFirst([1, 3, 6, 7]), [7, 1, 3, 6])
  assert.deepEqual([...WEEK_ORDER], sundayFirst([1, 2, 3, 4, 5, 6, 7]))
  assert.equal(DAYS[0], 7)
})
