import type { BalanceLine } from '../../ledger.ts'

/** Where cards are charged: Stripe, or a gateway that speaks its API. */
export type CardsConfig = {
  /** `sk_…` */
  secretKey: string
  /** `whsec_…`: what webhooks are signed with. */
  webhookSecret: string
  /** `http://host:port` of the embedded gateway; without it Stripe itself. */
  origin?: string
  /** One try takes no longer; default 20 s. A call tries 3 times at most. */
  timeoutMs?: number
  /** A call that is not answered by then is `unknown`, lists of many pages apart; default 5 s. */
  answerMs?: number
  /** Epoch ms, for the age of webhooks; default the machine's clock. */
  now?: () => number
}

/**
 * What came of a call that moves no money by itself. `refused`: it was not carried out and will not be, asked
 * the same way. `unknown`: no one knows whether it was; ask again, by the same key where there is one.
 */
export type Answer<Value> =
  | { outcome: 'done'; value: Value }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; reason: string }

/** What was done; null where nothing was, or no one knows. */
export function valueOf<Value>(answer: Answer<Value>): Value | null {
  return answer.outcome === 'done' ? answer.value : null
}

export type DeclineReason =
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'authentication_required'
  | 'authentication_failed'
  | 'bank_declined'

/**
 * What came of taking a charge's money. `declined`: none moved, and the same key hears the same again.
 * `refused`: it was not taken by this call, but may have been by another, so the charge is read or closed.
 * `unknown`: it may have been taken; ask again.
 */
export type ChargeOutcome =
  | { outcome: 'succeeded' }
  | { outcome: 'processing' }
  | { outcome: 'needs_action'; clientSecret: string; url: string | null }
  | { outcome: 'declined'; reason: DeclineReason }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; reason: string }

export type NewCharge = {
  amountCents: number
  customerId: string
  methodId: string
  /** One for each request to charge, the same at every try of it. */
  idempotencyKey: string
  metadata: { driverId: string; paymentId: string }
}

export type Taking = {
  chargeId: string
  methodId: string
  /** The same at every try. */
  idempotencyKey: string
  /** Where the browser comes back to from the bank's question. */
  returnUrl?: string
  /**
   * The driver is not there to answer a bank: it declines with `authentication_required` instead of asking.
   */
  offSession?: boolean
}

/**
 * A charge as the provider knows it now: `open` while no one has asked for its money. `chargeId` is the
 * reference of a payment for good; `reason` stands where it failed.
 */
export type Charge = {
  chargeId: string
  state: 'open' | 'succeeded' | 'processing' | 'needs_action' | 'failed' | 'canceled'
  amountCents: number
  refundedCents: number
  /** What the provider keeps; null until it is paid. */
  feeCents: number | null
  methodId: string | null
  metadata: Record<string, string>
  reason: DeclineReason | null
  /** What the driver's bank asks, where it asks; `url` null: the provider's script opens it. */
  action: { clientSecret: string; url: string | null } | null
}

export type PaymentMethod = {
  methodId: string
  kind: 'card' | 'bank'
  /** `visa`, or the bank's name. */
  brand: string
  last4: string
  /** Of cards alone. */
  expires: { month: number; year: number } | null
  /** Equal for equal cards of different drivers; null where the provider knows none. */
  fingerprint: string | null
}

export type Refund = {
  refundId: string
  chargeId: string
  amountCents: number
  state: 'succeeded' | 'pending' | 'failed'
}

/**
 * A charge that its driver's bank disputes; a stage is null until its money has moved. `reason` is the
 * bank's, such as `fraudulent`.
 */
export type Dispute = {
  disputeId: string
  chargeId: string
  /** `won` also where it ended before anything was taken. */
  state: 'open' | 'lost' | 'won'
  reason: string
  amountCents: number
  /** What the provider took for it, with what it keeps. */
  withdrawn: DisputeMoney | null
  /** What of both it brought back. */
  reinstated: DisputeMoney | null
  /** When it was opened: epoch ms, whole seconds. */
  at: number
}
export type DisputeMoney = { amountCents: number; feeCents: number }

/**
 * News from the provider: any order, repeated, and no more than a hint; what counts is what `readCharge`
 * says.
 */
export type CardEvent = { eventId: string; at: number } & (
  | { kind: 'charge_changed'; charge: Omit<Charge, 'feeCents' | 'refundedCents'> }
  | { kind: 'charge_refunded'; chargeId: string; refundedCents: number }
  | { kind: 'refund_changed'; refund: Refund }
  | { kind: 'dispute_changed'; disputeId: string; chargeId: string }
  | { kind: 'method_saved'; customerId: string; methodId: string }
  | { kind: 'customer_changed'; customerId: string }
  | { kind: 'ignored'; type: string }
)

/**
 * What a webhook turned out to be. `forged` covers a wrong signature, one too old or from the future, and
 * what is no event at all.
 */
export type Webhook = { outcome: 'genuine'; event: CardEvent } | { outcome: 'forged' }

export type Cards = {
  /** The driver at the provider; the same key makes one customer only. */
  createCustomer(customer: {
    driverId: string
    email: string
    name?: string
    idempotencyKey: string
  }): Promise<Answer<{ customerId: string }>>
  /** Lets a browser save a card or bank account, by the client secret and the publishable key. */
  startCardSetup(customerId: string): Promise<Answer<{ setupId: string; clientSecret: string }>>
  /** What is saved, newest first. */
  listPaymentMethods(customerId: string): Promise<Answer<PaymentMethod[]>>
  /** Takes a method away for good. */
  removePaymentMethod(methodId: string): Promise<Answer<{ methodId: string }>>
  /**
   * Opens a charge, which takes no money; the same key opens one only, as long as the provider remembers it.
   */
  openCharge(input: NewCharge): Promise<Answer<{ chargeId: string }>>
  /** Takes its money: of one charge once at most, however often and late it is asked. */
  takeCharge(input: Taking): Promise<ChargeOutcome>
  readCharge(chargeId: string): Promise<Answer<Charge>>
  /**
   * Ends a charge that no one has paid yet, so that no one can any more; answers it as it is now, also where
   * it was too late for that.
   */
  cancelCharge(chargeId: string): Promise<Answer<Charge>>
  /** Gives back; all that is left of the charge where no amount is given. */
  refund(input: { chargeId: string; amountCents?: number; idempotencyKey: string }): Promise<Answer<Refund>>
  /** How a refund stands now, by its `refundId`. */
  readRefund(refundId: string): Promise<Answer<Refund>>
  /** Disputes of a charge as they stand now, the oldest first. */
  listDisputes(chargeId: string): Promise<Answer<Dispute[]>>
  /** What happened since that instant (epoch ms, by the second), oldest first. The provider keeps 30 days. */
  listEventsSince(since: number): Promise<Answer<CardEvent[]>>
  /**
   * The lines of the provider's books between two instants (epoch ms, by the second, both included), oldest
   * first.
   */
  listBalance(since: number, until: number): Promise<Answer<BalanceLine[]>>
  /** Reads a webhook's body exactly as it came; nothing of it may be believed before. */
  verifyWebhook(rawBody: string | Uint8Array, signature: string): Webhook
}
