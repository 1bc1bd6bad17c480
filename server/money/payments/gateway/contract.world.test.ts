import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { Stripe } from 'stripe'
import { startCards } from '../../../../simulator/cards.ts'
import { openCards } from '../gateway.ts'
import type { Answer, Cards, CardsConfig, NewCharge } from '../gateway.ts'
import { charge } from './testing.ts'
import { realNow } from '../../../kit/testing.ts'

const WEBHOOK_SECRET = 'whsec_contract'
const KEYS = { secretKey: 'sk_test_contract1', publishableKey: 'pk_test_contract1' }
const liveKey = process.env.STRIPE_TEST_SECRET_KEY

/**
 * One other side that speaks Stripe's API. Methods are saved by ready-made names, since Stripe takes no bare
 * numbers from us.
 */
type Side = { config: CardsConfig; sdk: Stripe; close(): Promise<void> }

const SIDES: Record<string, { open: () => Promise<Side>; skip: string | false }> = {
  'the embedded gateway': { open: openEmbedded, skip: false },
  "Stripe's test mode": { open: openStripe, skip: liveKey ? false : 'STRIPE_TEST_SECRET_KEY is not set' },
}

for (const [name, { open, skip }] of Object.entries(SIDES)) {
  describe(name, { skip }, () => {
    let side: Side
    let cards: Cards
    before(async () => {
      side = await open()
      cards = openCards(side.config)
    })
    after(() => side.close())

    const create = async (): Promise<string> => {
      const driverId = randomUUID()
      const idempotencyKey = `customer-${driverId}`
      const customer = { driverId, email: 'ana@example.com', idempotencyKey }
      return valueOf(await cards.createCustomer(customer)).customerId
    }

    const save = async (ready: string, of?: string): Promise<{ customerId: string; methodId: string }> => {
      const customerId = of ?? (await create())
      const { setupId, clientSecret } = valueOf(await cards.startCardSetup(customerId))
      assert.ok(clientSecret.startsWith(`${setupId}_secret`))
      const setup = await side.sdk.setupIntents.confirm(setupId, {
        payment_method: ready,
        // A bank asks for the driver's consent, as the form in the browser gives it.
        ...(ready.startsWith('pm_usBank') && {
          mandate_data: { customer_acceptance: { type: 'offline' as const } },
        }),
      })
      assert.equal(setup.status, 'succeeded')
      return { customerId, methodId: String(setup.payment_method) }
    }

    test('a customer is made once for a key', async () => {
      const customer = {
        driverId: 'd-1',
        email: 'ana@example.com',
        name: 'Ana',
        idempotencyKey: randomUUID(),
      }
      assert.deepEqual(await cards.createCustomer(customer), await cards.createCustomer(customer))
    })

    test('a saved card is listed, and gone for good when it is removed', async () => {
      const saved = await save('pm_card_visa')
      const [method, ...more] = valueOf(await cards.listPaymentMethods(saved.customerId))
      assert.deepEqual(more, [])
      assert.deepEqual(
        [method?.methodId, method?.kind, method?.brand, method?.last4],
        [saved.methodId, 'card', 'visa', '4242'],
      )
      assert.equal((await cards.removePaymentMethod(saved.methodId)).outcome, 'done')
      assert.deepEqual(valueOf(await cards.listPaymentMethods(saved.customerId)), [])
      assert.equal((await charge(cards, input(saved))).outcome, 'refused')
    })

    test('a saved bank account is listed beside the card, newest first', async () => {
      const card = await save('pm_card_mastercard')
      const bank = await save('pm_usBankAccount_success', card.customerId)
      const [first, second, ...more] = valueOf(await cards.listPaymentMethods(card.customerId))
      assert.deepEqual(more, [])
      assert.deepEqual(
        [first?.methodId, first?.kind, first?.last4, first?.expires],
        [bank.methodId, 'bank', '6789', null],
      )
      assert.notEqual(first?.brand, '')
      assert.deepEqual([second?.methodId, second?.kind, second?.brand], [card.methodId, 'card', 'mastercard'])
    })

    test('a charge that waits for its bank is cancelled and stays so; what is over answers how it ended', async () => {
      const saved = await save('pm_card_visa')
      const asked = await charge(cards, {
        ...input({ ...saved, methodId: 'pm_card_authenticationRequiredOnSetup' }),
        returnUrl: 'https://shop.example/back',
      })
      assert.ok(asked.outcome === 'needs_action')
      const cancelled = valueOf(await cards.cancelCharge(asked.chargeId))
      assert.deepEqual([cancelled.chargeId, cancelled.state], [asked.chargeId, 'canceled'])
      assert.deepEqual(valueOf(await cards.cancelCharge(asked.chargeId)), cancelled)
      assert.deepEqual(valueOf(await cards.readCharge(asked.chargeId)), cancelled)
      const paid = await charge(cards, input(saved))
      assert.ok(paid.outcome === 'succeeded')
      const late = valueOf(await cards.cancelCharge(paid.chargeId))
      assert.equal(late.state, 'succeeded')
      assert.deepEqual(late, valueOf(await cards.readCharge(paid.chargeId)))
      const declined = await charge(cards, input(await save('pm_card_chargeCustomerFail')))
      assert.ok(declined.outcome === 'declined')
      assert.equal(valueOf(await cards.cancelCharge(declined.chargeId)).state, 'canceled')
      assert.deepEqual(await cards.cancelCharge('pi_0'), { outcome: 'refused', reason: 'resource_missing' })
    })

    test('a charge succeeds once for its key, and reads back with its fee and all that was said with it', async () => {
      const asked = input(await save('pm_card_visa'))
      const outcome = await charge(cards, asked)
      assert.ok(outcome.outcome === 'succeeded')
      assert.deepEqual(await charge(cards, asked), outcome)
      const read = valueOf(await cards.readCharge(outcome.chargeId))
      const { feeCents, ...rest } = read
      assert.ok(feeCents !== null && feeCents > 0)
      assert.deepEqual(rest, {
        chargeId: outcome.chargeId,
        state: 'succeeded',
        amountCents: 1_060,
        refundedCents: 0,
        methodId: asked.methodId,
        metadata: asked.metadata,
        reason: null,
        action: null,
      })
    })

    test('a charge that was opened takes nothing until it is told to, and gives its money once, whatever the key', async () => {
      const asked = input(await save('pm_card_visa'))
      const { chargeId } = valueOf(await cards.openCharge(asked))
      assert.deepEqual(await cards.openCharge(asked), { outcome: 'done', value: { chargeId } })
      const opened = valueOf(await cards.readCharge(chargeId))
      assert.deepEqual([opened.state, opened.feeCents, opened.reason], ['open', null, null])
      const take = (idempotencyKey: string) =>
        cards.takeCharge({ chargeId, methodId: asked.methodId, idempotencyKey })
      const [key, other] = [randomUUID(), randomUUID()]
      assert.deepEqual(await take(key), { outcome: 'succeeded' })
      assert.deepEqual(await take(key), { outcome: 'succeeded' })
      assert.deepEqual(await take(other), { outcome: 'refused', reason: 'payment_intent_unexpected_state' })
      assert.equal(valueOf(await cards.readCharge(chargeId)).state, 'succeeded')
    })

    test('a charge that was closed before its money was taken gives none', async () => {
      const asked = input(await save('pm_card_visa'))
      const { chargeId } = valueOf(await cards.openCharge(asked))
      assert.equal(valueOf(await cards.cancelCharge(chargeId)).state, 'canceled')
      const taking = { chargeId, methodId: asked.methodId, idempotencyKey: randomUUID() }
      const outcome = await cards.takeCharge(taking)
      assert.deepEqual(outcome, { outcome: 'refused', reason: 'payment_intent_unexpected_state' })
      assert.equal(valueOf(await cards.readCharge(chargeId)).state, 'canceled')
    })

    test('a key asked with another amount is refused, and charges nothing more', async () => {
      const asked = input(await save('pm_card_visa'))
      await charge(cards, asked)
      const other = await charge(cards, { ...asked, amountCents: 2_000 })
      assert.deepEqual(other, { outcome: 'refused', reason: 'key_reused', chargeId: '' })
    })

    test('a decline is a decline with its reason, the same at every try of its key', async () => {
      const asked = input(await save('pm_card_chargeCustomerFail'))
      const outcome = await charge(cards, asked)
      assert.ok(outcome.outcome === 'declined')
      assert.equal(outcome.reason, 'declined')
      assert.deepEqual(await charge(cards, asked), outcome)
      const read = valueOf(await cards.readCharge(outcome.chargeId))
      assert.deepEqual([read.state, read.reason, read.feeCents], ['failed', 'declined', null])
    })

    test('what makes no sense is refused, which is no decline', async () => {
      const saved = await save('pm_card_visa')
      assert.deepEqual(await charge(cards, input(saved, 10)), {
        outcome: 'refused',
        reason: 'amount_too_small',
        chargeId: '',
      })
      const unknown = { outcome: 'refused', reason: 'resource_missing' }
      assert.deepEqual(await cards.readCharge('pi_0'), unknown)
      assert.deepEqual(await charge(cards, input({ ...saved, methodId: 'pm_0' })), {
        ...unknown,
        chargeId: '',
      })
    })

    test('a refund in parts, never more than was paid', async () => {
      const outcome = await charge(cards, input(await save('pm_card_visa')))
      assert.equal(outcome.outcome, 'succeeded')
      const { chargeId } = outcome
      const part = { chargeId, amountCents: 60, idempotencyKey: randomUUID() }
      const refund = valueOf(await cards.refund(part))
      assert.deepEqual([refund.chargeId, refund.amountCents, refund.state], [chargeId, 60, 'succeeded'])
      assert.deepEqual(await cards.refund(part), { outcome: 'done', value: refund })
      assert.deepEqual(await cards.readRefund(refund.refundId), { outcome: 'done', value: refund })
      assert.equal(valueOf(await cards.refund({ chargeId, idempotencyKey: randomUUID() })).amountCents, 1_000)
      assert.equal((await cards.refund({ chargeId, idempotencyKey: randomUUID() })).outcome, 'refused')
      assert.equal(valueOf(await cards.readCharge(chargeId)).refundedCents, 1_060)
    })

    // Stripe opens it some time after the charge, which nothing here waits for.
    const skipDispute = name === 'the embedded gateway' ? false : 'it is not there at once'
    test(
      'a disputed charge reads with what was taken for it, and with what came back',
      { skip: skipDispute },
      async () => {
        const since = realNow() - 60_000
        const { customerId, methodId } = await save('pm_card_createDispute')
        const outcome = await charge(cards, input({ customerId, methodId }))
        assert.ok(outcome.outcome === 'succeeded')
        const { chargeId } = outcome
        const [opened, ...more] = valueOf(await cards.listDisputes(chargeId))
        assert.ok(opened)
        assert.deepEqual(more, [])
        const { disputeId, at, ...rest } = opened
        assert.ok(at >= since)
        assert.deepEqual(rest, {
          chargeId,
          state: 'open',
          reason: 'fraudulent',
          amountCents: 1_060,
          withdrawn: { amountCents: 1_060, feeCents: 1_500 },
          reinstated: null,
        })
        const refused = await cards.refund({ chargeId, idempotencyKey: randomUUID() })
        assert.deepEqual(refused, { outcome: 'refused', reason: 'charge_disputed' })
        await side.sdk.disputes.update(disputeId, { evidence: { uncategorized_text: 'winning_evidence' } })
        assert.deepEqual(valueOf(await cards.listDisputes(chargeId)), [
          { ...opened, state: 'won', reinstated: { amountCents: 1_060, feeCents: 0 } },
        ])
        const lines = valueOf(await cards.listBalance(since, realNow() + 60_000))
        const own = lines.filter((line) => line.chargeId === chargeId && line.kind === 'dispute')
        assert.deepEqual(
          own.map((line) => [line.amountCents, line.feeCents, line.netCents]),
          [
            [-1_060, 1_500, -2_560],
            [1_060, 0, 1_060],
          ],
        )
        const events = valueOf(await cards.listEventsSince(since))
        const told = events.filter((event) => event.kind === 'dispute_changed' && event.chargeId === chargeId)
        assert.equal(told.length, 4)
      },
    )

    test('what was charged stands in the books and among the events', async () => {
      const since = realNow() - 60_000
      const outcome = await charge(cards, input(await save('pm_card_visa')))
      assert.ok(outcome.outcome === 'succeeded')
      const lines = valueOf(await cards.listBalance(since, realNow() + 60_000))
      const line = lines.find(({ chargeId }) => chargeId === outcome.chargeId)
      assert.ok(line)
      assert.deepEqual([line.kind, line.amountCents], ['charge', 1_060])
      assert.equal(line.netCents, line.amountCents - line.feeCents)
      const events = valueOf(await cards.listEventsSince(since))
      assert.ok(
        events.some((event) => event.kind === 'charge_changed' && event.charge.chargeId === outcome.chargeId),
      )
    })

    test('a webhook is believed when its signature is right, and never otherwise', () => {
      const payload = JSON.stringify({
        id: 'evt_1',
        object: 'event',
        created: 1,
        type: 'customer.updated',
        data: { object: { id: 'cus_1', object: 'customer' } },
      })
      const { webhookSecret } = side.config
      const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
      assert.deepEqual(cards.verifyWebhook(payload, header), {
        outcome: 'genuine',
        event: { eventId: 'evt_1', at: 1_000, kind: 'customer_changed', customerId: 'cus_1' },
      })
      assert.deepEqual(cards.verifyWebhook(Buffer.from(payload), header).outcome, 'genuine')
      const forged = { outcome: 'forged' }
      assert.deepEqual(cards.verifyWebhook(payload.replace('cus_1', 'cus_2'), header), forged)
      for (const bad of ['', 'nonsense', header.replace(/.$/, (last) => (last === '0' ? '1' : '0'))]) {
        assert.deepEqual(cards.verifyWebhook(payload, bad), forged)
      }
    })

    test('what is signed but no event, or not of now, is not believed', () => {
      const { webhookSecret: secret } = side.config
      const nowS = Math.floor(realNow() / 1000)
      const event = {
        id: 'evt_1',
        object: 'event',
        created: nowS,
        type: 'customer.updated',
        data: { object: { id: 'cus_1', object: 'customer' } },
      }
      const outcomeOf = (payload: string, timestamp = nowS) =>
        cards.verifyWebhook(payload, Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }))
          .outcome
      assert.equal(outcomeOf(JSON.stringify(event)), 'genuine')
      for (const body of ['hello', '{', 'null', '[]', '7', '"evt"', '{}', '{"id":"evt_1","type":"x"}'])
        assert.equal(outcomeOf(body), 'forged', body)
      for (const part of [{ created: 'now' }, { data: null }, { data: {} }, { id: 7 }])
        assert.equal(outcomeOf(JSON.stringify({ ...event, ...part })), 'forged')
      // Clocks differ a little; a day ahead is another matter.
      assert.equal(outcomeOf(JSON.stringify(event), nowS + 200), 'genuine')
      assert.equal(outcomeOf(JSON.stringify(event), nowS + 86_400), 'forged')
      assert.equal(outcomeOf(JSON.stringify(event), nowS - 86_400), 'forged')
      assert.equal(outcomeOf(JSON.stringify({ ...event, created: nowS + 86_400 })), 'forged')
    })

    test('a wrong key is refused, and is no decline', async () => {
      const stranger = openCards({ ...side.config, secretKey: 'sk_test_stranger1' })
      const outcome = await charge(stranger, input({ customerId: 'cus_0', methodId: 'pm_0' }))
      assert.deepEqual(outcome, { outcome: 'refused', reason: 'status_401', chargeId: '' })
    })
  })
}

function input(saved: { customerId: string; methodId: string }, amountCents = 1_060): NewCharge {
  const paymentId = randomUUID()
  return {
    ...saved,
    amountCents,
    idempotencyKey: `charge-${paymentId}`,
    metadata: { driverId: 'd-1', paymentId },
  }
}

function valueOf<Value>(answer: Answer<Value>): Value {
  assert.equal(answer.outcome, 'done', JSON.stringify(answer))
  return (answer as { value: Value }).value
}

async function openEmbedded(): Promise<Side> {
  const running = await startCards({ ...KEYS, environment: 'test' })
  const { hostname, port } = new URL(running.url)
  return {
    config: { secretKey: KEYS.secretKey, webhookSecret: WEBHOOK_SECRET, origin: running.url },
    sdk: new Stripe(KEYS.secretKey, { host: hostname, port, protocol: 'http', telemetry: false }),
    close: () => running.stop(),
  }
}

async function openStripe(): Promise<Side> {
  const secretKey = liveKey ?? ''
  assert.match(secretKey, /^sk_test_/, 'tests take no live key')
  return {
    config: { secretKey, webhookSecret: WEBHOOK_SECRET },
    sdk: new Stripe(secretKey, { telemetry: false }),
    close: async () => {},
  }
}
