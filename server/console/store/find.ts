import { sql } from 'kysely'
import type { Outputs } from '@madruga/core/contract.ts'
import { escapeLike } from '../../kit/like.ts'
import type { Db } from '../model.ts'

type Hit = Outputs['admin']['find']['hits'][number]

/** Of each kind so many are found at most. */
const EACH = 5

/**
 * Drivers by the start of their e-mail or phone, invoices and payments by the start of their number, and
 * payments by their charge; each by an index.
 */
export async function findAnything(db: Db, text: string): Promise<Hit[]> {
  const start = `${escapeLike(text)}%`
  const digits = text.replaceAll(/[\s().+-]/g, '')
  const isPhone = /^\d{3,}$/.test(digits)
  const phone = `${digits.startsWith('1') ? digits : `1${digits}`}%`
  const { rows } = await sql<Hit>`
    (select 'driver' as kind, id as key, email as title, name as text from drivers
      where email like ${start.toLowerCase()} order by email limit ${EACH})
    union all
    (select 'driver', id, email, name from drivers
      where ${isPhone} and phone like ${phone} and email not like ${start.toLowerCase()} order by phone limit ${EACH})
    union all
    (select 'invoice', number, number, billed_to ->> 'email' from invoices
      where number is not null and number like ${start.toUpperCase()} order by number limit ${EACH})
    union all
    (select 'payment', p.reference, p.reference, coalesce(d.email, '') from payments p left join drivers d on d.id = p.driver_id
      where p.reference like ${start.toUpperCase()} order by p.reference limit ${EACH})
    union all
    (select 'payment', p.reference, p.reference, coalesce(d.email, '') from payments p left join drivers d on d.id = p.driver_id
      where p.charge_id = ${text})`.execute(db)
  return rows
}
