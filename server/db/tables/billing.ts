import type { Generated } from 'kysely'
import type {
  Coupon,
  CouponDiscount,
  DisputeMoney,
  DisputeState,
  InvoiceState,
  ItemDetails,
  ItemKind,
  LedgerAccount,
  PaidTier,
  PostingKind,
  Prices,
  ReconciliationReport,
  SubscriptionDays,
} from '@madruga/core/billing.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { BankAction, PaymentState } from '@madruga/core/payments.ts'
import type { DefaultInstant, IdentityColumn, InstantColumn, JsonColumn } from './columns.ts'

/** `driver_id` is null for the house's own, and for those of drivers who are gone. */
export type LedgerAccounts = {
  id: IdentityColumn
  driver_id: string | null
  kind: LedgerAccount['kind']
  balance_cents: Generated<number>
}

/** `reference` names what happened, once. */
export type LedgerEntries = {
  id: IdentityColumn
  at: InstantColumn
  kind: PostingKind
  reference: string
  driver_id: string | null
  memo: Generated<string>
  line_count: number
}

export type LedgerLines = { entry_id: number; account_id: number; amount_cents: number }

export type InvoiceCounters = { year: number; last: number }

/** `request_hash` is the SHA-256 of the body. */
export type IdempotencyKeys = {
  scope: string
  driver_id: string
  key: string
  request_hash: Buffer
  answer: JsonColumn<unknown>
  created_at: DefaultInstant
}

export type ReceivedEvents = { id: string; kind: string; at: InstantColumn }

export type PriceLists = {
  id: IdentityColumn
  at: InstantColumn
  prices: JsonColumn<Prices>
  actor: string
  reason: string
}

export type SubscriptionPeriods = {
  driver_id: string
  tier: PaidTier
  from_at: InstantColumn
  until_at: InstantColumn
}

export type Payers = {
  driver_id: string
  customer_id: string
  default_method: string | null
  autopay: Generated<boolean>
  created_at: InstantColumn
}

export type Coupons = {
  code: string
  cut: JsonColumn<CouponDiscount>
  applies_to: Coupon['appliesTo']
  from_at: InstantColumn
  until_at: InstantColumn | null
  most_uses: number | null
  uses: Generated<number>
  stopped_at: InstantColumn | null
  created_at: InstantColumn
  actor: string
  note: Generated<string>
}

/** Whom an invoice names. */
export type BilledTo = { name: string; email: string }

/** `number` and `issued_at` are null of drafts, which no ledger knows. */
export type Invoices = {
  id: string
  number: string | null
  driver_id: string | null
  kind: 'week' | 'subscription'
  variant: Variant
  state: InvoiceState
  time_zone: string
  from_at: InstantColumn
  to_at: InstantColumn
  tier: PaidTier | null
  days: SubscriptionDays | null
  span_ms: number | null
  billed_to: JsonColumn<BilledTo>
  coupon_code: string | null
  items_cents: number
  coupon_cents: Generated<number>
  credits_cents: Generated<number>
  waived_cents: Generated<number>
  due_cents: number
  credited_cents: Generated<number>
  created_at: InstantColumn
  issued_at: InstantColumn | null
  paid_at: InstantColumn | null
}

/** `details` are what the lines name: see `ItemDetails` of core/billing. */
export type InvoiceItems = {
  invoice_id: string
  position: number
  kind: ItemKind
  reference: string
  cents: number
  at: InstantColumn
  details: JsonColumn<ItemDetails>
  driver_id: string | null
  credited_by: string | null
}

export type CreditNotes = {
  number: string
  invoice_id: string
  driver_id: string | null
  cause: 'correction' | 'refund' | 'operator' | 'coupon'
  cents: number
  reason: Generated<string>
  at: InstantColumn
  coupon_cents: Generated<number>
  waived_cents: Generated<number>
}

/** What is kept of the card or bank account that a payment was made with. */
export type PaidWith = { id: string; kind: 'card' | 'bank'; brand: string; last4: string }

export type Payments = {
  id: string
  reference: string
  driver_id: string | null
  invoice_id: string
  state: PaymentState
  charge_id: string | null
  customer_id: string | null
  method: JsonColumn<PaidWith> | null
  amount_cents: number
  fee_cents: number
  off_session: Generated<boolean>
  reason: string | null
  action: JsonColumn<BankAction> | null
  refunded_cents: Generated<number>
  disputed_cents: Generated<number>
  gateway_fee_cents: number | null
  created_at: InstantColumn
  changed_at: InstantColumn
  asked_at: InstantColumn | null
  paid_at: InstantColumn | null
  freed_at: InstantColumn | null
}

export type Refunds = {
  id: string
  payment_id: string
  refund_id: string | null
  state: 'open' | 'pending' | 'succeeded' | 'failed'
  amount_cents: number
  cause: 'credited' | 'goodwill'
  actor: string
  reason: string
  created_at: InstantColumn
  asked_at: InstantColumn | null
  settled_at: InstantColumn | null
}

/** `id` is the gateway's. */
export type Disputes = {
  id: string
  payment_id: string
  state: DisputeState
  reason: string
  amount_cents: number
  withdrawn: JsonColumn<DisputeMoney> | null
  reinstated: JsonColumn<DisputeMoney> | null
  opened_at: InstantColumn
  ended_at: InstantColumn | null
}

export type CouponUses = { code: string; driver_id: string; invoice_id: string }

export type ReferralCodes = { driver_id: string; code: string; keep_credits: Generated<boolean> }

export type Invitations = {
  id: IdentityColumn
  driver_id: string
  phone: string
  sent_at: InstantColumn
  archived_at: InstantColumn | null
}

export type Referrals = {
  friend_id: string
  driver_id: string
  joined_at: InstantColumn
  earned_at: InstantColumn | null
  used_by: string | null
  /** What the friend paid when it was earned. */
  paid_cents: number | null
}

/** `digest` is keyed: nobody can be read out of it. */
export type FormerIdentities = { digest: string; coupons: string[]; left_at: InstantColumn }

/** Cards of a driver, by the keyed digests of their fingerprints. */
export type DriverCards = { driver_id: string; digest: string }

export type WeekClosings = { driver_id: string; since: InstantColumn; closed_to: InstantColumn }

export type InvoiceReminders = { invoice_id: string; days: number; at: InstantColumn }

export type Reconciliations = {
  id: IdentityColumn
  at: InstantColumn
  clean: boolean
  report: JsonColumn<ReconciliationReport>
}
