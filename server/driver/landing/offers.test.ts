import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { describeSample, judgeObserved } from './offers.ts'

const MIDNIGHT = Date.parse('2026-11-20T05:00Z')
const timeZone = 'America/New_York'
const sample = describeSample()

/** The offers of a day, the figures at and around those that the page states. */
const offers = fc.record({
  minute: fc.constantFrom(...[sample.fromMinute, sample.toMinute].flatMap((at) => [at - 1, at]), 720),
  leadMinutes: fc.constantFrom(
    ...[sample.arrivalMinutes, sample.tripArrivalMinutes].flatMap((at) => [at - 1, at]),
    600,
  ),
  payCents: fc.constantFrom(
    ...[sample.perHourMinCents, ...Object.values(sample.tripMinCents)].flatMap((least) => [least - 1, least]),
  ),
  tipCents: fc.constantFrom(0, 5_000),
  kind: fc.constantFrom('block', 'curbside', 'delivery', 'shopping'),
  stops: fc.constantFrom(1, 3, 4),
  batched: fc.boolean(),
})

test('the page states every rule by which its sample judges blocks and trips', () => {
  fc.assert(
    fc.property(offers, ({ minute, leadMinutes, ...offer }) => {
      const startAt = MIDNIGHT + minute * MINUTE_MS
      const observed = {
        ...offer,
        id: 1,
        variant: offer.kind === 'block' ? 'amazon' : 'spark',
        stationId: 's1',
        startAt,
        endAt: startAt + HOUR_MS,
        seenAt: startAt - leadMinutes * MINUTE_MS,
        miles: null,
        expiresAt: null,
        timeZone,
      }
      const { tripMinCents } = sample
      const isMultiple = offer.batched || offer.stops > 3
      const kind = isMultiple ? 'multiple' : offer.kind === 'shopping' ? 'shopping' : 'curbside'
      const [least, arrival] =
        offer.kind === 'block'
          ? [sample.perHourMinCents, sample.arrivalMinutes]
          : [tripMinCents[kind], sample.tripArrivalMinutes]
      const fits =
        offer.payCents >= least &&
        leadMinutes >= arrival &&
        minute >= sample.fromMinute &&
        minute < sample.toMinute
      assert.equal(judgeObserved(observed as never).failed === null, fits)
    }),
    { numRuns: 2_000 },
  )
})
