import { readEmail, nameDevice, readDevice } from '@madruga/core/accounts.ts'
import { AppError } from '@madruga/core/errors.ts'
import { findLanguage } from '@madruga/core/languages.ts'
import { planOf } from '@madruga/core/plans.ts'
import type { PlanNumber } from '@madruga/core/plans.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { readVariant } from '@madruga/core/variants.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Secrets } from '../../kit/encryption.ts'
import { writeSetCookie, addressGroup } from '../../kit/http.ts'
import type { Security } from '../../ops/security.ts'
import { ABSOLUTE_DAYS } from './auth.ts'
import type { Auth } from './auth.ts'
import type { Captcha } from './captcha.ts'
import type { AccountsDeps } from './deps.ts'
import type { Devices } from './devices.ts'
import { throwFaults } from './faults.ts'
import type { Lockout } from './lockout.ts'
import type { Caller, Db, Driver, Session } from './model.ts'
import type { Passwords } from './passwords.ts'
import { recordRefused } from './refusals.ts'
import { createSessionCookie, digestToken, makeToken } from './session-cookie.ts'
import { isFormerToken, readDriverByEmail, readPasswordHash, replaceToken, markSignedIn } from './store.ts'

/** How long requests with the token from before a renewal may be in flight. */
const FORMER_MS = 60_000
/** Of a browser's name. */
const MOST_AGENT = 300

/** Sessions by the library, from start to end. */
export type SignIn = {
  /** The name of the session cookie. */
  sessionCookie: string
  /**
   * A new session for e-mail and password. Refuses with `accounts.invalid_login`, the same for an unknown
   * e-mail as for a wrong password, with `accounts.locked` after too many failures, and with `accounts.busy`
   * while too many sign in at once: a known device, and whoever sends a proof of work, go before strangers.
   * Refuses a wrong proof with `accounts.captcha_failed`.
   */
  signIn(
    login: { email: string; password: string; captcha?: string | undefined },
    caller: Caller,
  ): Promise<Session>
  /** A new session for a login that was just proven another way. */
  openSession(login: { email: string; password: string }, caller: Caller): Promise<Session>
  /** A new session of a driver who was just authenticated; the browser's former one ends. */
  beginSession(driverId: string, caller: Caller): Promise<Session>
  /** Ends the caller's session, if there is one; returns its id and the `Set-Cookie` lines that clear it. */
  signOut(caller: Caller): Promise<{ sessionId: string | null; cookies: string[] }>
  /**
   * A new token for a session that just raised its level of proof: the former token becomes useless. Returns
   * the `Set-Cookie` lines; none if the session has ended.
   */
  renewSession(sessionId: string): Promise<string[]>
  /** The caller's session, or the `Set-Cookie` lines that clear a dead one. */
  readSession(caller: Caller): Promise<Session | { id: null; cookies: string[] }>
}

type SignInDeps = Pick<AccountsDeps, 'notify'> & {
  db: Db
  auth: Auth
  /** The parameters that `auth` was created with. */
  innerSecret: string
  sessionSecrets: Secrets
  /** Lifetime of an operator's session from sign-in. */
  operatorSessionMs: number
  lockout: Lockout
  devices: Devices
  passwords: Passwords
  captcha: Pick<Captcha, 'check'>
  clock: Clock
  security: Security
  onSessionEnded(sessionId: string): void
}

