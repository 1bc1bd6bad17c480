import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposeFilter, reviewFilter } from '../../filters.ts'
import type { AmazonFilter, PriceRule } from '../../filters.ts'

// Which of two limits never decides, computed independently: by trying every length and pay, as the seed
// states the rule.

const proposal = proposeFilter('amazon', 'professional', 'America/New_York', ['s1']) as AmazonFilter
/** Instant offers of 15 to 45 minutes and blocks of 2 to 6 hours. */
const LENGTHS = [15, 20, 30, 45, 120, 135, 150, 180, 210, 240, 300, 345, 360]

type Pair = Pick<PriceRule, 'perHourMinCents' | 'totalMinCents' | 'combine'>

function takes({ perHourMinCents, totalMinCents, combine }: Pair, minutes: number, cents: number): boolean {
  const hourly = perHourMinCents === 0 || cents * 60 >= perHourMinCents * minutes
  const total = totalMinCents === 0 || cents >= totalMinCents
  const both = combine === 'both' || perHourMinCents === 0 || totalMinCents === 0
  return both ? hourly && total : hourly || total
}

/** Whether setting a limit to zero changes the decision about any offer. */
function decides(pair: Pair, limit: 'perHourMinCents' | 'totalMinCents'): boolean {
  const without = { ...pair, [limit]: 0 }
  return LENGTHS.some((minutes) => {
    const edge = Math.ceil((pair.perHourMinCents * minutes) / 60)
    const pays = [1, edge - 1, edge, pair.totalMinCents - 1, pair.totalMinCents, 50_000]
    return pays.some((cents) => cents > 0 && takes(pair, minutes, cents) !== takes(without, minutes, cents))
  })
}

test('a limit is reported as redundant exactly if it never decides, including instant offers', () => {
  const said = { total_idle: 0, hourly_idle: 0, none: 0 }
  for (const combine of ['both', 'either'] as const)
    for (const perHourMinCents of [400, 1_000, 1_500, 2_000, 2_500, 4_000])
      for (const totalMinCents of [50, 100, 249, 250, 300, 500, 1_000, 3_000, 5_000, 6_000, 12_000, 15_000]) {
        const pair: Pair = { perHourMinCents, totalMinCents, combine }
        const price = { ...proposal.shared.price, ...pair }
        const found = reviewFilter({ ...proposal, shared: { ...proposal.shared, price } })
          .map((finding) => finding.code)
          .filter((code) => code === 'total_idle' || code === 'hourly_idle')
        const idle = !decides(pair, 'totalMinCents')
          ? 'total_idle'
          : !decides(pair, 'perHourMinCents')
            ? 'hourly_idle'
            : 'none'
        assert.deepEqual(found, idle === 'none' ? [] : [idle], JSON.stringify(pair))
        said[idle]++
      }
  assert.ok(said.total_idle > 5 && said.hourly_idle > 5 && said.none > 5, JSON.stringify(said))
})
