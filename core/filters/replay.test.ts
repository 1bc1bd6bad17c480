import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposeFilter, replayFilter } from '../filters.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'

const NOW = Date.parse('2026-11-24T15:00Z')

test('the sums of a replay are of the currency that most are paid in, and say how many are not in them', () => {
  const proposed = proposeFilter('courier', 'basic', 'Europe/Paris', ['p1'])
  const days = proposed.schedule.days.map((day) => ({ ...day, allDay: true, ranges: [] }))
  const filter = { ...proposed, schedule: { ...proposed.schedule, days } }
  const history = ['EUR', null, 'EUR'].map((currency, index) => ({
    id: `o${index}`,
    stationId: 'p1',
    kind: 'shift' as const,
    startAt: NOW + (index + 1) * DAY_MS,
    endAt: NOW + (index + 1) * DAY_MS + 2 * HOUR_MS,
    payCents: 9_000,
    tipCents: 0,
    currency,
    miles: null,
    stops: null,
    batched: false,
    expiresAt: null,
    seenAt: NOW,
  }))
  const { currency, fit, held, byStation } = replayFilter(filter, history)
  const others = [{ count: 1, payCents: 9_000, tipCents: 0 }]
  const sum = { count: 3, cents: 18_000, tipCents: 0, others }
  assert.deepEqual({ currency, fit, held }, { currency: 'EUR', fit: sum, held: sum })
  assert.deepEqual(byStation, [{ stationId: 'p1', considered: 3, fit: 3, cents: 18_000, others }])
})

test('the pay that nobody states adds nothing to a replay, and its sums say that they are not the whole', () => {
  const proposed = proposeFilter('courier', 'basic', 'Europe/Paris', ['p1'])
  const days = proposed.schedule.days.map((day) => ({ ...day, allDay: true, ranges: [] }))
  const filter = { ...proposed, unknownPay: 'take' as const, schedule: { ...proposed.schedule, days } }
  const history = [
    { payCents: 0, payBasis: 'unknown' as const },
    { payCents: 9_000, payBasis: null },
  ].map((pay, index) => ({
    id: `o${index}`,
    stationId: 'p1',
    kind: 'shift' as const,
    startAt: NOW + (index + 1) * DAY_MS,
    endAt: NOW + (index + 1) * DAY_MS + 2 * HOUR_MS,
    ...pay,
    tipCents: 0,
    miles: null,
    stops: null,
    batched: false,
    expiresAt: null,
    seenAt: NOW,
  }))
  const sum = { cents: 9_000, payBasis: 'estimated', others: [] }
  const { fit, held, byStation } = replayFilter(filter, history)
  const both = { count: 2, tipCents: 0, ...sum }
  assert.deepEqual([fit, held], [both, both])
  assert.deepEqual(byStation, [{ stationId: 'p1', considered: 2, fit: 2, ...sum }])
  const [unstated] = history
  assert.deepEqual(replayFilter(filter, [unstated!]).held, {
    count: 1,
    tipCents: 0,
    cents: 0,
    payBasis: 'estimated',
    others: [],
  })
})