/** Creates the sign-in and sign-out operations. */
export async function createSignIn(deps: SignInDeps): Promise<SignIn> {
  const { auth, clock, security, onSessionEnded } = deps
  const context = await auth.$context
  const { name, attributes } = context.authCookies.sessionToken
  const cookie = createSessionCookie(name, deps.sessionSecrets, deps.innerSecret)
  const asHeaders = (caller: Caller) => writeHeaders({ ...caller, cookie: cookie.take(caller.cookie).header })

  async function readSession(caller: Caller): Promise<Session | { id: null; cookies: string[] }> {
    const { response, headers } = await throwFaults(() =>
      auth.api.getSession({ headers: asHeaders(caller), returnHeaders: true }),
    )
    const cookies = cookie.give(headers.getSetCookie(), caller.cookie)
    // A request sent before the answer with the new token must not clear the new cookie.
    if (!response) return { id: null, cookies: (await wasRenewed(caller)) ? [] : cookies }
    const { session, user } = response
    // A session in use outlives the root that signed it.
    const token = cookie.readToken(caller.cookie)
    if (cookies.length === 0 && token !== null && cookie.take(caller.cookie).stale)
      cookies.push(signAnew(token, session.expiresAt))
    const driver = asDriver(user)
    const lastsMs = driver.role === 'operator' ? deps.operatorSessionMs : ABSOLUTE_DAYS * DAY_MS
    if (session.createdAt.getTime() + lastsMs > clock.now()) return { id: session.id, driver, cookies }
    return { id: null, cookies: (await signOut(caller)).cookies }
  }

  async function signOut(caller: Caller): Promise<{ sessionId: string | null; cookies: string[] }> {
    const call = { headers: asHeaders(caller) }
    const reply = await throwFaults(() => auth.api.getSession({ ...call, query: { disableRefresh: true } }))
    const { headers } = await throwFaults(() => auth.api.signOut({ ...call, returnHeaders: true }))
    const sessionId = reply?.session.id ?? null
    if (reply && sessionId !== null) {
      onSessionEnded(sessionId)
      security.record({ kind: 'sign_out.succeeded', driverId: reply.user.id, sessionId })
    }
    return { sessionId, cookies: headers.getSetCookie() }
  }

  async function wasRenewed(caller: Caller): Promise<boolean> {
    const token = cookie.readToken(caller.cookie)
    return token !== null && (await isFormerToken(deps.db, digestToken(token), clock.now()))
  }

  async function renewSession(sessionId: string): Promise<string[]> {
    const token = makeToken()
    const row = { digest: digestToken(token), formerUntil: clock.now() + FORMER_MS }
    const expiresAt = await replaceToken(deps.db, sessionId, row)
    return expiresAt === null ? [] : [signAnew(token, new Date(expiresAt))]
  }

  function signAnew(token: string, expiresAt: Date): string {
    const maxAgeS = Math.max(1, Math.floor((expiresAt.getTime() - clock.now()) / 1_000))
    const options = { secure: attributes.secure ?? false, httpOnly: true, maxAgeS }
    return writeSetCookie(name, cookie.sign(token), options)
  }

  const openSession: SignIn['openSession'] = async (login, caller) =>
    await beginSession(await findByLogin(deps, login), caller)

  async function beginSession(driverId: string, caller: Caller): Promise<Session> {
    // The library's own sign-in rejects addresses that mail providers issue: `a&b@example.com`.
    const token = makeToken()
    const fields = { ...describe(caller), token: digestToken(token) }
    // The last argument lets the given token replace the library's.
    const row = await throwFaults(() => context.internalAdapter.createSession(driverId, false, fields, true))
    // The browser's former session ends when the new one begins.
    await signOut(caller)
    const session = await context.internalAdapter.findSession(row.token)
    if (!session) throw new AppError('accounts.signed_out')
    const driver = asDriver(session.user)
    const cookies = [signAnew(token, row.expiresAt), await rememberDevice(deps, driver, caller)]
    return { id: session.session.id, driver, cookies }
  }

  return {
    sessionCookie: name,
    readSession,
    signOut,
    renewSession,
    openSession,
    beginSession,
    signIn: (login, caller) => signIn(deps, login, caller, openSession),
  }
}

/** Known devices and proofs of work go first in the queue of hashing. */
async function signIn(
  deps: SignInDeps,
  { email: text, password, captcha }: Parameters<SignIn['signIn']>[0],
  caller: Caller,
  openSession: SignIn['openSession'],
): Promise<Session> {
  const email = text.trim().toLowerCase()
  if (captcha !== undefined) await deps.captcha.check(captcha, caller.address)
  const goesFirst = captcha !== undefined || deps.devices.find(caller.cookie, email) !== null
  const open: typeof openSession = (...login) =>
    goesFirst ? deps.passwords.goFirst(() => openSession(...login)) : openSession(...login)
  return await countSignIn(deps, { email, password }, caller, open)
}

