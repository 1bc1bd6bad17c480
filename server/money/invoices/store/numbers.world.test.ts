import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '../../../db/testing.ts'
import { nextInvoiceNumber } from './invoices.ts'

const fresh = await testDatabase()
after(() => fresh.drop())

/** Finalizes an invoice, or fails after it took its number. */
const finalize = (year: number, fails = false) =>
  fresh.database.kysely.transaction().execute(async (tx) => {
    const number = await nextInvoiceNumber(tx, year)
    if (fails) throw new Error('rolled back')
    return number
  })

test('numbers count up by year', async () => {
  assert.equal(await finalize(2030), 'M-2030-000001')
  assert.equal(await finalize(2030), 'M-2030-000002')
  assert.equal(await finalize(2031), 'M-2031-000001')
})

test('after the last number of six digits comes one of seven', async () => {
  await fresh.database.kysely.insertInto('invoice_counters').values({ year: 2032, last: 999_999 }).execute()
  assert.equal(await finalize(2032), 'M-2032-1000000')
})

test('fifty invoices at once, every third of them rolled back: no gap and none twice', async () => {
  const ends = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => finalize(2026, n % 3 === 0)))
  const numbers = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : [])).toSorted()
  assert.deepEqual(
    numbers,
    Array.from({ length: 33 }, (_, n) => `M-2026-${String(n + 1).padStart(6, '0')}`),
  )
})

test('what is no year has no numbers', async () => {
  for (const year of [NaN, 26, 2026.5, 10_000]) await assert.rejects(finalize(year), RangeError)
})
