import { deepStrictEqual } from 'node:assert'
import { test } from 'node:test'
import { findUnchecked } from './unchecked.ts'

const RULES = [{ name: 'common' }, { name: 'rare', rare: 'few drivers do it' }]

/** What of two rules that were never checked fails a run of this many hours of drivers. */
function failing(driverHours: number, checked = 0): string[] {
  const verdicts = RULES.map(({ name }) => ({ name, checked }))
  return findUnchecked(verdicts, driverHours, RULES)
    .filter(({ isAllowed }) => !isAllowed)
    .map(({ name }) => name)
}

test('a rule that was checked once is not named', () => {
  deepStrictEqual(findUnchecked([{ name: 'common', checked: 1 }], 10_000, RULES), [])
})

test('a full run fails for every rule that it never checked', () => {
  deepStrictEqual(failing(200 * 168 * 2), ['common', 'rare'])
  deepStrictEqual(failing(200 * 168 * 2, 1), [])
})

test('the short form fails for a common rule, and says why it leaves a rare one', () => {
  deepStrictEqual(failing(24 * 7 * 2), ['common'])
  const [, rare] = findUnchecked(
    [
      { name: 'common', checked: 0 },
      { name: 'rare', checked: 0 },
    ],
    336,
    RULES,
  )
  deepStrictEqual(rare, { name: 'rare', why: 'few drivers do it', isAllowed: true })
})

test('a run of a few hours fails for none: it may have met nothing', () => {
  deepStrictEqual(failing(40), [])
})
