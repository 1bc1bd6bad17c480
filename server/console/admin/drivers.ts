import { randomBytes } from 'node:crypto'
import { AppError } from '@madruga/core/errors.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { deletePasskeys } from '../../people/accounts.ts'
import { deleteFactor } from '../../people/operators.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type {
  Actor,
  AdminDeps,
  Db,
  DriverDetail,
  DriverQuery,
  DriverRow,
  DriversPage,
  Status,
} from './model.ts'
import { recordAction, recordOnce } from './store/actions.ts'
import * as store from './store/drivers.ts'

/** Operators' operations on drivers. */
export type DriverAdmin = {
  /** Drivers, newest first; an unknown cursor is `request.invalid`. */
  listDrivers(query: DriverQuery): Promise<DriversPage>
  /** One driver; a missing one is `admin.driver_not_found`, here and below. */
  readDriver(id: string): Promise<DriverDetail>
  /**
   * Writes to the audit log that an operator opened a driver's page, once an hour for each operator and
   * driver.
   */
  noteRead(actor: Actor, id: string): Promise<void>
  /** Writes to the audit log that an operator searched for a text, once an hour for each of both. */
  noteSearch(actor: Actor, text: string): Promise<void>
  /** The id behind an e-mail. */
  findDriver(email: string): Promise<string>
  /**
   * A status other than active stops the driver's bot at once and notifies the driver. A deactivated account,
   * and a suspended operator's, is signed out everywhere. Operators cannot change their own:
   * `admin.not_oneself`.
   */
  setStatus(actor: Actor, change: { id: string; status: Status; reason: string }): Promise<DriverRow>
  /** Enables a device id for instant offers; null or blank removes it. */
  setDevice(actor: Actor, change: { id: string; deviceId: string | null }): Promise<DriverRow>
  /** Signs a driver out everywhere, live streams included. */
  endSessions(actor: Actor, id: string): Promise<{ ended: number }>
  /**
   * Removes an operator's authenticator, backup codes and passkeys, and signs them out: they set up a new
   * one. Refuses with `admin.driver_not_found`.
   */
  resetFactor(actor: Actor, id: string): Promise<{ had: boolean }>
  /**
   * Creates an operator who can sign in; returns their id. Refuses with `accounts.email_taken`, and bad
   * passwords with `accounts.invalid`.
   */
  createOperator(actor: Actor, person: { email: string; password: string; name: string }): Promise<string>
  /**
   * Makes an operator of an e-mail that has no account yet, and a ticket with which they set their password;
   * for an operator a new ticket. With `onlyFirst`, null where there is an operator. Refuses with
   * `accounts.email_taken` for a driver's e-mail.
   */
  inviteOperator(actor: Actor, invited: { email: string; onlyFirst: boolean }): Promise<string | null>
}

/** An open page is read again every few seconds. */
const READ_AGAIN_MS = HOUR_MS

export function createDriverAdmin(deps: AdminDeps): DriverAdmin {
  const { db, clock, accounts } = deps
  const show = (id: string) => readKnown(db, id)

  return {
    listDrivers: (query) => listDrivers(db, query),

    readDriver: (id) => readFacts(db, id, clock.now()),

    async noteRead(actor, id) {
      const driver = await readKnown(db, id)
      await recordOnce(db, actor, clock.now(), { action: 'drivers.read', driver }, READ_AGAIN_MS)
    },

    async noteSearch(actor, text) {
      const action = { action: 'drivers.search', details: { text: text.trim() } } as const
      await recordOnce(db, actor, clock.now(), action, READ_AGAIN_MS)
    },

    async findDriver(email) {
      const id = await store.findDriverId(db, email)
      if (id === null) throw new AppError('admin.driver_not_found')
      return id
    },

    async setStatus(actor, change) {
      const { id, status } = change
      const sessionIds = await db.transaction().execute((tx) => writeStatus(deps, tx, actor, change))
      for (const sessionId of sessionIds) deps.endSession(sessionId)
      // Already stored: the next sweep stops a bot that cannot be stopped now.
      if (status !== 'active')
        await deps.stopBot(id).catch((error: unknown) => deps.onFault(error, 'a bot is not stopped yet'))
      return await show(id)
    },

    async setDevice(actor, { id, deviceId }) {
      const after = deviceId?.trim() || null
      await db.transaction().execute(async (tx) => {
        const driver = await lock(tx, id)
        await accounts.setDevice(tx, id, after)
        const details = { before: driver.deviceId, after }
        await recordAction(tx, actor, clock.now(), { action: 'drivers.set_device', driver, details })
      })
      return await show(id)
    },

    async endSessions(actor, id) {
      const sessionIds = await db.transaction().execute(async (tx) => {
        const driver = await lock(tx, id)
        const ending = await store.readSessionIds(tx, id, clock.now())
        const details = { ended: ending.length }
        await recordAction(tx, actor, clock.now(), { action: 'drivers.end_sessions', driver, details })
        await accounts.endAllSessions(id, tx)
        return ending
      })
      // Again after the commit: a stream that reconnected meanwhile still found the session.
      for (const sessionId of sessionIds) deps.endSession(sessionId)
      return { ended: sessionIds.length }
    },

    async resetFactor(actor, id) {
      const { had, sessionIds } = await db.transaction().execute(async (tx) => {
        const driver = await lock(tx, id)
        const passkeys = await deletePasskeys(tx, id)
        const hadFactor = (await deleteFactor(tx, id)) || passkeys > 0
        const ending = await store.readSessionIds(tx, id, clock.now())
        const details = { had: hadFactor, ended: ending.length }
        await recordAction(tx, actor, clock.now(), { action: 'operators.reset_factor', driver, details })
        await accounts.endAllSessions(id, tx)
        return { had: hadFactor, sessionIds: ending }
      })
      for (const sessionId of sessionIds) deps.endSession(sessionId)
      return { had }
    },

    createOperator: (actor, person) => createOperator(deps, actor, person),
    inviteOperator: (actor, person) => inviteOperator(deps, actor, person),
  }
}