/** Opens a session within the limits of wrong passwords, and records how that ended. */
async function countSignIn(
  { lockout, security }: SignInDeps,
  login: { email: string; password: string },
  caller: Caller,
  openSession: (login: { email: string; password: string }, caller: Caller) => Promise<Session>,
): Promise<Session> {
  const { email } = login
  return await recordRefused(security, { failed: 'sign_in.failed', email }, async () => {
    const attempt = await lockout.countSignIn(email, caller)
    const session = await attempt.look(() => openSession(login, caller))
    await attempt.forgive()
    const { id: driverId, role } = session.driver
    security.record({ kind: 'sign_in.succeeded', driverId, role, sessionId: session.id, email })
    return session
  })
}

/**
 * The driver of a login; refuses with `accounts.invalid_login`. An unknown e-mail costs the same reads and
 * the same hashing.
 */
async function findByLogin(
  { db, passwords }: Pick<SignInDeps, 'db' | 'passwords'>,
  login: { email: string; password: string },
): Promise<string> {
  const driver = await readDriverByEmail(db, readEmail(login.email) ?? 'nobody@example.invalid')
  const hash = await readPasswordHash(db, driver?.id ?? '')
  if (driver && hash !== null) {
    if (await passwords.verify(hash, login.password)) return driver.id
  } else await passwords.hash(login.password)
  throw new AppError('accounts.invalid_login')
}

/** What a session's row says of the browser that began it. */
function describe({ address, userAgent }: Caller): { ipAddress: string; userAgent: string } {
  return { ipAddress: address, userAgent: userAgent?.slice(0, MOST_AGENT) ?? '' }
}

/** What better-auth reads of a request; the address is ours, never the caller's claim. */
function writeHeaders(caller: Caller): Headers {
  const headers = new Headers({ 'x-forwarded-for': caller.address })
  if (caller.cookie) headers.set('cookie', caller.cookie)
  if (caller.userAgent) headers.set('user-agent', caller.userAgent.slice(0, MOST_AGENT))
  return headers
}

/**
 * Narrows a driver record, the library's or the table's, to what the shell shows; the table's checks
 * guarantee the literal types.
 */
export function asDriver(user: Record<string, unknown>): Driver {
  return {
    id: String(user['id']),
    email: String(user['email']),
    language: findLanguage(String(user['language'])) ?? 'en',
    languageChosen: (user['languageChosen'] ?? user['language_chosen']) === true,
    app: readVariant(user['variant']),
    plan: planOf((user['planNumber'] ?? user['plan_number'] ?? null) as PlanNumber),
    timeZone: String(user['timeZone'] ?? user['time_zone']),
    // An operator whose account is not active has only a driver's rights.
    role: user['role'] === 'operator' && user['status'] === 'active' ? 'operator' : 'driver',
    status: user['status'] === 'active' || user['status'] === 'inactive' ? user['status'] : 'suspended',
    isDemo: (user['isDemo'] ?? user['is_demo']) === true,
  }
}

/**
 * Returns the `Set-Cookie` line by which a browser is known from this sign-in on, and notifies the driver if
 * it was not known before, once a device, address and day: a client that keeps no cookies is new each time.
 * The first sign-in of an account is its owner's, and the demo's passwords are printed for whoever tries it.
 */
async function rememberDevice(
  { db, clock, devices, notify }: Pick<AccountsDeps, 'db' | 'clock' | 'devices' | 'notify'>,
  { id: driverId, email, isDemo }: Driver,
  { cookie, address, userAgent }: Caller,
): Promise<string> {
  const now = clock.now()
  const isFirst = await markSignedIn(db, driverId, now)
  const cookies = devices.remember(cookie, email)
  if (isFirst || isDemo || devices.find(cookie, email) !== null) return cookies
  const { browser, system } = readDevice(userAgent ?? null)
  const name = `${nameDevice('en', { browser, system })}:${addressGroup(address)}`
  await notify.announce(db, {
    driverId,
    kind: 'account_changed',
    params: { what: 'device', browser, system },
    event: `signed_in:${name}:${Math.floor(now / DAY_MS)}`,
  })
  return cookies
}
