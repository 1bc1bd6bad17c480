import { createHmac } from 'node:crypto'
import { addressGroup } from '../kit/http.ts'
import type { Logger } from '../kit/logger.ts'
import { AsyncLocalStorage } from 'node:async_hooks'

/** Entry of the security log: sign-ins, refusals, and account changes, without identities. */

/** The sink of security events. */
export type Security = {
  /** Writes and counts one event, with its request if there is one. */
  record(event: SecurityEvent): void
  /**
   * The digest of an e-mail or an address in the log, so that lines about one person or place can be found.
   */
  digest(text: string): string
  /** How often each kind occurred in this process. */
  counts(): Readonly<Record<SecurityKind, number>>
}

/** The channel's name: every line carries `"channel":"security"`. */
export const SECURITY_CHANNEL = 'security'

/** Enough to distinguish people and too little to identify them. */
const DIGEST_LENGTH = 16

/**
 * Opens the security log. Its lines are written at every log level but silence: an operator who wants fewer
 * lines about bots still wants these. `secret` keys the digests; it has at least 32 characters.
 */
export function createSecurity({ logger, secret }: { logger: Logger; secret: string }): Security {
  const level = logger.level === 'silent' ? 'silent' : 'info'
  const channel = logger.child({ channel: SECURITY_CHANNEL }, { level })
  const counted = Object.fromEntries(Object.keys(SECURITY_EVENTS).map((kind) => [kind, 0]))
  const counts = counted as Record<SecurityKind, number>

  function digest(text: string): string {
    const plain = text.trim().toLowerCase()
    const name = plain.includes('@') ? `email ${plain}` : `address ${addressGroup(plain)}`
    return createHmac('sha256', secret)
      .update(`security log ${name}`)
      .digest('base64url')
      .slice(0, DIGEST_LENGTH)
  }

  return {
    digest,
    record({ kind, email, ...fields }) {
      counts[kind]++
      const request = currentRequest()
      const about = request && {
        operation: request.operation(),
        ...(request.driverId !== null && { driverId: request.driverId }),
        addressDigest: digest(request.address),
      }
      const line = {
        event: kind,
        ...about,
        ...fields,
        ...(email !== undefined && { emailDigest: digest(email) }),
      }
      if (SECURITY_EVENTS[kind] === 'notice') channel.info(line, kind)
      else channel.warn(line, kind)
    },
    counts: () => counts,
  }
}

/** For tools and tests of other subjects. */
export const silentSecurity: Security = {
  record: () => {},
  digest: () => '',
  counts: () => Object.fromEntries(Object.keys(SECURITY_EVENTS).map((kind) => [kind, 0])) as never,
}

/**
 * Every kind of security event. A `notice` is the owner's own action; a `warning` is a refusal, or something
 * that an owner must learn of if they did not do it.
 */
export const SECURITY_EVENTS = {
  'sign_in.succeeded': 'notice',
  'sign_in.failed': 'warning',
  /** Too many failures: this attempt was not even verified. */
  'sign_in.locked': 'warning',
  'sign_out.succeeded': 'notice',
  'registration.succeeded': 'notice',
  'reauthentication.failed': 'warning',
  'code.mismatched': 'warning',
  /** More codes were requested than may be sent. */
  'code.limited': 'warning',
  'captcha.failed': 'warning',
  'passkey.added': 'notice',
  'passkey.removed': 'notice',
  'password.changed': 'notice',
  'password.reset': 'notice',
  'contact.changed': 'notice',
  'sessions.ended': 'notice',
  'account.removed': 'notice',
  /** Answered with 401: no session, or an expired one. */
  'access.unauthenticated': 'warning',
  /** Answered with 403. */
  'access.forbidden': 'warning',
  /** A changing request without our pages' anti-forgery token. */
  'xsrf.forged': 'warning',
  'webhook.forged': 'warning',
  /** An operator changed something; the audit log has the details. */
  'operator.acted': 'notice',
  'second_factor.enabled': 'notice',
  'second_factor.passed': 'notice',
  'second_factor.failed': 'warning',
  /** Too many wrong codes: this one was not even verified. */
  'second_factor.locked': 'warning',
  'second_factor.backup_code_used': 'warning',
  'second_factor.backup_codes_renewed': 'notice',
  /** An operation was called that requires a fresh code. */
  'second_factor.step_up_asked': 'notice',
  /** This process loaded a rotated key ring. */
  'keys.rotated': 'notice',
} as const

export type SecurityKind = keyof typeof SECURITY_EVENTS

/** One event. E-mails are written as digests; no other field may contain one. */
export type SecurityEvent = {
  kind: SecurityKind
  /** The account, by its anonymous id. */
  driverId?: string
  sessionId?: string
  role?: 'driver' | 'operator'
  email?: string
  /** Which of several: `email`, `passkey`, `phone`, `sms`. */
  what?: string
  /** The refusal's code. */
  code?: string
  /** Of the contract, if it differs from the request's own. */
  operation?: string
  count?: number
}

/** The request of an event, as the edge knows it; with the driver once the guard has authorized them. */
type RequestFacts = {
  readonly requestId: string
  readonly address: string
  /** The operation, dotted; null until known. */
  operation(): string | null
  driverId: string | null
}

const requests = new AsyncLocalStorage<RequestFacts>()

/** Runs the handling of a request, so that its events name the request. */
export function withRequest<T>(facts: RequestFacts, run: () => T): T {
  return requests.run(facts, run)
}

/** The request being handled here, if any. */
export function currentRequest(): RequestFacts | undefined {
  return requests.getStore()
}

/** Records whose session the request carries. */
export function noteDriver(driverId: string): void {
  const facts = requests.getStore()
  if (facts) facts.driverId = driverId
}
