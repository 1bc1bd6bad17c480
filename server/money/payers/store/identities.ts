import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Db } from '../model.ts'

/** By what a person is known again. */
export type Person = { email: string; phone: string | null }

/** The keyed digests by which a person is known again, the same for every caller, at any time. */
export function identitiesOf(key: string, { email, phone }: Person): string[] {
  const known = [['email', mailboxOf(email)], ...(phone === null ? [] : [['phone', phone]])]
  return known.map((each) => digestOf(key, each))
}

/** The keyed digest of a card or bank account, equal for all drivers who save it. */
export function cardIdentity(key: string, fingerprint: string): string {
  return digestOf(key, ['card', fingerprint])
}

/** The cards by which a driver may be known again. */
export async function readCards(db: Db, driverId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('driver_cards')
    .select('digest')
    .where('driver_id', '=', driverId)
    .execute()
  return rows.map(({ digest }) => digest)
}

/** Keeps by which cards a driver is known; the same again changes nothing. */
export async function keepCards(tx: Db, driverId: string, digests: readonly string[]): Promise<void> {
  await tx
    .insertInto('driver_cards')
    .values(digests.map((digest) => ({ driver_id: driverId, digest })))
    .onConflict((each) => each.doNothing())
    .execute()
}

/** Whether somebody who deleted their account is known by one of these. */
export async function wasHere(db: Db, identities: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('former_identities')
    .select('digest')
    .where('digest', 'in', [...identities])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether somebody who deleted their account, and is known by one of these, used a coupon. */
export async function usedBefore(db: Db, identities: readonly string[], code: string): Promise<boolean> {
  if (identities.length === 0) return false
  const { rows } = await sql`
    select 1 from former_identities where digest = any(${[...identities]}::text[]) and ${code} = any(coupons) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Keeps by what a driver is known again, and which coupons they used, before they are deleted. A phone that
 * no one confirmed may be a stranger's: it is not kept, or anybody could use up what is another's.
 */
export async function keepIdentities(
  tx: Db,
  key: string,
  driverId: string,
  { coupons, at }: { coupons: readonly string[]; at: Timestamp },
): Promise<void> {
  const person = await tx
    .selectFrom('drivers')
    .select(['email', 'phone', 'phone_confirmed'])
    .where('id', '=', driverId)
    .executeTakeFirst()
  if (person === undefined) return
  const phone = person.phone_confirmed ? person.phone : null
  const mine = [...identitiesOf(key, { email: person.email, phone }), ...(await readCards(tx, driverId))]
  // What they did under another account that went before counts for both.
  await sql`
    insert into former_identities (digest, coupons, left_at)
    select digest, ${coupons}::text[] || coalesce((
      select array_agg(distinct code) from former_identities f, unnest(f.coupons) as code
      where f.digest = any(${mine}::text[])), '{}'), ${new Date(at)}
    from unnest(${mine}::text[]) as digest
    on conflict (digest) do update set coupons = excluded.coupons, left_at = excluded.left_at`.execute(tx)
}

function digestOf(key: string, known: string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(known)).digest('base64url')
}

/** One mailbox, however it is written: what follows a plus goes to the same one, and Gmail reads no dots. */
function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.toLowerCase().split('@')
  const box = name.replace(/(?!^)\+.*$/, '')
  const isGoogle = host === 'gmail.com' || host === 'googlemail.com'
  return isGoogle ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${host}`
}
