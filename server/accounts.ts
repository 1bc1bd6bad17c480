import { isAPIError } from 'better-auth/api'
import { AppError } from '@madruga/core/errors.ts'
import type { Pool } from 'pg'
import { ABSOLUTE_DAYS, createAuth } from './accounts/auth.ts'
import type { AuthOptions } from './accounts/auth.ts'
import { deleteEndedSessions, insertDriver, readSessionEnd } from './accounts/store.ts'
import { createLockout } from './accounts/lockout.ts'
import type { LockoutLimits } from './accounts/lockout.ts'
import type { Caller, Driver, Language, NewDriver, Session } from './accounts/model.ts'
import { hashPassword } from './accounts/passwords.ts'
import type { Clock } from './kit/clock.ts'

export type { Caller, Driver, Language, NewDriver, Session } from './accounts/model.ts'

/** What accounts need. */
export type AccountsDeps = AuthOptions & {
  pool: Pool
  clock: Clock
  lockout?: LockoutLimits
}

/** Drivers and their sessions. */
export type Accounts = {
  /** The name of the cookie that carries the session. */
  sessionCookie: string
  /**
   * A new session for e-mail and password. Refuses with `accounts.invalid_login`, the same for an unknown e-mail as for a wrong
   * password, and with `accounts.locked` after too many failures.
   */
  signIn(login: { email: string; password: string }, caller: Caller): Promise<Session>
  /** Ends the caller's session, if there is one; answers its id and the `Set-Cookie` lines that forget it. */
  signOut(caller: Caller): Promise<{ sessionId: string | null; cookies: string[] }>
  /** The caller's session, or the `Set-Cookie` lines that forget a dead one. */
  readSession(caller: Caller): Promise<Session | { id: null; cookies: string[] }>
  /** Whether a session still holds. */
  isLive(sessionId: string): Promise<boolean>
  setLanguage(driverId: string, language: Language): Promise<Driver>
  /** Makes a driver who can sign in; answers their id. Refuses with `accounts.email_taken`. */
  createDriver(driver: NewDriver): Promise<string>
  /** The id of the driver with this e-mail, or null. */
  findDriver(email: string): Promise<string | null>
  /** Removes the sessions that are over; for a job. */
  forgetSessions(): Promise<void>
}

/** Opens the accounts over our tables. */
export async function createAccounts(deps: AccountsDeps): Promise<Accounts> {
  const auth = createAuth(deps)
  const context = await auth.$context
  const lockout = createLockout(deps.pool, deps.secret, deps.lockout)
  const users = context.internalAdapter

  async function readSession(caller: Caller): Promise<Session | { id: null; cookies: string[] }> {
    const { response, headers } = await auth.api.getSession({
      headers: asHeaders(caller),
      returnHeaders: true,
    })
    const cookies = headers.getSetCookie()
    if (!response) return { id: null, cookies }
    const { session, user } = response
    if (session.createdAt.getTime() + ABSOLUTE_DAYS * 86_400_000 > deps.clock.now())
      return { id: session.id, driver: asDriver(user), cookies }
    return { id: null, cookies: (await signOut(caller)).cookies }
  }

  async function signOut(caller: Caller): Promise<{ sessionId: string | null; cookies: string[] }> {
    const found = await auth.api.getSession({ headers: asHeaders(caller), query: { disableRefresh: true } })
    const { headers } = await auth.api.signOut({ headers: asHeaders(caller), returnHeaders: true })
    return { sessionId: found?.session.id ?? null, cookies: headers.getSetCookie() }
  }

  return {
    sessionCookie: context.authCookies.sessionToken.name,
    readSession,
    signOut,

    async signIn({ email, password }, caller) {
      const name = email.trim().toLowerCase()
      await lockout.count(name, caller.address)
      const made = await trySignIn(auth, { email: name, password }, caller)
      if (!made) throw new AppError('accounts.invalid_login')
      await lockout.forgive(name, caller.address)
      // The browser's former session ends with the new one's beginning.
      await signOut(caller)
      const session = await users.findSession(made.token)
      if (!session) throw new AppError('accounts.signed_out')
      return { id: session.session.id, driver: asDriver(session.user), cookies: made.cookies }
    },

    async isLive(sessionId) {
      const end = await readSessionEnd(deps.kysely, sessionId)
      return end !== null && end > deps.clock.now()
    },

    async setLanguage(driverId, language) {
      return asDriver(await users.updateUser(driverId, { language }))
    },

    async createDriver(driver) {
      const id = context.generateId({ model: 'user' })
      if (!id) throw new Error('no id for the new driver')
      await insertDriver(deps.kysely, id, driver, await hashPassword(driver.password))
      return id
    },

    forgetSessions: () => deleteEndedSessions(deps.kysely, deps.clock.now()),

    async findDriver(email) {
      return (await users.findUserByEmail(email.trim().toLowerCase()))?.user.id ?? null
    },
  }
}

/** Tries a login; null when e-mail and password do not belong together. An unknown e-mail costs the same hashing. */
async function trySignIn(
  auth: ReturnType<typeof createAuth>,
  login: { email: string; password: string },
  caller: Caller,
): Promise<{ token: string; cookies: string[] } | null> {
  // Refused by its form, an e-mail would be answered sooner than one that is looked up.
  const body = /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(login.email)
    ? login
    : { ...login, email: 'nobody@example.invalid' }
  try {
    const { response, headers } = await auth.api.signInEmail({
      body,
      headers: asHeaders({ ...caller, cookie: undefined }),
      returnHeaders: true,
    })
    return { token: response.token, cookies: headers.getSetCookie() }
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) {
      if (error.statusCode === 400) await hashPassword(login.password)
      return null
    }
    throw error
  }
}

/** What better-auth reads of a request; the address is ours, never the caller's own claim. */
function asHeaders(caller: Caller): Headers {
  const headers = new Headers({ 'x-forwarded-for': caller.address })
  if (caller.cookie) headers.set('cookie', caller.cookie)
  if (caller.userAgent) headers.set('user-agent', caller.userAgent.slice(0, 300))
  return headers
}

/** Narrows the library's loose record to ours; the table's own checks guarantee the words. */
function asDriver(user: Record<string, unknown>): Driver {
  return {
    id: String(user['id']),
    email: String(user['email']),
    language: user['language'] === 'es' ? 'es' : 'en',
    app: user['variant'] === 'spark' ? 'spark' : 'amazon',
    prepaid: user['prepaid'] === 1 || user['prepaid'] === 2 ? user['prepaid'] : null,
    timeZone: String(user['timeZone']),
    role: user['role'] === 'operator' ? 'operator' : 'driver',
  }
}
