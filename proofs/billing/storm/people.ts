import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@madruga/core/time.ts'
import { hashPassword } from '@madruga/server/people/accounts/passwords.ts'
import { insertDriver } from '@madruga/server/people/accounts/store/drivers.ts'
import type { Database } from '@madruga/server/db.ts'
import type { Fleet } from './fleet.ts'
import { OPERATOR, PASSWORD } from './keys.ts'
import { createPhone } from './phone.ts'
import type { Phone } from './phone.ts'

/** A driver of a storm. */
export type Person = { id: string; phone: Phone }

/** Everybody who takes part. */
export type People = { drivers: readonly Person[]; operator: Phone }

const ZONES = ['America/New_York', 'America/Chicago', 'America/Phoenix', 'America/Los_Angeles'] as const
/** This many friends thank one driver. */
const FRIENDS = 6
const AT_ONCE = 4

const emailOf = (index: number) => `driver-${index}@example.com`

/**
 * Opens accounts and signs them in; all but every seventh were brought by another, whom their first payment
 * thanks.
 */
export async function addPeople(fleet: Fleet, { kysely }: Database, count: number): Promise<People> {
  const password = await hashPassword(PASSWORD)
  const now = fleet.clock.now()
  const ids = Array.from({ length: count }, () => randomUUID())
  for (const [index, id] of ids.entries()) {
    const timeZone = ZONES[index % ZONES.length]!
    const driver = {
      name: `Driver ${index}`,
      email: emailOf(index),
      password: PASSWORD,
      timeZone,
      phoneConfirmed: true,
    }
    await insertDriver(kysely, id, driver, password)
    const inviter = ids[index - 1 - ((index - 1) % (FRIENDS + 1))]
    if (index % (FRIENDS + 1) === 0 || inviter === undefined) continue
    const row = { friend_id: id, driver_id: inviter, joined_at: new Date(now) }
    await kysely.insertInto('referrals').values(row).execute()
  }
  await kysely
    .updateTable('drivers')
    .set({ created_at: new Date(now - 20 * DAY_MS) })
    .execute()
  const olga = { name: 'Olga', email: OPERATOR, password: PASSWORD, role: 'operator' as const }
  await insertDriver(kysely, randomUUID(), olga, password)
  const drivers = ids.map((id) => ({ id, phone: createPhone(fleet.apiUrls) }))
  const queue = drivers.entries()
  const signIn = async (): Promise<void> => {
    for (const [index, { phone }] of queue) await phone.signIn(emailOf(index))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, signIn))
  const operator = createPhone(fleet.apiUrls)
  await operator.signIn(OPERATOR)
  return { drivers, operator }
}
