import { Stripe } from 'stripe'
import { cancelCharge, openCharge, readCharge, takeCharge } from './gateway/charge.ts'
import { answerOf, readChargeFailure, within } from './gateway/failures.ts'
import type { Cards, CardsConfig, Webhook } from './gateway/model.ts'
import { readDispute, readEvent, readLine, readMethod, readRefund } from './gateway/wire.ts'

export { valueOf } from './gateway/model.ts'

export type {
  Answer,
  CardEvent,
  Cards,
  CardsConfig,
  Charge,
  ChargeOutcome,
  Dispute,
  NewCharge,
  PaymentMethod,
  Taking,
} from './gateway/model.ts'

const TIMEOUT_MS = 20_000
/** A driver waits for a call; what is not known by then is asked again. Lists of many pages may last. */
const ANSWER_MS = 5_000
/** With the same key each time, so that a lost answer is heard again and nothing is done twice. */
const RETRIES = 2
const PAGE = 100
/** How far a webhook's time may be from ours, either way: what Stripe's SDK allows. */
const WEBHOOK_TOLERANCE_MS = 300_000

/**
 * Cards and bank debits by Stripe's own SDK, at Stripe or at a gateway that speaks its API. Never rejects for
 * what the other side does.
 */
export function openCards(config: CardsConfig): Cards {
  const stripe = new Stripe(config.secretKey, {
    ...placeOf(config.origin),
    timeout: config.timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  })
  const answerMs = config.answerMs ?? ANSWER_MS
  const ask: Ask = (call) => answerOf(() => within(answerMs, call))
  return {
    ...keepMethods(stripe, ask),
    ...readAccounts(stripe),
    openCharge: (input) => ask(() => openCharge(stripe, input)),
    takeCharge: (input) => within(answerMs, () => takeCharge(stripe, input)).catch(readChargeFailure),
    readCharge: (chargeId) => ask(() => readCharge(stripe, chargeId)),
    cancelCharge: (chargeId) => ask(() => cancelCharge(stripe, chargeId)),
    refund: ({ chargeId, amountCents, idempotencyKey }) =>
      ask(async () => {
        const amount = amountCents === undefined ? {} : { amount: amountCents }
        return readRefund(
          await stripe.refunds.create({ payment_intent: chargeId, ...amount }, { idempotencyKey }),
        )
      }),
    readRefund: (refundId) => ask(async () => readRefund(await stripe.refunds.retrieve(refundId))),
    listDisputes: (chargeId) =>
      answerOf(async () => {
        const disputes = await listAll(stripe.disputes.list({ payment_intent: chargeId, limit: PAGE }))
        return disputes.map(readDispute).toReversed()
      }),
    verifyWebhook: (rawBody, signature) => verifyWebhook(config, rawBody, signature),
  }
}

type Ask = typeof answerOf

function keepMethods(
  stripe: Stripe,
  ask: Ask,
): Pick<Cards, 'createCustomer' | 'startCardSetup' | 'listPaymentMethods' | 'removePaymentMethod'> {
  return {
    createCustomer: ({ driverId, email, name, idempotencyKey }) =>
      ask(async () => {
        const customer = { email, metadata: { driverId }, ...(name === undefined ? {} : { name }) }
        return { customerId: (await stripe.customers.create(customer, { idempotencyKey })).id }
      }),
    startCardSetup: (customerId) =>
      ask(async () => {
        const setup = await stripe.setupIntents.create({
          customer: customerId,
          usage: 'off_session',
          allowed_payment_method_types: ['card', 'us_bank_account'],
        })
        return { setupId: setup.id, clientSecret: setup.client_secret ?? '' }
      }),
    listPaymentMethods: (customerId) =>
      ask(async () => {
        const methods = await stripe.customers.listPaymentMethods(customerId, { limit: PAGE })
        return methods.data.map(readMethod).filter((method) => method !== null)
      }),
    removePaymentMethod: (methodId) =>
      ask(async () => ({ methodId: (await stripe.paymentMethods.detach(methodId)).id })),
  }
}

function readAccounts(stripe: Stripe): Pick<Cards, 'listEventsSince' | 'listBalance'> {
  return {
    listEventsSince: (since) =>
      answerOf(async () => {
        const events = await listAll(
          stripe.events.list({ created: { gte: Math.floor(since / 1000) }, limit: PAGE }),
        )
        return events.map(readEvent).toReversed()
      }),
    listBalance: (since, until) =>
      answerOf(async () => {
        const created = { gte: Math.floor(since / 1000), lte: Math.floor(until / 1000) }
        const lines = await listAll(
          stripe.balanceTransactions.list({ created, limit: PAGE, expand: ['data.source'] }),
        )
        return lines.map(readLine).toReversed()
      }),
  }
}

async function listAll<Item>(pages: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of pages) items.push(item)
  return items
}

function verifyWebhook(config: CardsConfig, rawBody: string | Uint8Array, signature: string): Webhook {
  const body = typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody)
  const now = (config.now ?? Date.now)()
  try {
    const { webhooks } = Stripe
    const event: unknown = webhooks.constructEvent(
      body,
      signature,
      config.webhookSecret,
      WEBHOOK_TOLERANCE_MS / 1000,
      undefined,
      now,
    )
    const latest = now + WEBHOOK_TOLERANCE_MS
    if (!isEvent(event) || event.created * 1000 > latest || signedAt(signature) > latest)
      return { outcome: 'forged' }
    return { outcome: 'genuine', event: readEvent(event) }
  } catch (error) {
    // The SDK parses what it has verified: a SyntaxError is its word for a body that is no JSON.
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
      return { outcome: 'forged' }
    throw error
  }
}

/**
 * When a signature says that it was made (epoch ms). The SDK refuses what is too old, and takes what lies
 * ahead.
 */
function signedAt(signature: string): number {
  return Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1] ?? Number.POSITIVE_INFINITY) * 1000
}

/** Whether what was signed is an event at all; a signature says who wrote it and not that it makes sense. */
function isEvent(event: unknown): event is Stripe.Event {
  if (typeof event !== 'object' || event === null) return false
  const { id, type, created, data } = event as Partial<Record<keyof Stripe.Event, unknown>>
  const object = typeof data === 'object' && data !== null && 'object' in data ? data.object : null
  return (
    typeof id === 'string' &&
    typeof type === 'string' &&
    Number.isSafeInteger(created) &&
    typeof object === 'object' &&
    object !== null
  )
}

function placeOf(origin: string | undefined): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (origin === undefined) return {}
  const { hostname, port, protocol } = new URL(origin)
  const plain = protocol === 'http:'
  return { host: hostname, port: port || (plain ? '80' : '443'), protocol: plain ? 'http' : 'https' }
}

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
function isTestKey(key: string): boolean {
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