async function readFacts(db: Db, id: string, now: number) {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({ ...(await readKnown(tx, id)), ...(await store.readDriverFacts(tx, id, now)) }))
}

async function listDrivers(db: Db, { after, limit, order, ...filter }: DriverQuery): Promise<DriversPage> {
  const place = after === undefined ? null : readCursor(after)
  if (after !== undefined && place === null) throw new AppError('request.invalid')
  const [rows, total] = await Promise.all([
    store.readDrivers(db, filter, { limit: limit + 1, after: place, order }),
    store.countDrivers(db, filter),
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next = rows.length > limit && last ? writeCursor(last.place) : null
  return { drivers: page.map(({ place: _place, ...driver }) => driver), next, total }
}

/** Writes a status and its audit entry; returns the sessions that end with it. */
async function writeStatus(
  { clock, accounts, notify }: AdminDeps,
  tx: Db,
  actor: Actor,
  { id, status, reason }: { id: string; status: Status; reason: string },
): Promise<string[]> {
  const driver = await lock(tx, id)
  if (actor.id === id) throw new AppError('admin.not_oneself')
  await accounts.setStatus(tx, id, status, status === 'active' ? null : reason)
  const details = { before: driver.status, after: status, reason }
  const action = { action: 'drivers.set_status', driver, details } as const
  const actionId = await recordAction(tx, actor, clock.now(), action)
  const ending = isShut(driver, status) ? await store.readSessionIds(tx, id, clock.now()) : []
  if (ending.length > 0) await accounts.endAllSessions(id, tx)
  if (status === driver.status) return ending
  const event = `account.status ${actionId}`
  await notify.announce(tx, { driverId: id, kind: 'account_status', params: { status, reason }, event })
  return ending
}

async function createOperator(
  { db, clock, accounts }: AdminDeps,
  actor: Actor,
  person: { email: string; password: string; name: string },
): Promise<string> {
  const names = { firstName: person.name, lastName: '', phone: null, email: person.email }
  const refusal = await accounts.judgePassword(person.password, names)
  if (refusal) throw new AppError('accounts.invalid', { fields: [{ path: 'password', code: refusal }] })
  return await db.transaction().execute(async (tx) => {
    const id = await accounts.createDriver({ ...person, role: 'operator' }, tx)
    const driver = { id, email: person.email.trim().toLowerCase() }
    await recordAction(tx, actor, clock.now(), { action: 'operators.create', driver })
    return id
  })
}

async function inviteOperator(
  { db, clock, accounts }: AdminDeps,
  actor: Actor,
  { email: entry, onlyFirst }: { email: string; onlyFirst: boolean },
): Promise<string | null> {
  const email = entry.trim().toLowerCase()
  const id = await store.findDriverId(db, email)
  const isOperator = id !== null && (await readKnown(db, id)).role === 'operator'
  if (id !== null && !isOperator) throw new AppError('accounts.email_taken')
  return await db.transaction().execute(async (tx) => {
    if (onlyFirst && (await store.hasOperator(tx))) return null
    const [name = email] = email.split('@')
    // No one learns it: the ticket sets another.
    const person = { email, name, role: 'operator' as const, password: randomBytes(32).toString('base64url') }
    const driver = { id: id ?? (await accounts.createDriver(person, tx)), email }
    await recordAction(tx, actor, clock.now(), { action: 'operators.invite', driver })
    return await accounts.makeReset(tx, driver)
  })
}

/**
 * Whose sessions end with a status: a closed account's, and an operator's. A suspended driver stays signed
 * in, to read the reason and to pay.
 */
function isShut({ role }: DriverRow, status: Status): boolean {
  return status === 'inactive' || (status === 'suspended' && role === 'operator')
}

async function readKnown(db: Db, id: string): Promise<DriverRow> {
  const driver = await store.readDriver(db, id)
  if (driver === null) throw new AppError('admin.driver_not_found')
  return driver
}

async function lock(tx: Db, id: string): Promise<DriverRow> {
  const driver = await store.lockDriver(tx, id)
  if (driver === null) throw new AppError('admin.driver_not_found')
  return driver
}
