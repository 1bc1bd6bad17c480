import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { compileFilter, narrowFilter, proposeFilter, stationIdsOf, validateFilter } from '../filters.ts'
import type { CourierFilter, Filter } from '../filters.ts'
import type { Observation } from '../observations.ts'
import { filters, GEOGRAPHY, histories } from './replay/testing.ts'

const ZONE = 'America/New_York'
const courier: CourierFilter = {
  ...proposeFilter('courier', 'basic', ZONE, ['s1', 's2']),
  skills: ['Cargo bike', 'Catering'],
}

test('a skill that the platform says is lacking is taken out, however it is written', () => {
  const found = narrowFilter(courier, { stationId: 's1' }, ['cargo  BIKE'])
  assert.deepEqual((found!.filter as CourierFilter).skills, ['Catering'])
  assert.deepEqual(
    found?.changes.map(({ rule }) => rule),
    ['skills'],
  )
  assert.deepEqual(stationIdsOf(found!.filter), ['s1', 's2'])
  const done = narrowFilter(found!.filter, { stationId: 's1' }, ['cargo bike'])
  assert.equal(done, null, 'the filter leaves such offers already')
})

test('where the platform names no skill, the place is taken out, unless none would remain', () => {
  const found = narrowFilter(courier, { stationId: 's1' }, [])
  assert.deepEqual(
    [stationIdsOf(found!.filter), found?.changes.map(({ rule }) => rule)],
    [['s2'], ['station']],
  )
  assert.equal(narrowFilter(found!.filter, { stationId: 's2' }, []), null)
  assert.equal(narrowFilter(courier, { stationId: 'gone' }, []), null)
})

const fits = (by: Filter, one: Observation) =>
  compileFilter(by, one.seenAt, { geography: GEOGRAPHY }).matches(one, { now: one.seenAt, held: [] })

test('a narrowed filter leaves the offer, takes nothing that it did not take, and may be saved', () => {
  let narrowed = 0
  const cases = filters.chain((filter) => histories(filter.variant).map((history) => ({ filter, history })))
  const property = fc.property(cases, ({ filter, history }) => {
    const taken = history.filter((one) => fits(filter, one))
    for (const one of taken.slice(0, 5)) {
      const found = narrowFilter(filter, one, [...(one.skills ?? [])])
      if (found === null) continue
      narrowed++
      assert.ok(!fits(found.filter, one))
      for (const other of history.slice(0, 20)) assert.ok(fits(filter, other) || !fits(found.filter, other))
      const faults = new Set(validateFilter(filter).map(({ code }) => code))
      assert.deepEqual(
        validateFilter(found.filter).filter(({ code }) => !faults.has(code)),
        [],
      )
    }
  })
  fc.assert(property, { numRuns: 100, endOnFailure: true })
  assert.ok(narrowed > 20, `${narrowed} were narrowed`)
})
