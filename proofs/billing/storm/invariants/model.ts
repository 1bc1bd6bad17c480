import type { See } from '../../../simulate/invariants.ts'
import type { Facts } from '../facts.ts'

/** One rule of money that must hold whatever was killed. */
export type Invariant = { name: string; check(facts: Facts, see: See): void }
