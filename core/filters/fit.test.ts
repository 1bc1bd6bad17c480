import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { fitPlan, fitsPlan, proposeFilter, validateFilter } from '../filters.ts'
import { PLANS, planOf } from '../plans.ts'
import type { Filter } from '../filters.ts'
import { amazon, custom, onMonday, own, priced, row, shared } from './check/samples.ts'
import { filters as anyFilter } from './replay/testing.ts'

const twice = onMonday([60, 120], [180, 240])

test('each removed part is reported once, only if it existed', () => {
  const price = { ...shared.price, perHourMaxCents: 5000, byDuration: [row(180, 6000)] }
  const all = {
    ...own([{ price, schedule: twice }, { schedule: twice }]),
    shared: { ...shared, price },
    speed: '4X' as const,
    custom,
    schedule: twice,
  }
  assert.deepEqual(fitPlan(all, 'basic').dropped, [
    'settings',
    'second_hours',
    'max_pay',
    'pay_by_length',
    'own_rhythm',
  ])
  assert.deepEqual(fitPlan(all, 'advanced').dropped, ['max_pay', 'pay_by_length', 'own_rhythm'])
  assert.deepEqual(fitPlan(all, 'professional'), { filter: all, dropped: [] })
  assert.deepEqual(fitPlan(amazon(), 'basic').dropped, [])
  assert.deepEqual(fitPlan(amazon({ shared: { ...shared, schedule: twice } }), 'basic').dropped, [
    'own_hours',
  ])
})

test('what is left may be saved in the plan, and nothing else changed', () => {
  const filters = [
    own([{ schedule: twice, arrivalMinutes: 12 }]),
    priced({ totalMaxCents: 9000, perHourMinCents: 1500 }),
    priced({ byDuration: [row(180, 6000), row(240, 9000)] }),
    amazon({ speed: '4X', custom, schedule: twice }),
  ]
  for (const filter of filters) {
    const before = structuredClone(filter)
    for (const plan of PLANS) {
      const fitted = fitPlan(filter, plan).filter
      assert.deepEqual(validateFilter(fitted), [], plan)
      assert.equal(fitted.shared.price.perHourMinCents, filter.shared.price.perHourMinCents)
      assert.equal(fitted.stations.length, filter.stations.length)
      assert.deepEqual(fitPlan(fitted, plan), { filter: fitted, dropped: [] })
    }
    assert.deepEqual(filter, before)
  }
})

test('a basic day keeps its first hours, a day of all hours stays so', () => {
  const { filter } = fitPlan(amazon({ schedule: twice }), 'basic')
  assert.deepEqual(filter.schedule, onMonday([60, 120]))
  const allDay = {
    days: [{ day: 1 as const, allDay: true, ranges: twice.days[0]!.ranges }],
    mustEndInside: false,
  }
  assert.deepEqual(fitPlan(amazon({ schedule: allDay }), 'basic').dropped, [])
})

test('a plan holds a filter exactly if it may be saved in it, as far as plans go', () => {
  const spark = proposeFilter('spark', 'professional', 'America/Denver', ['s1'])
  const more: Filter[] = [
    { ...spark, schedule: twice },
    { ...spark, speed: '4X', custom },
    amazon({ speed: '4X', custom }),
    amazon({ schedule: twice }),
    amazon({ shared: { ...shared, schedule: onMonday([60, 120]) } }),
    priced({ byDuration: [row(180, 6000)] }),
  ]
  const needs = /^filters\.needs_/
  const wished = fc.oneof(anyFilter, fc.constantFrom(...more))
  fc.assert(
    fc.property(wished, fc.constantFrom(...PLANS), (filter, plan) => {
      const refused = validateFilter({ ...filter, plan }).some(({ code }) => needs.test(code))
      assert.equal(fitsPlan(filter, plan), !refused)
    }),
  )
})

test('a higher plan holds whatever a lower one does', () => {
  fc.assert(
    fc.property(anyFilter, (filter) => {
      const held = PLANS.map((plan) => fitsPlan(filter, plan))
      assert.deepEqual(held, held.toSorted())
      assert.ok(held[2])
    }),
  )
})

test('the number of an account is its plan', () => {
  assert.deepEqual(([null, 1, 2] as const).map(planOf), PLANS)
})
