import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payChoices } from './pay-choices.ts'
import { proposeFilter } from './propose.ts'
import { validateFilter } from './validate.ts'

test('a new driver chooses from three filters that differ in nothing but whole amounts of pay', () => {
  for (const [variant, cents] of [
    ['amazon', [1_800, 2_000, 2_400]],
    ['spark', [1_100, 1_200, 1_400]],
  ] as const) {
    const proposed = proposeFilter(variant, 'basic', 'America/New_York', ['s1'])
    const choices = payChoices(proposed)
    assert.deepEqual(
      choices.map(({ minCents }) => minCents),
      cents,
    )
    assert.deepEqual(choices[1]?.filter, proposed)
    for (const { filter } of choices) assert.deepEqual(validateFilter(filter), [])
  }
})
