import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AppError } from '@madruga/core/errors.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../db.ts'
import { testDatabase } from '../../../db/testing.ts'
import { nextInvoiceNumber } from '../../invoices/store/invoices.ts'
import { forgetKeys, once } from './idempotency.ts'
import type { KeyedRequest } from './idempotency.ts'

after(() => fresh.drop())

const db = () => fresh.database.kysely
const fresh = await testDatabase()
await db()
  .insertInto('drivers')
  .values(['eva', 'luz'].map((id) => ({ id, name: id, email: `${id}@example.com` })))
  .execute()
const request = (key: string, over: Partial<KeyedRequest> = {}): KeyedRequest => ({
  scope: 'billing.buy',
  driverId: 'eva',
  key,
  body: { days: 7, plan: 'advanced' },
  ...over,
})
/** An effect that the database counts, each of them with its own answer. */
const buy = async (tx: Transaction<Tables>) => ({ number: await nextInvoiceNumber(tx, 2026) })

async function lastNumber(): Promise<number> {
  const row = await db()
    .selectFrom('invoice_counters')
    .select('last')
    .where('year', '=', 2026)
    .executeTakeFirst()
  return row?.last ?? 0
}

test('a request that comes again is answered alike and does nothing', async () => {
  const answer = await once(db(), request('again'), buy)
  assert.deepEqual(await once(db(), request('again'), buy), answer)
  const reordered = request('again', { body: { plan: 'advanced', days: 7 } })
  assert.deepEqual(await once(db(), reordered, buy), answer)
})

test('the first answer is what JSON carries, as all later ones', async () => {
  const answer = { at: new Date(0), gone: undefined, list: [1, { z: null, a: 'ñ' }] }
  const told = { at: '1970-01-01T00:00:00.000Z', list: [1, { z: null, a: 'ñ' }] }
  assert.deepEqual(await once(db(), request('json'), async () => answer as unknown), told)
  assert.deepEqual(await once(db(), request('json'), async () => answer as unknown), told)
  assert.equal(await once(db(), request('nothing'), async () => undefined as unknown), null)
  assert.equal(await once(db(), request('nothing'), async () => 'something' as unknown), null)
})

test('a key is its driver’s and its scope’s own', async () => {
  const answers = await Promise.all([
    once(db(), request('shared'), buy),
    once(db(), request('shared', { driverId: 'luz' }), buy),
    once(db(), request('shared', { scope: 'billing.pay' }), buy),
  ])
  assert.equal(new Set(answers.map((answer) => answer.number)).size, 3)
})

const itemsOf = (cents: number) => ({ items: [{ name: 'blocks', cents }] })

test('a key that came with another body is refused, however deep the difference', async () => {
  await once(db(), request('body', { body: itemsOf(500) }), buy)
  for (const body of [itemsOf(501), { items: [] }, [], null, undefined, 'items'])
    await assert.rejects(once(db(), request('body', { body }), buy), { code: 'billing.key_reused' })
})

test('while the first is under way a second is told so, and afterwards answered alike', async () => {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const first = once(db(), request('slow'), async (tx) => {
    begun.resolve()
    await gate.promise
    return await buy(tx)
  })
  await begun.promise
  await assert.rejects(once(db(), request('slow'), buy), { code: 'billing.in_progress' })
  gate.resolve()
  const answer = await first
  assert.deepEqual(await once(db(), request('slow'), buy), answer)
})

test('a hundred at once have one effect and one answer; the others are told to come again', async () => {
  let effects = 0
  const work = async (tx: Transaction<Tables>) => {
    effects++
    return await buy(tx)
  }
  const earlier = await lastNumber()
  const ends = await Promise.allSettled(Array.from({ length: 100 }, () => once(db(), request('raced'), work)))
  assert.equal(effects, 1)
  assert.equal((await lastNumber()) - earlier, 1)
  const answer = await once(db(), request('raced'), work)
  for (const end of ends)
    if (end.status === 'fulfilled') assert.deepEqual(end.value, answer)
    else assert.equal((end.reason as AppError).code, 'billing.in_progress')
  assert.ok(ends.some((end) => end.status === 'fulfilled'))
})

test('what refuses changes nothing and is not kept: the key is free for another try', async () => {
  const earlier = await lastNumber()
  const refused = once(db(), request('refused'), async (tx) => {
    await buy(tx)
    throw new AppError('billing.in_progress')
  })
  await assert.rejects(refused, { code: 'billing.in_progress' })
  assert.equal(await lastNumber(), earlier)
  const other = await once(db(), request('refused', { body: { days: 14 } }), buy)
  assert.deepEqual(await once(db(), request('refused', { body: { days: 14 } }), buy), other)
})

test('keys are forgotten after thirty days, not before, some at a time', async () => {
  await db().deleteFrom('idempotency_keys').execute()
  for (const key of ['one', 'two', 'three']) await once(db(), request(key), buy)
  const [first] = await db()
    .selectFrom('idempotency_keys')
    .select('created_at')
    .orderBy('created_at')
    .execute()
  assert.equal(await forgetKeys(db(), first!.created_at + 30 * DAY_MS), 0)
  const late = first!.created_at + 31 * DAY_MS
  assert.deepEqual([await forgetKeys(db(), late, 2), await forgetKeys(db(), late)], [2, 1])
  const again = await once(db(), request('one'), buy)
  assert.deepEqual(await once(db(), request('one'), buy), again)
})
