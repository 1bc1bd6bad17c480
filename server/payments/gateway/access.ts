import type { Cards } from './model.ts'

/** How the product reaches its card gateway: Stripe, or one that speaks its API. */
export type GatewayAccess = {
  /** `sk_…` */
  secretKey: string
  /** `pk_…`: for browsers. */
  publishableKey: string
  /** `whsec_…`: what its webhooks are signed with. */
  webhookSecret: string
  /** Where this process reaches it; null = Stripe itself. */
  url: string | null
  /** Where browsers reach it; null = Stripe itself. */
  publicUrl: string | null
}

/** What pages need to know about the gateway. */
export type Gateway = {
  publishableKey: string
  /** null = Stripe itself. */
  url: string | null
  /** No real money moves: said on every screen where a card is asked for. */
  testMode: boolean
}

/** What pages need to know about this gateway; of none they get no key. */
export function describeGateway(access: GatewayAccess | null): Gateway {
  if (access === null) return { publishableKey: '', url: null, testMode: true }
  const { publishableKey, publicUrl } = access
  return { publishableKey, url: publicUrl, testMode: isTestKey(publishableKey) }
}

/** Whether a key moves no real money. */
export function isTestKey(key: string): boolean {
  return key.split('_')[1] === 'test'
}

/**
 * Cards of a process that has no gateway, such as a bot alone: whatever is asked is left to one that has, and
 * no webhook is believed.
 */
export const closedCards: Cards = {
  createCustomer: leave,
  startCardSetup: leave,
  listPaymentMethods: leave,
  removePaymentMethod: leave,
  openCharge: leave,
  takeCharge: leave,
  readCharge: leave,
  cancelCharge: leave,
  refund: leave,
  readRefund: leave,
  listDisputes: leave,
  listEventsSince: leave,
  listBalance: leave,
  verifyWebhook: () => ({ outcome: 'forged' }),
}

// Not refused: that would say that it never will be carried out.
async function leave(): Promise<{ outcome: 'unknown'; reason: string }> {
  return { outcome: 'unknown', reason: 'no_gateway' }
}
