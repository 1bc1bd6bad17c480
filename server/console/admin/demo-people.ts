import { randomInt } from 'node:crypto'
import type { Accounts, NewDriver } from '../../people/accounts.ts'
import type { Db } from './model.ts'
import { DEMO_COURIERS, DEMO_DRIVERS, DEMO_OPERATOR } from './demo-drivers.ts'
import type { DemoDriver } from './demo-drivers.ts'
import type { AdminDeps } from './model.ts'
import { recordAction } from './store/actions.ts'
import { isClosedDemo, lockDriver } from './store/drivers.ts'

type DemoAccounts = Pick<
  Accounts,
  'createDriver' | 'findDriver' | 'markDemo' | 'setStatus' | 'hasPassword' | 'assignPassword' | 'endStreams'
>

/** Dependencies for opening and closing the demo's accounts. */
export type PeopleDeps = Pick<AdminDeps, 'clock'> & { accounts: DemoAccounts; db: Db }

/** A demo person and the password of the account; null if it is one that we do not know. */
export type DemoPerson = { id: string; password: string | null }

type Person = Pick<
  NewDriver,
  'name' | 'email' | 'password' | 'phone' | 'phoneConfirmed' | 'variant' | 'timeZone' | 'role' | 'isDemo'
>

const OVER = 'the demo is over'
const SERVICE = { id: null, name: 'service' }

/**
 * Ensures that a demo person exists and is active after a start without the demo. On this machine their
 * password is the public one. Beyond it (`secret`) it is random, and only the start that creates it returns
 * it.
 */
export async function openPerson(deps: PeopleDeps, person: Person, secret: boolean): Promise<DemoPerson> {
  const { accounts, db } = deps
  const password = secret ? makePassword() : person.password
  const driverId = await accounts.findDriver(person.email)
  if (driverId === null) return { id: await accounts.createDriver({ ...person, password }), password }
  const isCommon = await accounts.hasPassword(driverId, person.password)
  const { answer, ended } = await db.transaction().execute(async (tx) => {
    const driver = await lockDriver(tx, driverId)
    await accounts.markDemo(tx, driverId)
    const isClosed = driver?.statusReason === OVER
    if (isClosed) await accounts.setStatus(tx, driverId, 'active', null)
    if (!isClosed && !(secret && isCommon)) return { answer: isCommon ? password : null, ended: [] }
    return { answer: password, ended: await accounts.assignPassword(tx, driverId, password) }
  })
  accounts.endStreams(ended)
  return { id: driverId, password: answer }
}

/**
 * Closes the accounts of all demo people, drivers and operator: passwords stop working, sessions end, the bot
 * stops, billing stops. Their data stays for a later demo. Returns their e-mails; none if called again.
 */
export async function retireDemo(
  deps: PeopleDeps & { stopBot(driverId: string): Promise<unknown> },
): Promise<string[]> {
  const emails: string[] = []
  for (const { email } of [...DEMO_DRIVERS, ...DEMO_COURIERS, DEMO_OPERATOR]) {
    const id = await deps.accounts.findDriver(email)
    if (id === null || !(await closePerson(deps, id))) continue
    // The next sweep stops a bot that cannot be stopped now: its account is not active.
    await deps.stopBot(id).catch(() => {})
    emails.push(email)
  }
  return emails
}

async function closePerson({ accounts, db, clock }: PeopleDeps, id: string): Promise<boolean> {
  const sessionIds = await db.transaction().execute(async (tx) => {
    const driver = await lockDriver(tx, id)
    if (driver === null || (await isClosedDemo(tx, id))) return null
    await accounts.setStatus(tx, id, 'inactive', OVER, 'demo')
    const sessions = await accounts.assignPassword(tx, id, makePassword())
    const details = { before: driver.status, after: 'inactive', reason: OVER }
    await recordAction(tx, SERVICE, clock.now(), { action: 'drivers.set_status', driver, details })
    return sessions
  })
  if (sessionIds !== null) accounts.endStreams(sessionIds)
  return sessionIds !== null
}

// Unambiguous letters and digits for typing from a terminal: 79 bits.
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'

function makePassword(): string {
  const groups = Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
  )
  return groups.join('-')
}

/** The operator of the demo. */
export function asOperator(): Person {
  return { ...DEMO_OPERATOR, role: 'operator', isDemo: true }
}

/** A driver of the demo. */
export function asDriver({
  name,
  email,
  password,
  phone,
  variant,
  timeZone,
}: Pick<DemoDriver, 'name' | 'email' | 'password' | 'phone' | 'variant' | 'timeZone'>): Person {
  return { name, email, password, phone, phoneConfirmed: phone !== null, variant, timeZone, isDemo: true }
}
