import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startCards } from '../cards.ts'
import { callCards, KEYS } from './fixture.ts'

type Line = { amount: number; fee: number; net: number; type: string; reporting_category: string }
type Dispute = {
  id: string
  amount: number
  status: string
  reason: string
  charge: string
  payment_intent: string
  balance_transactions: Line[]
  evidence_details: { submission_count: number }
}

const running = await startCards({ ...KEYS, environment: 'test' })
after(() => running.stop())

const post = (path: string, fields: Record<string, string> = {}) =>
  callCards(running.url, 'POST', path, { fields })
const get = (path: string, fields: Record<string, string> = {}) =>
  callCards(running.url, 'GET', path, { fields })
const listOf = async <Item>(path: string, fields: Record<string, string>) =>
  (await get(path, fields)).json.data as Item[]

/** Charges 2,606 cents to the card whose bank disputes; returns the charge's intent and its one dispute. */
async function chargeDisputed(): Promise<{ intent: string; dispute: Dispute }> {
  const fields = { amount: '2606', currency: 'usd', confirm: 'true', payment_method: 'pm_card_createDispute' }
  const { json } = await post('/v1/payment_intents', fields)
  assert.equal(json.status, 'succeeded')
  const intent = String(json.id)
  const [dispute, ...more] = await listOf<Dispute>('/v1/disputes', { payment_intent: intent })
  assert.deepEqual(more, [])
  return { intent, dispute: dispute! }
}
const answer = (id: string, text: string, more: Record<string, string> = {}) =>
  post(`/v1/disputes/${id}`, { 'evidence[uncategorized_text]': text, ...more })
const linesOf = async (id: string) =>
  (await listOf<Line>('/v1/balance_transactions', { source: id })).map((line) => [
    line.type,
    line.reporting_category,
    line.amount,
    line.fee,
    line.net,
  ])
const eventsOf = async (id: string) =>
  (await listOf<{ type: string; data: { object: { id: string } } }>('/v1/events', { limit: '100' }))
    .filter((event) => event.data.object.id === id)
    .map((event) => event.type.replace('charge.dispute.', ''))
    .toReversed()

const TAKEN = ['adjustment', 'dispute', -2_606, 1_500, -4_106]
const GIVEN = ['adjustment', 'dispute_reversal', 2_606, 0, 2_606]

test('a charge that is disputed at once loses its amount and the fee', async () => {
  const { intent, dispute } = await chargeDisputed()
  assert.match(dispute.id, /^dp_/)
  assert.deepEqual(
    [dispute.amount, dispute.status, dispute.reason, dispute.payment_intent],
    [2_606, 'needs_response', 'fraudulent', intent],
  )
  assert.deepEqual(await linesOf(dispute.id), [TAKEN])
  assert.deepEqual(
    dispute.balance_transactions.map((line) => line.net),
    [-4_106],
  )
  const charge = (await get(`/v1/charges/${dispute.charge}`)).json
  assert.deepEqual([charge.disputed, charge.status], [true, 'succeeded'])
  assert.deepEqual(await listOf<Dispute>('/v1/disputes', { charge: dispute.charge }), [dispute])
  assert.deepEqual((await get(`/v1/disputes/${dispute.id}`)).json, dispute)
  assert.deepEqual(await eventsOf(dispute.id), ['created', 'funds_withdrawn'])
})

test('winning evidence returns the amount, not the fee', async () => {
  const { dispute } = await chargeDisputed()
  const won = (await answer(dispute.id, 'winning_evidence')).json as Dispute
  assert.deepEqual([won.status, won.balance_transactions.length], ['won', 2])
  assert.deepEqual(await linesOf(dispute.id), [GIVEN, TAKEN])
  assert.deepEqual((await eventsOf(dispute.id)).slice(2), ['funds_reinstated', 'closed'])
})

test('losing evidence or conceding loses the dispute without further money movements', async () => {
  for (const end of [
    (id: string) => answer(id, 'losing_evidence'),
    (id: string) => post(`/v1/disputes/${id}/close`),
  ]) {
    const { dispute } = await chargeDisputed()
    assert.equal((await end(dispute.id)).json.status, 'lost')
    assert.deepEqual(await linesOf(dispute.id), [TAKEN])
    assert.deepEqual((await eventsOf(dispute.id)).slice(2), ['closed'])
  }
})

test('evidence is stored until submitted, other texts wait, and a final dispute stays final', async () => {
  const { dispute } = await chargeDisputed()
  const kept = (await answer(dispute.id, 'winning_evidence', { submit: 'false' })).json as Dispute
  assert.deepEqual([kept.status, kept.evidence_details.submission_count], ['needs_response', 0])
  const waits = (await answer(dispute.id, 'they had their week')).json as Dispute
  assert.deepEqual([waits.status, waits.evidence_details.submission_count], ['under_review', 1])
  assert.equal(
    (await answer(dispute.id, 'winning_evidence', { submit: 'false' })).json.status,
    'under_review',
  )
  assert.equal((await post(`/v1/disputes/${dispute.id}`)).json.status, 'won')
  assert.equal((await answer(dispute.id, 'losing_evidence')).status, 400)
  assert.equal((await post(`/v1/disputes/${dispute.id}/close`)).status, 400)
  assert.equal((await get(`/v1/disputes/${dispute.id}`)).json.status, 'won')
})

test('a disputed charge is not refunded until it is won', async () => {
  const { intent, dispute } = await chargeDisputed()
  const refund = () => post('/v1/refunds', { payment_intent: intent, amount: '600' })
  const refused = await refund()
  assert.deepEqual([refused.status, (refused.json.error as { code: string }).code], [400, 'charge_disputed'])
  await answer(dispute.id, 'winning_evidence')
  assert.equal((await refund()).status, 200)
})
