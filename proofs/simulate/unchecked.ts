import { INVARIANTS } from './invariants.ts'
import type { Invariant, Verdict } from './invariants.ts'

/** With this many hours of drivers every rule comes up that is not rare; the short form has fewer. */
const COMMON_HOURS = 300
/** With this many, every rule does. */
const ALL_HOURS = 4_000

/** A rule that a run never checked. `isAllowed`: the run was too small to expect it. */
export type Unchecked = { name: string; why: string; isAllowed: boolean }

/** The rules that a run of this many hours of drivers never checked: it proves nothing about them. */
export function findUnchecked(
  verdicts: readonly Pick<Verdict, 'name' | 'checked'>[],
  driverHours: number,
  rules: readonly Pick<Invariant, 'name' | 'rare'>[] = INVARIANTS,
): Unchecked[] {
  const rareOf = new Map(rules.map(({ name, rare }) => [name, rare]))
  return verdicts
    .filter(({ checked }) => checked === 0)
    .map(({ name }) => {
      const rare = rareOf.get(name)
      const isAllowed = driverHours < (rare === undefined ? COMMON_HOURS : ALL_HOURS)
      return { name, why: rare ?? 'too few drivers and hours', isAllowed }
    })
}
