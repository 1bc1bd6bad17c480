import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as fc from 'fast-check'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { ITEM_KINDS } from '@madruga/core/items.ts'
import {
  accountKey,
  HOUSE_ACCOUNTS,
  postCreditNote,
  postDispute,
  postGatewayFee,
  postInvoice,
  postPayment,
  receivableOf,
} from '@madruga/core/ledger.ts'
import type { Posting } from '@madruga/core/ledger.ts'
import type { Tables } from '../../db.ts'
import { testDatabase } from '../../db/testing.ts'
import type { TestDatabase } from '../../db/testing.ts'
import { checkLedger, post, postAll, readBalance } from './entries-store.ts'
import type { LedgerEntry } from './entries-store.ts'

const AT = Date.UTC(2026, 10, 23, 8)
const DRIVERS = ['eva', 'luz', 'max', 'sol']
const CLEAN = { sumCents: 0, drifts: [], unbalanced: [] }

let fresh: TestDatabase
let db: Kysely<Tables>
let pool: Pool
before(async () => {
  fresh = await testDatabase()
  db = fresh.database.kysely
  pool = fresh.database.pool
})
after(() => fresh.drop())

let events = 0
const row = (posting: Posting, reference = `event:${++events}`): LedgerEntry => ({
  ...posting,
  at: AT,
  reference,
})
const postOnce = (one: LedgerEntry) => db.transaction().execute((tx) => post(tx, one))
const invoiceOf = (driverId: string, amountCents: number) =>
  postInvoice({ driverId, items: [{ kind: 'block', cents: amountCents }], discounts: [], feeCents: 0 })

