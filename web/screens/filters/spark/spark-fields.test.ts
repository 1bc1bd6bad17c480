import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitPlan, fitsPlan, proposeFilter, validateFilter } from '@madruga/core/filters.ts'
import { PLANS } from '@madruga/core/plans.ts'
import type { SparkFilter } from '@madruga/core/filters.ts'
import { SPARK_FORM } from './spark-fields.ts'

const proposed = proposeFilter('spark', 'professional', 'America/Chicago', ['a', 'b']) as SparkFilter
const ranges = [
  { startMinute: 60, endMinute: 120 },
  { startMinute: 180, endMinute: 1_380 },
]
const days = proposed.schedule.days.map((day) => ({ ...day, allDay: false, ranges }))
/** Everything of this variant that no lower plan has. */
const violations: SparkFilter = {
  ...proposed,
  schedule: { ...proposed.schedule, days },
  speed: '4X',
  custom: { refreshMs: 1_000, runMinutes: 60, sleepMinutes: 30 },
}

test('a filter of the dearest plan goes through the form unchanged', () => {
  assert.deepEqual(SPARK_FORM.toFilter(SPARK_FORM.toFields(violations), violations), violations)
})

test('a filter that waits for its plan stands in the form as the plan of now can hold it, ready to be saved', () => {
  for (const plan of PLANS) {
    const waiting = { ...violations, plan }
    const shown = SPARK_FORM.toFilter(SPARK_FORM.toFields(waiting), waiting)
    assert.deepEqual(shown, fitPlan(violations, plan).filter)
    assert.ok(fitsPlan(shown, plan))
    assert.deepEqual(validateFilter(shown), [])
  }
})
