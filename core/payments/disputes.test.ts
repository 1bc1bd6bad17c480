import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { disputedCents, applyDisputeReading } from './disputes.ts'
import type { Dispute } from './disputes.ts'

const TAKEN = { amountCents: 2_606, feeCents: 1_500 }
const BACK = { amountCents: 2_606, feeCents: 0 }
/**
 * What may be read of one dispute, one after the other: an inquiry, the money gone, lost, and won on appeal.
 */
const LIFE: readonly Dispute[] = [
  { state: 'open', withdrawn: null, reinstated: null },
  { state: 'open', withdrawn: TAKEN, reinstated: null },
  { state: 'lost', withdrawn: TAKEN, reinstated: null },
  { state: 'won', withdrawn: TAKEN, reinstated: BACK },
]

function syncAll(readings: readonly Dispute[]) {
  let known: Dispute | null = null
  const stages: string[] = []
  for (const reading of readings) {
    const reported = applyDisputeReading(known, reading)
    known = reported.dispute
    stages.push(...reported.stages)
  }
  return { known, stages }
}

test('in any order and however often it is read, a dispute ends the same and moves its money once', () => {
  fc.assert(
    fc.property(
      fc
        .integer({ min: 1, max: LIFE.length })
        .chain((length) =>
          fc.tuple(
            fc.constant(length),
            fc.array(fc.integer({ min: 0, max: length - 1 })),
            fc.array(fc.integer({ min: 0, max: length - 1 })),
          ),
        ),
      ([length, before, after]) => {
        const last = LIFE[length - 1]!
        const readings = [...before.map((index) => LIFE[index]!), last, ...after.map((index) => LIFE[index]!)]
        const { known, stages } = syncAll(readings)
        assert.deepEqual(known, last)
        const moved = (['withdrawn', 'reinstated'] as const).filter((stage) => last[stage] !== null)
        assert.deepEqual(stages.toSorted(), moved.toSorted())
      },
    ),
  )
})

test('a stage stays as it was first read, since it is in the books so', () => {
  const other = { ...LIFE[1]!, withdrawn: { amountCents: 1, feeCents: 0 } }
  assert.deepEqual(applyDisputeReading(LIFE[1]!, other), { dispute: LIFE[1], stages: [] })
})

test('the bank has what was taken and not brought back, the fee aside', () => {
  assert.equal(disputedCents([]), 0)
  assert.equal(disputedCents([LIFE[0]!, LIFE[1]!]), 2_606)
  assert.equal(disputedCents([LIFE[2]!, LIFE[3]!]), 2_606)
  assert.equal(disputedCents([{ withdrawn: TAKEN, reinstated: { amountCents: 2_000, feeCents: 0 } }]), 606)
  assert.equal(disputedCents([{ withdrawn: TAKEN, reinstated: { amountCents: 3_000, feeCents: 0 } }]), 0)
})
