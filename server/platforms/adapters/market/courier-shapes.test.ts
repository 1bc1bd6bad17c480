import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COURIER_SHAPES, toHeldJob, toJobOffer } from './courier-shapes.ts'

const TERMS = {
  jobId: 'j1',
  stationId: 'place',
  kind: 'shift',
  start: '2026-03-05T15:00:00.000Z',
  end: '2026-03-05T18:00:00.000Z',
  endEstimated: false,
  skills: [],
}

/** The pay of a job, as it is offered and as it is held. */
function payOf(payCents: number | null, currency: string) {
  const terms = { ...TERMS, payCents, currency }
  const { jobs } = COURIER_SHAPES.jobs.parse({ jobs: [{ ...terms, full: false, listing: 0 }] })
  const held = toHeldJob(COURIER_SHAPES.holding.parse({ ...terms, holdingId: 'h1', state: 'held' }))
  return [toJobOffer(jobs[0]!), held].map((pay) => [pay.payCents, pay.payBasis, pay.currency])
}

test('pay in dollars is told, and pay of another currency than the places pay is unknown', () => {
  assert.deepEqual(payOf(9_000, 'USD'), [
    [9_000, undefined, undefined],
    [9_000, undefined, undefined],
  ])
  for (const [payCents, currency] of [
    [null, 'USD'],
    [9_000, 'EUR'],
    [null, 'EUR'],
  ] as const)
    assert.deepEqual(
      payOf(payCents, currency),
      [
        [0, 'unknown', undefined],
        [0, 'unknown', undefined],
      ],
      currency,
    )
})
