import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '../../../db/testing.ts'
import { nextInvoiceNumber } from '../../invoices/store/invoices.ts'
import { receiveOnce } from './received.ts'

const AT = Date.UTC(2026, 10, 23, 8)
const event = (id: string) => ({ id, kind: 'charge.succeeded', at: AT })

const fresh = await testDatabase()
after(() => fresh.drop())

const db = () => fresh.database.kysely

/** An effect that the database counts: what rolls back counts nothing. */
const count = (year: number) => (tx: Parameters<typeof nextInvoiceNumber>[0]) =>
  nextInvoiceNumber(tx, year).then(() => {})
async function effectsOf(year: number): Promise<number> {
  const row = await db()
    .selectFrom('invoice_counters')
    .select('last')
    .where('year', '=', year)
    .executeTakeFirst()
  return row?.last ?? 0
}

test('an event has its effect, and none when it is told again', async () => {
  assert.equal(await receiveOnce(db(), event('evt_1'), count(2030)), true)
  assert.equal(await receiveOnce(db(), event('evt_1'), count(2030)), false)
  assert.equal(await receiveOnce(db(), event('evt_2'), count(2030)), true)
  assert.equal(await effectsOf(2030), 2)
  const noted = await db().selectFrom('received_events').selectAll().where('id', '=', 'evt_1').execute()
  assert.deepEqual(noted, [event('evt_1')])
})

test('an event told by many at once has one effect', async () => {
  const told = await Promise.all(
    Array.from({ length: 20 }, () => receiveOnce(db(), event('evt_raced'), count(2031))),
  )
  assert.equal(told.filter(Boolean).length, 1)
  assert.equal(await effectsOf(2031), 1)
})

test('an effect that fails leaves nothing, and the event may come again', async () => {
  const failing = receiveOnce(db(), event('evt_failed'), async (tx) => {
    await nextInvoiceNumber(tx, 2032)
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  assert.equal(await effectsOf(2032), 0)
  assert.equal(await receiveOnce(db(), event('evt_failed'), count(2032)), true)
  assert.equal(await effectsOf(2032), 1)
})

test('a second delivery waits for the first: it takes over where that fails', async () => {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const first = receiveOnce(db(), event('evt_taken_over'), async () => {
    begun.resolve()
    await gate.promise
    throw new Error('the first fails')
  })
  await begun.promise
  const second = receiveOnce(db(), event('evt_taken_over'), count(2033))
  gate.resolve()
  await assert.rejects(first, /the first fails/)
  assert.equal(await second, true)
  assert.equal(await effectsOf(2033), 1)
})
