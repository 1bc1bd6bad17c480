import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Outputs } from '@madruga/core/contract.ts'
import { matchNames, matchPhone, nameOrEmail, phoneDigits } from '../../admin.ts'
import { escapeLike } from '../../../kit/like.ts'
import type { Db } from '../model.ts'

type Found = Outputs['admin']['find']
type Hit = Found['hits'][number]

/** Of each kind this many are found at most. */
const EACH = 5
/** A phone number shorter than this has no trigram, and matches almost everyone. */
const LEAST_DIGITS = 3

/**
 * Drivers by any part of their names, e-mail or phone, invoices and payments by a part of their number, and
 * payments by their charge; each by an index. `more`: beyond those there are others.
 */
export async function findAnything(db: Db, text: string): Promise<Found> {
  const number = `%${escapeLike(text.normalize('NFKC').trim().replaceAll(/\s+/g, '-').toUpperCase())}%`
  const digits = phoneDigits(text)
  const lists = [
    findDrivers(db, nameOrEmail(text), matchNames(text)),
    ...(digits !== null && digits.length >= LEAST_DIGITS
      ? [findDrivers(db, sql`'phone'`, matchPhone(digits))]
      : []),
    find(
      db,
      sql`'invoice' as kind, number as key, number as title, billed_to ->> 'email' as text, 'number' as by
        from invoices where number like ${number} order by number desc`,
    ),
    find(
      db,
      sql`'payment' as kind, p.reference as key, p.reference as title, coalesce(d.email, '') as text, 'number' as by
        from payments p left join drivers d on d.id = p.driver_id
        where p.reference like ${number} order by p.created_at desc`,
    ),
    find(
      db,
      sql`'payment' as kind, p.reference as key, p.reference as title, coalesce(d.email, '') as text, 'charge' as by
        from payments p left join drivers d on d.id = p.driver_id where p.charge_id = ${text}`,
    ),
  ]
  const hitLists = await Promise.all(lists)
  const hits = hitLists.flatMap((list) => list.slice(0, EACH))
  const isFirst = (hit: Hit, place: number) =>
    place === hits.findIndex(({ kind, key }) => kind === hit.kind && key === hit.key)
  return { hits: hits.filter(isFirst), more: hitLists.some((list) => list.length > EACH) }
}

/** Drivers, the newest first. */
function findDrivers(db: Db, by: RawBuilder<unknown>, matches: RawBuilder<boolean>): Promise<Hit[]> {
  return find(
    db,
    sql`'driver' as kind, d.id as key, d.name as title, concat_ws(', ', d.email, d.phone) as text, ${by} as by
      from drivers d where ${matches} order by d.created_at desc`,
  )
}

/** One more than are shown, to tell whether there are others. */
async function find(db: Db, select: RawBuilder<unknown>): Promise<Hit[]> {
  return (await sql<Hit>`select ${select} limit ${EACH + 1}`.execute(db)).rows
}
