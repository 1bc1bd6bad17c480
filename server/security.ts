/**
 * The door of the security log: who came in, who was refused, and what was changed about an account, without
 * saying who anybody is.
 */
import { createHmac } from 'node:crypto'
import { addressGroup } from './kit/http.ts'
import type { Logger } from './kit/logger.ts'
import { SECURITY_EVENTS } from './security/events.ts'
import type { SecurityEvent, SecurityKind } from './security/events.ts'
import { currentRequest } from './security/request.ts'

export { SECURITY_EVENTS } from './security/events.ts'
export type { SecurityEvent, SecurityKind } from './security/events.ts'
export { noteDriver, withRequest } from './security/request.ts'
export type { RequestFacts } from './security/request.ts'

/** Where security events go. */
export type Security = {
  /** Writes one event, with the request that it happened in where there is one, and counts it. */
  record(event: SecurityEvent): void
  /**
   * What stands for an e-mail or an address in the log, so that lines about one person or place are found.
   */
  digest(text: string): string
  /** How often each kind happened in this process. */
  counts(): Readonly<Record<SecurityKind, number>>
}

/** The channel's name: every line of it carries `"channel":"security"`. */
export const SECURITY_CHANNEL = 'security'

/** Enough to tell people apart and too little to find them by. */
const DIGEST_LENGTH = 16

/**
 * Opens the security log. Its lines pass whatever the log's level is, short of silence: somebody who wants
 * fewer lines about bots does not mean these. `secret` keys the digests; it has at least 32 characters.
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
        requestId: request.requestId,
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

/** For tools and tests that look at something else. */
export const silentSecurity: Security = {
  record: () => {},
  digest: () => '',
  counts: () => Object.fromEntries(Object.keys(SECURITY_EVENTS).map((kind) => [kind, 0])) as never,
}
