/** Entry of the security log: sign-ins, refusals, and account changes, without identities. */
import { createHmac } from 'node:crypto'
import { addressGroup } from './kit/http.ts'
import type { Logger } from './kit/logger.ts'
import { SECURITY_EVENTS } from './security/events.ts'
import type { SecurityEvent, SecurityKind } from './security/events.ts'
import { currentRequest } from './security/request.ts'
export { SECURITY_EVENTS } from './security/events.ts'
export type { SecurityEvent, SecurityKind } from './security/events.ts'
export { currentRequest, noteDriver, withRequest } from './security/request.ts'

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
