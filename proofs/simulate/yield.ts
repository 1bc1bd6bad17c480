import { HOUR_MS } from '@madruga/core/time.ts'
import type { Facts } from './facts.ts'

/** What drivers did in a simulation, or did at least. */
export type Yield = { searches: number; accepts: number; blocks: number }

/**
 * What a driver does at least, per simulated hour: a sixth or less of what the full weeks of
 * proofs/simulate.md show.
 */
const LEAST_AN_HOUR: Yield = { searches: 2, accepts: 0.05, blocks: 0.02 }

/** In less time drivers may do next to nothing by chance: they start at random. */
const TELLING_HOURS = 40

/** Counts what the drivers of each variant did. */
export function countYields(
  facts: Pick<Facts, 'people' | 'searches' | 'attempts' | 'blocks'>,
): Map<string, Yield & { drivers: number }> {
  const yields = new Map<string, Yield & { drivers: number }>()
  const accepts = Map.groupBy(facts.attempts, (attempt) => attempt.driverId)
  const won = Map.groupBy(
    facts.blocks.filter((block) => block.attemptId !== null),
    (block) => block.driverId,
  )
  for (const { id, variant } of facts.people) {
    const known = yields.get(variant) ?? { drivers: 0, searches: 0, accepts: 0, blocks: 0 }
    known.drivers++
    for (const count of facts.searches.get(id)?.values() ?? []) known.searches += count
    known.accepts += accepts.get(id)?.length ?? 0
    known.blocks += won.get(id)?.length ?? 0
    yields.set(variant, known)
  }
  return yields
}

/**
 * What too little was done of for the drivers and the time, one line each: the rules about it were hardly
 * checked. All drivers together must do each thing at least once, those of a variant as their hours demand.
 */
export function findIdle(facts: Parameters<typeof countYields>[0] & Pick<Facts, 'from' | 'to'>): string[] {
  const hours = (facts.to - facts.from) / HOUR_MS
  const yields = countYields(facts)
  const all = { drivers: 0, searches: 0, accepts: 0, blocks: 0 }
  const idle: string[] = []
  for (const [variant, done] of yields) {
    for (const key of Object.keys(all) as (keyof typeof all)[]) all[key] += done[key]
    idle.push(...listTooFew(variant, done, hours * done.drivers, 0))
  }
  return [...listTooFew('all', all, hours * all.drivers, 1), ...idle]
}

function listTooFew(drivers: string, done: Yield, driverHours: number, atLeast: number): string[] {
  return (Object.keys(LEAST_AN_HOUR) as (keyof Yield)[]).flatMap((what) => {
    const hours = driverHours < TELLING_HOURS ? 0 : driverHours
    const least = Math.max(atLeast, Math.floor(LEAST_AN_HOUR[what] * hours))
    return done[what] >= least
      ? []
      : [`${drivers} drivers: ${done[what]} ${what}, but at least ${least} in so much time`]
  })
}
