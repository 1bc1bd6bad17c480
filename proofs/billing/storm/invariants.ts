import { judge } from '../../simulate/invariants.ts'
import type { Verdict } from '../../simulate/invariants.ts'
import type { Facts } from './facts.ts'
import { chargeInvariants } from './invariants/charges.ts'
import { documentInvariants } from './invariants/papers.ts'
import { serviceInvariants } from './invariants/service.ts'
import type { Invariant } from './invariants/model.ts'

export type { Verdict } from '../../simulate/invariants.ts'

/** Every rule, with what it says in its name. */
const INVARIANTS: readonly Invariant[] = [...chargeInvariants, ...serviceInvariants, ...documentInvariants]

/** Looks at all of them. */
export function judgeMoney(facts: Facts): Verdict[] {
  return judge(INVARIANTS, facts)
}