beforeEach(async () => {
  await db
    .insertInto('drivers')
    .values(DRIVERS.map((id) => ({ id, name: id, email: `${id}@example.com` })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
})

test('every account of the house is open from the start', async () => {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select('kind')
    .where('kind', '<>', 'receivable')
    .execute()
  assert.deepEqual(rows.map((each) => each.kind).toSorted(), HOUSE_ACCOUNTS.toSorted())
})

test('what is posted is in the ledger, with its entries, and moves the balances of its accounts', async () => {
  const earlier = await readBalance(db, { kind: 'gateway' })
  assert.equal(await readBalance(db, receivableOf('eva')), 0)
  const invoice = row(invoiceOf('eva', 2_500))
  assert.equal(await postOnce({ ...invoice, memo: 'a week' }), 'posted')
  assert.equal(await readBalance(db, receivableOf('eva')), 2_500)
  assert.equal(await postOnce(row(postPayment({ driverId: 'eva', amountCents: 2_000 }))), 'posted')
  assert.equal(await readBalance(db, receivableOf('eva')), 500)
  assert.equal((await readBalance(db, { kind: 'gateway' })) - earlier, 2_000)
  const { id, ...kept } = await db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('reference', '=', invoice.reference)
    .executeTakeFirstOrThrow()
  assert.deepEqual(kept, {
    at: AT,
    kind: 'invoice',
    reference: invoice.reference,
    driver_id: 'eva',
    memo: 'a week',
    line_count: 2,
  })
  const entries = await db
    .selectFrom('ledger_lines as e')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .select(['a.kind', 'e.amount_cents'])
    .where('e.entry_id', '=', id)
    .orderBy('a.kind')
    .execute()
  assert.deepEqual(entries, [
    { kind: 'receivable', amount_cents: 2_500 },
    { kind: 'revenue.blocks', amount_cents: -2_500 },
  ])
})

test('what rolls back was never posted', async () => {
  const earlier = await readBalance(db, receivableOf('eva'))
  const failed = db.transaction().execute(async (tx) => {
    await post(tx, row(invoiceOf('eva', 2_500), 'rolled back'))
    throw new Error('no')
  })
  await assert.rejects(failed, /no/)
  assert.equal(await readBalance(db, receivableOf('eva')), earlier)
  assert.equal(await postOnce(row(invoiceOf('eva', 2_500), 'rolled back')), 'posted')
})

test('the same posting again does nothing and says so; a reference never stands for two', async () => {
  const paid = row(postPayment({ driverId: 'eva', amountCents: 900 }), 'charge:one')
  assert.equal(await postOnce(paid), 'posted')
  const balance = await readBalance(db, receivableOf('eva'))
  assert.equal(await postOnce({ ...paid, at: AT + 1, entries: paid.entries.toReversed() }), 'repeated')
  const others = [
    postPayment({ driverId: 'eva', amountCents: 901 }),
    postPayment({ driverId: 'luz', amountCents: 900 }),
    { ...paid, kind: 'refund' as const },
  ]
  for (const other of others)
    await assert.rejects(postOnce(row(other, 'charge:one')), /charge:one is in the ledger with other entries/)
  assert.equal(await readBalance(db, receivableOf('eva')), balance)
})

test('the same posting by ten at once is posted by one', async () => {
  const earlier = await readBalance(db, receivableOf('max'))
  const paid = row(postPayment({ driverId: 'max', amountCents: 700 }), 'charge:raced')
  const answers = await Promise.all(Array.from({ length: 10 }, () => postOnce(paid)))
  assert.equal(answers.filter((answer) => answer === 'posted').length, 1)
  assert.equal((await readBalance(db, receivableOf('max'))) - earlier, -700)
})

test('several are answered in their order, and a reference is in once', async () => {
  const [one, two] = [row(invoiceOf('eva', 100), 'z'), row(invoiceOf('luz', 100), 'a')]
  await postOnce(one)
  assert.deepEqual(await db.transaction().execute((tx) => postAll(tx, [one, two])), ['repeated', 'posted'])
  assert.deepEqual(await db.transaction().execute((tx) => postAll(tx, [])), [])
  await assert.rejects(
    db
      .transaction()
      .execute((tx) => postAll(tx, [row(invoiceOf('eva', 1), 'b'), row(invoiceOf('eva', 1), 'b')])),
    /once/,
  )
})

test('entries that do not balance are refused before they are written', async () => {
  const { entries, ...rest } = invoiceOf('eva', 100)
  await assert.rejects(postOnce(row({ ...rest, entries: entries.slice(1) })), RangeError)
})

const anyPosting: fc.Arbitrary<Posting> = fc
  .record({
    driverId: fc.constantFrom(...DRIVERS),
    amountCents: fc.integer({ min: 1, max: 100_000 }),
    event: fc.constantFrom('invoice', 'credit_note', 'payment', 'gateway_fee', 'dispute'),
    kind: fc.constantFrom(...ITEM_KINDS),
  })
  .map(({ driverId, amountCents, event, kind }) => {
    const items = [{ kind, cents: amountCents }]
    if (event === 'invoice') return postInvoice({ driverId, items, discounts: [], feeCents: 60 })
    if (event === 'credit_note') return postCreditNote({ driverId, items, discounts: [], feeCents: 0 })
    if (event === 'payment') return postPayment({ driverId, amountCents })
    if (event === 'gateway_fee') return postGatewayFee({ driverId, amountCents })
    return postDispute({ driverId, amountCents, feeCents: 1_500, stage: 'withdrawn' })
  })

test('posts at once on shared accounts never wait in a circle, and every balance is the sum of its entries', async () => {
  const batches = fc.array(fc.array(anyPosting, { minLength: 1, maxLength: 5 }), {
    minLength: 30,
    maxLength: 40,
  })
  const property = fc.asyncProperty(batches, async (all) => {
    const sums = new Map<string, number>()
    for (const { account, amountCents } of all.flat().flatMap((posting) => posting.entries))
      sums.set(accountKey(account), (sums.get(accountKey(account)) ?? 0) + amountCents)
    const accounts = new Map(
      all.flat().flatMap((each) => each.entries.map(({ account }) => [accountKey(account), account])),
    )
    const readAll = async () =>
      new Map(
        await Promise.all(
          [...accounts].map(async ([key, account]) => [key, await readBalance(db, account)] as const),
        ),
      )
    const earlier = await readAll()
    await Promise.all(
      all.map((postings) =>
        db.transaction().execute((tx) =>
          postAll(
            tx,
            postings.map((each) => row(each)),
          ),
        ),
      ),
    )
    const afterwards = await readAll()
    for (const [key, sum] of sums) assert.equal(afterwards.get(key)! - earlier.get(key)!, sum, key)
    assert.deepEqual(await checkLedger(db), CLEAN)
  })
  // A circle takes a second to be found: smaller examples of one are not looked for.
  await fc.assert(property, { numRuns: 6, endOnFailure: true })
})

/** Runs statements in one transaction, past everything but the database itself. */
async function runRaw(...statements: string[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const ROW = `insert into ledger_entries (at, kind, reference, line_count) values (now(), 'refund', 'by hand', 2)`
const entry = (kind: string, cents: number, reference = 'by hand') =>
  `insert into ledger_lines select j.id, a.id, ${cents} from ledger_entries j, ledger_accounts a
   where j.reference = '${reference}' and a.kind = '${kind}'`

test('the database itself commits no ledger entry that does not balance', async () => {
  const unbalanced = { code: '23514', message: /does not balance/ }
  await assert.rejects(runRaw(ROW), unbalanced)
  await assert.rejects(runRaw(ROW, entry('gateway', 5)), unbalanced)
  await assert.rejects(runRaw(ROW, entry('gateway', 5), entry('refunds', -4)), unbalanced)
  await assert.rejects(
    runRaw(ROW, entry('gateway', 5), entry('refunds', -4), entry('gateway_fees', -1)),
    unbalanced,
  )
  await assert.rejects(runRaw(ROW.replace(', 2)', ', 1)'), entry('gateway', 5)), { code: '23514' })
  assert.deepEqual(await checkLedger(db), CLEAN)
  const earlier = await readBalance(db, { kind: 'refunds' })
  await runRaw(ROW, entry('gateway', 5), entry('refunds', -5))
  assert.equal((await readBalance(db, { kind: 'refunds' })) - earlier, -5)
  assert.deepEqual(await checkLedger(db), CLEAN)
})

test('a row that stands takes no more entries, not even such as balance', async () => {
  await postOnce(row(invoiceOf('eva', 100), 'complete'))
  await assert.rejects(
    runRaw(entry('gateway', 5, 'complete'), entry('refunds', -5, 'complete')),
    /does not balance/,
  )
})

test('what is in the ledger is neither changed nor deleted', async () => {
  await postOnce(row(invoiceOf('eva', 100)))
  for (const statement of [
    "update ledger_entries set memo = 'other'",
    'update ledger_entries set driver_id = null',
    "update ledger_entries set driver_id = 'luz'",
    'update ledger_entries set at = now()',
    'delete from ledger_entries',
    'truncate ledger_entries cascade',
    'update ledger_lines set amount_cents = amount_cents * 2',
    'update ledger_lines set account_id = account_id',
    'delete from ledger_lines',
    'truncate ledger_lines',
    "update ledger_accounts set driver_id = 'sol' where driver_id = 'eva'",
    "update ledger_accounts set driver_id = null where driver_id = 'eva'",
    "update ledger_accounts set kind = 'refunds' where kind = 'gateway'",
  ])
    await assert.rejects(runRaw(statement), { code: '23001', message: /append-only/ }, statement)
  await assert.rejects(runRaw("delete from ledger_accounts where driver_id = 'eva'"), { code: /23503|23001/ })
})

test('the check of the ledger tells which balance is not the sum of its entries', async () => {
  const balanceCents = (await readBalance(db, { kind: 'gateway' })) + 7
  await runRaw("update ledger_accounts set balance_cents = balance_cents + 7 where kind = 'gateway'")
  const { drifts, ...rest } = await checkLedger(db)
  assert.deepEqual(rest, { sumCents: 0, unbalanced: [] })
  assert.deepEqual(
    drifts.map(({ accountId: _id, ...drift }) => drift),
    [{ kind: 'gateway', driverId: null, balanceCents, entriesCents: balanceCents - 7 }],
  )
  await runRaw("update ledger_accounts set balance_cents = balance_cents - 7 where kind = 'gateway'")
  assert.deepEqual(await checkLedger(db), CLEAN)
})

test('the check of the ledger tells which rows do not balance, where the triggers were off', async () => {
  await runRaw(
    'set local session_replication_role = replica',
    `insert into ledger_entries (at, kind, reference, line_count) values (now(), 'refund', 'slipped in', 2)`,
    entry('gateway', 5, 'slipped in'),
  )
  const { id } = await db
    .selectFrom('ledger_entries')
    .select('id')
    .where('reference', '=', 'slipped in')
    .executeTakeFirstOrThrow()
  const { sumCents, drifts, unbalanced } = await checkLedger(db)
  assert.deepEqual([sumCents, drifts.map((drift) => drift.kind), unbalanced], [5, ['gateway'], [id]])
  await runRaw(
    'set local session_replication_role = replica',
    `delete from ledger_lines where entry_id = ${id}`,
    `delete from ledger_entries where id = ${id}`,
  )
})

test('drivers who delete their accounts leave a true ledger that names no one', async () => {
  const invoice = row(invoiceOf('eva', 2_500), 'invoice of who goes')
  const earlier = await readBalance(db, { kind: 'revenue.blocks' })
  await postOnce(invoice)
  await postOnce(row(invoiceOf('luz', 1_000)))
  await db.deleteFrom('drivers').where('id', 'in', ['eva', 'luz']).execute()
  assert.deepEqual(await checkLedger(db), CLEAN)
  assert.equal((await readBalance(db, { kind: 'revenue.blocks' })) - earlier, -3_500)
  const { rows } = await pool.query(
    `select from ledger_entries where driver_id in ('eva', 'luz')
     union all select from ledger_accounts where driver_id in ('eva', 'luz')`,
  )
  assert.equal(rows.length, 0)

  // What comes after them: the gateway tells once more of what was, and of what is new.
  const again = { ...invoiceOf('eva', 2_500), driverId: null }
  const unnamed = again.entries.map((each) =>
    each.account.kind === 'receivable' ? { ...each, account: receivableOf(null) } : each,
  )
  assert.equal(await postOnce(row({ ...again, entries: unnamed }, invoice.reference)), 'repeated')
  const dispute = postDispute({ driverId: null, amountCents: 2_500, feeCents: 1_500, stage: 'withdrawn' })
  assert.equal(await postOnce(row(dispute)), 'posted')
  assert.equal(await readBalance(db, receivableOf(null)), 2_500)
  assert.deepEqual(await checkLedger(db), CLEAN)
})

test('drivers who go while others post: no circle of waiting, and the ledger stays true', async () => {
  const posts = Array.from({ length: 40 }, (_, n) => postOnce(row(invoiceOf(DRIVERS[n % 4]!, 100 + n))))
  const removals = ['max', 'sol'].map((id) => db.deleteFrom('drivers').where('id', '=', id).execute())
  const ends = await Promise.allSettled(posts)
  await Promise.all(removals)
  // Who posts for a driver who is gone is told by the foreign key.
  for (const end of ends)
    if (end.status === 'rejected') assert.equal((end.reason as { code: string }).code, '23503')
  assert.deepEqual(await checkLedger(db), CLEAN)
})
