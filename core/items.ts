import type { Cents } from './money.ts'

/** What an item of an invoice is for. */
export const ITEM_KINDS = ['block', 'instant_day', 'check_in', 'subscription_week'] as const
export type ItemKind = (typeof ITEM_KINDS)[number]

/**
 * One thing that a driver pays for. `reference` is unique among all items ever invoiced: nothing is invoiced
 * twice.
 */
export type Item = { kind: ItemKind; reference: string; cents: Cents }
