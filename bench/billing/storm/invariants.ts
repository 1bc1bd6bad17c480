import { judge } from '../../simulate/invariants.ts'
import type { See, Verdict } from '../../simulate/invariants.ts'
import type { Facts } from './facts.ts'
import { chargeInvariants } from './invariants/charges.ts'
import { documentInvariants } from './invariants/papers.ts'
import { serviceInvariants } from './invariants/service.ts'

export type { Verdict } from '../../simulate/invariants.ts'

/** One rule of money that must hold whatever was killed. */
export type Invariant = { name: string; check(facts: Facts, see: See): void }

/** Every rule, with what it says in its name. */
const INVARIANTS: readonly Invariant[] = [...chargeInvariants, ...serviceInvariants, ...documentInvariants]

/** Looks at all of them. */
export function judgeMoney(facts: Facts): Verdict[] {
  return judge(INVARIANTS, facts)
}
