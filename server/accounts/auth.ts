import { betterAuth } from 'better-auth'
import type { Kysely } from 'kysely'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Tables } from '../db.ts'
import { keepFault } from './faults.ts'
import type { Passwords } from './passwords.ts'

const DAY_S = 86_400

/** A session ends this long after its last use. */
export const IDLE_DAYS = 30
/** The same, and so the longest that a cookie which nobody sends is good for. */
export const SESSION_LIFE_MS = IDLE_DAYS * DAY_MS
/** A session ends this long after the sign-in, used or not. */
export const ABSOLUTE_DAYS = 90

export type AuthOptions = {
  /** With instants as `Date`: the library compares them itself. */
  kysely: Kysely<Tables>
  /** Where drivers reach the app; https makes the cookies `Secure`. */
  publicUrl: string
  /** Faults of the library, which otherwise prints them. */
  onFault: (message: string, details: unknown[]) => void
}

/** How exactly the last use of a session is known, and how often a session in use is prolonged. */
const LAST_USE_S = 3_600

/**
 * better-auth over our own tables. Its routes are mounted nowhere: only `server/accounts` calls it. `secret`
 * is this process's own, since the library keeps the one that it is made with: `session-cookie.ts` signs what
 * browsers hold.
 */
export function createAuth(
  { kysely, publicUrl, onFault }: AuthOptions,
  passwords: Passwords,
  secret: string,
) {
  const secure = publicUrl.startsWith('https:')
  return betterAuth({
    baseURL: publicUrl,
    basePath: '/api/accounts',
    secret,
    database: { db: kysely, type: 'postgres' },
    telemetry: { enabled: false },
    // Our own limits know account and address (lockout.ts); its own know only a header.
    rateLimit: { enabled: false },
    logger: {
      level: 'error',
      log: (level, message, ...details) => {
        if (level === 'error' && !keepFault(details)) onFault(message, details)
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 8,
      maxPasswordLength: 200,
      password: {
        hash: passwords.hash,
        verify: ({ hash, password }) => passwords.verify(hash, password),
      },
    },
    user: {
      modelName: 'drivers',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        language: { type: 'string', input: false, required: false },
        variant: { type: 'string', input: false, required: false },
        prepaid: { type: 'number', input: false, required: false },
        timeZone: { type: 'string', fieldName: 'time_zone', input: false, required: false },
        role: { type: 'string', input: false, required: false },
        status: { type: 'string', input: false, required: false },
        subscribedUntil: { type: 'date', fieldName: 'subscribed_until', input: false, required: false },
        deviceId: { type: 'string', fieldName: 'device_id', input: false, required: false },
      },
    },
    session: {
      modelName: 'sessions',
      expiresIn: IDLE_DAYS * DAY_S,
      updateAge: LAST_USE_S,
      cookieCache: { enabled: false },
      fields: {
        userId: 'driver_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'credentials',
      fields: {
        userId: 'driver_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    advanced: {
      cookiePrefix: 'madruga',
      // The library's own switch would put `__Secure-` before a name; `__Host-` also keeps other hosts of the
      // domain from setting it. On plain http neither name nor `Secure` would be taken by a browser.
      useSecureCookies: false,
      cookies: { session_token: { name: `${secure ? '__Host-' : ''}madruga.session_token` } },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
      // The edge writes this header itself, from the connection.
      ipAddress: { ipAddressHeaders: ['x-forwarded-for'] },
    },
  })
}

export type Auth = ReturnType<typeof createAuth>
