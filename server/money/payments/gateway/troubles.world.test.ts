import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { startCards } from '../../../../simulator/cards.ts'
import { startEndpoint } from '../../../../simulator/cards/fixture.ts'
import { openCards } from '../gateway.ts'
import type { CardEvent } from '../gateway.ts'
import { charge } from './testing.ts'

const KEYS = { secretKey: 'sk_test_troubles1', publishableKey: 'pk_test_troubles1' }
const WEBHOOK_SECRET = 'whsec_troubles'
const NOON = Date.parse('2026-11-20T20:00:00Z')
const DAY_MS = 86_400_000
const HOUR_MS = DAY_MS / 24

/** The embedded gateway on one clock, with an adapter, a webhook endpoint and a customer. */
async function open(t: TestContext) {
  const endpoint = await startEndpoint()
  const events: CardEvent[] = []
  let now = NOON
  const running = await startCards({
    ...KEYS,
    environment: 'test',
    clock: { now: () => now },
    bankDelayMs: 4 * DAY_MS,
    control: true,
    endpoints: [{ url: endpoint.url, secret: WEBHOOK_SECRET }],
  })
  t.after(async () => {
    await running.stop()
    await endpoint.close()
  })
  const config = { secretKey: KEYS.secretKey, webhookSecret: WEBHOOK_SECRET, now: () => now }
  const cards = openCards({ ...config, origin: running.url })
  const made = await cards.createCustomer({
    driverId: 'd-1',
    email: 'ana@example.com',
    idempotencyKey: 'c-1',
  })
  assert.ok(made.outcome === 'done')
  return {
    cards,
    running,
    config,
    async advance(ms: number) {
      await this.sync()
      now += ms
      await running.settle()
    },
    input: (methodId: string, key = 'p-1') => ({
      amountCents: 1_060,
      customerId: made.value.customerId,
      methodId,
      idempotencyKey: key,
      metadata: { driverId: 'd-1', paymentId: key },
    }),
    async loseReplies(count: number) {
      await fetch(`${running.url}/control/faults`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${KEYS.secretKey}` },
        body: JSON.stringify({ loseReplies: count }),
      })
    },
    /** What the webhooks have said so far, each read when it came. */
    async sync(): Promise<CardEvent[]> {
      await running.settle()
      for (const { body, signature } of endpoint.received.splice(0)) {
        const webhook = cards.verifyWebhook(body, signature)
        assert.ok(webhook.outcome === 'genuine')
        events.push(webhook.event)
      }
      return events
    },
    async countPaid() {
      const lines = await cards.listBalance(NOON - DAY_MS, now + DAY_MS)
      return lines.outcome === 'done' ? lines.value.length : assert.fail(lines.reason)
    },
  }
}

/** A port that takes whatever comes and never answers; closes once, however often it is asked. */
async function startSilence(): Promise<{ origin: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  let closed: Promise<void> | undefined
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const socket of sockets) socket.destroy()
      closed ??= new Promise((resolve) => server.close(() => resolve()))
      return closed
    },
  }
}

/** A charge that was opened, and how its money is taken. */
async function openOne({ cards, input }: Awaited<ReturnType<typeof open>>) {
  const wanted = input('pm_card_visa')
  const opened = await cards.openCharge(wanted)
  assert.ok(opened.outcome === 'done')
  const { chargeId } = opened.value
  return { chargeId, methodId: wanted.methodId, idempotencyKey: `${wanted.idempotencyKey}:take` }
}

test('a lost answer is asked for again by the same key: the driver pays once', async (t) => {
  const side = await open(t)
  await side.loseReplies(2)
  const taking = await openOne(side)
  await side.loseReplies(2)
  assert.deepEqual(await side.cards.takeCharge(taking), { outcome: 'succeeded' })
  assert.equal(await side.countPaid(), 1)
})

test('a line that stays broken after sending is unknown, never declined, and the same key clears it up', async (t) => {
  const side = await open(t)
  const taking = await openOne(side)
  await side.loseReplies(3)
  assert.deepEqual(await side.cards.takeCharge(taking), { outcome: 'unknown', reason: 'unreachable' })
  assert.equal(await side.countPaid(), 1, 'it was carried out')
  assert.deepEqual(await side.cards.takeCharge(taking), { outcome: 'succeeded' })
  assert.equal(await side.countPaid(), 1)
})

test('a key that the gateway has forgotten takes nothing a second time', async (t) => {
  const side = await open(t)
  const taking = await openOne(side)
  await side.loseReplies(3)
  assert.equal((await side.cards.takeCharge(taking)).outcome, 'unknown')
  await side.advance(25 * HOUR_MS)
  const outcome = await side.cards.takeCharge(taking)
  assert.deepEqual(outcome, { outcome: 'refused', reason: 'payment_intent_unexpected_state' })
  assert.equal(await side.countPaid(), 1)
})

test('no one there, no answer in time, and a broken server are unknown', async (t) => {
  const { config, input } = await open(t)
  const silent = await startSilence()
  t.after(() => silent.close())
  const unreachable = { outcome: 'unknown', reason: 'unreachable', chargeId: '' }
  const waiting = openCards({ ...config, origin: silent.origin, timeoutMs: 50 })
  assert.deepEqual(await charge(waiting, input('pm_card_visa')), unreachable)
  await silent.close()
  const alone = openCards({ ...config, origin: silent.origin })
  assert.deepEqual(await charge(alone, input('pm_card_visa')), unreachable)
  const broken = await startEndpoint([500, 500, 500])
  t.after(() => broken.close())
  const faulty = openCards({ ...config, origin: new URL(broken.url).origin })
  const answer = await charge(faulty, input('pm_card_visa'))
  assert.equal(answer.outcome, 'unknown')
})

test(
  'a frozen gateway keeps no driver waiting: each call is unknown within seconds',
  { timeout: 30_000 },
  async (t) => {
    const { input, config } = await open(t)
    const frozen = await startSilence()
    t.after(() => frozen.close())
    const cards = openCards({ ...config, origin: frozen.origin, answerMs: 50 })
    const taking = { chargeId: 'pi_1', methodId: 'pm_card_visa', idempotencyKey: 'p-1:take' }
    const answers = await Promise.all([
      cards.createCustomer({ driverId: 'd-1', email: 'ana@example.com', idempotencyKey: 'c-2' }),
      cards.startCardSetup('cus_1'),
      cards.listPaymentMethods('cus_1'),
      cards.removePaymentMethod('pm_1'),
      cards.openCharge(input('pm_card_visa')),
      cards.takeCharge(taking),
      cards.readCharge('pi_1'),
      cards.cancelCharge('pi_1'),
      cards.refund({ chargeId: 'pi_1', idempotencyKey: 'r-1' }),
      cards.readRefund('re_1'),
    ])
    for (const answer of answers) assert.deepEqual(answer, { outcome: 'unknown', reason: 'unreachable' })
  },
)

test("a card that asks its bank needs the driver, and is declined in the driver's absence", async (t) => {
  const { cards, input } = await open(t)
  const ready = 'pm_card_authenticationRequiredOnSetup'
  const asked = await charge(cards, { ...input(ready), returnUrl: 'https://shop.example/back' })
  assert.ok(asked.outcome === 'needs_action')
  const secret = asked.clientSecret
  const body = new URLSearchParams({ client_secret: secret, outcome: 'complete' })
  await fetch(asked.url?.split('?')[0] ?? '', { method: 'POST', body, redirect: 'manual' })
  const read = await cards.readCharge(asked.chargeId)
  assert.equal(read.outcome === 'done' && read.value.state, 'succeeded')
  const absent = await charge(cards, { ...input(ready, 'p-2'), offSession: true })
  assert.equal(absent.outcome === 'declined' && absent.reason, 'authentication_required')
})

test('each card that declines says why in our words', async (t) => {
  const { cards, input } = await open(t)
  const reasons = {
    pm_card_chargeDeclined: 'declined',
    pm_card_chargeDeclinedInsufficientFunds: 'insufficient_funds',
    pm_card_chargeDeclinedExpiredCard: 'expired_card',
    pm_card_chargeDeclinedIncorrectCvc: 'incorrect_cvc',
    pm_card_chargeDeclinedProcessingError: 'processing_error',
  }
  for (const [ready, reason] of Object.entries(reasons)) {
    const outcome = await charge(cards, input(ready, ready))
    assert.equal(outcome.outcome === 'declined' && outcome.reason, reason)
  }
})

test('a bank debit is under way for days, and a webhook says how it ended', async (t) => {
  const side = await open(t)
  const outcome = await charge(side.cards, side.input('pm_usBankAccount_success'))
  assert.ok(outcome.outcome === 'processing')
  const states = async () =>
    (await side.sync()).flatMap((event) => (event.kind === 'charge_changed' ? [event.charge.state] : []))
  assert.deepEqual(await states(), ['processing'])
  await side.advance(4 * DAY_MS)
  assert.deepEqual(await states(), ['processing', 'succeeded'])
  const read = await side.cards.readCharge(outcome.chargeId)
  assert.equal(read.outcome === 'done' && read.value.feeCents, 8)
  const refund = await side.cards.refund({ chargeId: outcome.chargeId, idempotencyKey: 'r-1' })
  assert.equal(refund.outcome === 'done' && refund.value.state, 'pending')
  await side.advance(4 * DAY_MS)
  const last = (await side.sync()).at(-1)
  assert.equal(last?.kind === 'refund_changed' && last.refund.state, 'succeeded')
})
