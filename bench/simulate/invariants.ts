import { autostartInvariants } from './invariants/autostart.ts'
import { blockInvariants } from './invariants/blocks.ts'
import { courierInvariants } from './invariants/couriers.ts'
import { instanceInvariants } from './invariants/instance.ts'
import { recordInvariants } from './invariants/records.ts'
import { scheduleInvariants } from './invariants/run-schedule.ts'
import type { Facts } from './facts.ts'
import type { Invariant, See } from './invariants/model.ts'

export type { Invariant, See } from './invariants/model.ts'

export type Verdict = { name: string; checked: number; broken: number; examples: string[] }

/** Every rule, named by what it requires. */
export const INVARIANTS: readonly Invariant[] = [
  ...blockInvariants,
  ...courierInvariants,
  ...instanceInvariants,
  ...scheduleInvariants,
  ...autostartInvariants,
  ...recordInvariants,
]

/** Checks all of them. */
export function judgeAll(facts: Facts): Verdict[] {
  return judge(INVARIANTS, facts)
}

/** Counts the checks of each rule, keeping its first three breaches as examples. */
export function judge<Known>(
  invariants: readonly { name: string; check(facts: Known, see: See): void }[],
  facts: Known,
): Verdict[] {
  return invariants.map(({ name, check }) => {
    const verdict: Verdict = { name, checked: 0, broken: 0, examples: [] }
    check(facts, (breach) => {
      verdict.checked++
      if (breach === null) return
      verdict.broken++
      if (verdict.examples.length < 3) verdict.examples.push(breach)
    })
    return verdict
  })
}
