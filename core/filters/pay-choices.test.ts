import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payChoices } from './pay-choices.ts'
import { proposeFilter } from './propose.ts'
import { leastPrice } from './settings.ts'
import { validateFilter } from './validate.ts'

test('a new driver chooses from three filters that differ in nothing but whole amounts of pay', () => {
  for (const [variant, cents] of [
    ['amazon', [1_800, 2_000, 2_400]],
    ['spark', [1_100, 1_200, 1_400]],
    ['courier', [1_400, 1_500, 1_800]],
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

test('the choices are 90, 100 and 120 percent of what is proposed, in every kind of trip', () => {
  const amazon = proposeFilter('amazon', 'basic', 'America/New_York', ['s1'])
  const dear = { ...amazon, shared: { ...amazon.shared, price: leastPrice(10_000) } }
  assert.deepEqual(
    payChoices(dear).map(({ minCents }) => minCents),
    [9_000, 10_000, 12_000],
  )
  const { kinds, ...spark } = proposeFilter('spark', 'basic', 'America/New_York', ['s1'])
  const cents = { curbside: 10_000, shopping: 20_000, multiple: 30_000 }
  const priced = (percent: number) => ({
    curbside: { ...kinds.curbside, minPayCents: cents.curbside * percent },
    shopping: { ...kinds.shopping, minPayCents: cents.shopping * percent },
    multiple: { ...kinds.multiple, minPayCents: cents.multiple * percent },
  })
  assert.deepEqual(
    payChoices({ ...spark, kinds: priced(1) }).map(
      ({ filter }) => filter.variant === 'spark' && filter.kinds,
    ),
    [0.9, 1, 1.2].map(priced),
  )
})
