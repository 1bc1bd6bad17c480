import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { EDITIONS, editionOf, fitEdition, fitsEdition, proposeFilter, validateFilter } from '../filters.ts'
import type { Filter } from '../filters.ts'
import { amazon, custom, onMonday, own, priced, row, shared } from './check/samples.ts'
import { filters as anyFilter } from './replay/testing.ts'

const twice = onMonday([60, 120], [180, 240])

test('each dearer part is named once, and only where it was there', () => {
  const price = { ...shared.price, perHourMaxCents: 5000, byDuration: [row(180, 6000)] }
  const all = {
    ...own([{ price, schedule: twice }, { schedule: twice }]),
    shared: { ...shared, price },
    speed: '4X' as const,
    custom,
    schedule: twice,
  }
  assert.deepEqual(fitEdition(all, 'basic').dropped, [
    'settings',
    'second_hours',
    'max_pay',
    'pay_by_length',
    'own_rhythm',
  ])
  assert.deepEqual(fitEdition(all, 'advanced').dropped, ['max_pay', 'pay_by_length', 'own_rhythm'])
  assert.deepEqual(fitEdition(all, 'professional'), { filter: all, dropped: [] })
  assert.deepEqual(fitEdition(amazon(), 'basic').dropped, [])
  assert.deepEqual(fitEdition(amazon({ shared: { ...shared, schedule: twice } }), 'basic').dropped, [
    'own_hours',
  ])
})

test('what is left may be saved in the edition, and nothing else changed', () => {
  const filters = [
    own([{ schedule: twice, arrivalMinutes: 12 }]),
    priced({ totalMaxCents: 9000, perHourMinCents: 1500 }),
    priced({ byDuration: [row(180, 6000), row(240, 9000)] }),
    amazon({ speed: '4X', custom, schedule: twice }),
  ]
  for (const filter of filters) {
    const before = structuredClone(filter)
    for (const edition of EDITIONS) {
      const fitted = fitEdition(filter, edition).filter
      assert.deepEqual(validateFilter(fitted), [], edition)
      assert.equal(fitted.shared.price.perHourMinCents, filter.shared.price.perHourMinCents)
      assert.equal(fitted.stations.length, filter.stations.length)
      assert.deepEqual(fitEdition(fitted, edition), { filter: fitted, dropped: [] })
    }
    assert.deepEqual(filter, before)
  }
})

test('a basic day keeps its first hours, a day of all hours stays so', () => {
  const { filter } = fitEdition(amazon({ schedule: twice }), 'basic')
  assert.deepEqual(filter.schedule, onMonday([60, 120]))
  const allDay = {
    days: [{ day: 1 as const, allDay: true, ranges: twice.days[0]!.ranges }],
    mustEndInside: false,
  }
  assert.deepEqual(fitEdition(amazon({ schedule: allDay }), 'basic').dropped, [])
})

test('an edition holds a filter exactly if it may be saved in it, as far as editions go', () => {
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
    fc.property(wished, fc.constantFrom(...EDITIONS), (filter, edition) => {
      const refused = validateFilter({ ...filter, edition }).some(({ code }) => needs.test(code))
      assert.equal(fitsEdition(filter, edition), !refused)
    }),
  )
})

test('a dearer edition holds whatever a cheaper one does', () => {
  fc.assert(
    fc.property(anyFilter, (filter) => {
      const held = EDITIONS.map((edition) => fitsEdition(filter, edition))
      assert.deepEqual(held, held.toSorted())
      assert.ok(held[2])
    }),
  )
})

test('the number of an account is its edition', () => {
  assert.deepEqual(([null, 1, 2] as const).map(editionOf), EDITIONS)
})
