import type { Variant } from '../offers.ts'
import { describeVariant } from '../variants.ts'
import type { VariantDescription } from '../variants.ts'
import type { NotificationKind } from './model.ts'

/** What a variant must have for its drivers to meet a kind; all of them meet every other kind. */
const REQUIRED: Partial<
  Record<
    NotificationKind,
    keyof Pick<
      VariantDescription,
      'hasHumanChecks' | 'hasInstances' | 'hasPlans' | 'hasUndecided' | 'hasDispatchers' | 'isBilled'
    >
  >
> = {
  block_waiting: 'hasUndecided',
  block_taken: 'hasUndecided',
  block_changed: 'hasDispatchers',
  human_needed: 'hasHumanChecks',
  subscription_ending: 'hasPlans',
  edition_changed: 'hasPlans',
  member_price: 'hasInstances',
  invoice_issued: 'isBilled',
  invoice_due: 'isBilled',
  payment_received: 'isBilled',
  payment_failed: 'isBilled',
  refunded: 'isBilled',
  friend_joined: 'isBilled',
  credit_earned: 'isBilled',
  credit_withheld: 'isBilled',
  credit_taken_back: 'isBilled',
}

/** Whether drivers of a variant can be notified of a kind: one whose app sells no plans has none to end. */
export function meetsKind(variant: Variant, kind: NotificationKind): boolean {
  const requirement = REQUIRED[kind]
  return requirement === undefined || describeVariant(variant)[requirement]
}
