import { DAY_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'

/** Where a platform's own host says that it authorised this service, in the manner of RFC 8615. */
export const CONFIRMATION_FILE = '/.well-known/madruga-confirmation.txt'
/** A file is read again after this. */
const FILE_MS = DAY_MS
/** What an administrator once said by a code is asked again after this. */
const MAIL_MS = 365 * DAY_MS
/** So long may an administrator take to pass a code on. */
export const INSTANCE_CODE_MS = DAY_MS
const CODES_A_DAY = 3
const TRIES = 5

/** What an instance says itself of this service. */
export type Confirmation = {
  /** The server that said it: an instance that moves is not confirmed. */
  origin: string
  by: 'file' | 'mail'
  at: Timestamp
  /** When the file was read last, or the code was typed. */
  checkedAt: Timestamp
  /** Since when it no longer says so; null = it does. */
  withdrawnAt: Timestamp | null
}

/** The last code that was sent to an administrator. */
export type InstanceCode = {
  origin: string
  email: string
  /** Null = used. */
  digest: string | null
  expiresAt: Timestamp
  triesLeft: number
  /** When codes were sent within a day. */
  sentAt: Timestamp[]
}

/** Whether the instance at this address is confirmed by itself. */
export function isConfirmed(confirmation: Confirmation | null, baseUrl: string): boolean {
  return confirmation?.withdrawnAt === null && confirmation.origin === new URL(baseUrl).origin
}

/** What the file's request found; `unknown`: nothing that says whether it is there. */
export type FileReading = 'present' | 'absent' | 'unknown'

/**
 * Reads an answer for the file, which must hold the token and nothing else. Redirects are no answer of the
 * host itself; a server in trouble says nothing.
 */
export function readConfirmationFile(
  { status, body }: { status: number; body: string },
  token: string,
): FileReading {
  if (status === 429 || status >= 500) return 'unknown'
  return status === 200 && body.trim() === token ? 'present' : 'absent'
}

/** The confirmation after the file of `origin` was read; the same object where nothing changes. */
export function decideFile(
  before: Confirmation | null,
  reading: FileReading,
  origin: string,
  now: Timestamp,
): Confirmation | null {
  const isSame = isConfirmed(before, origin)
  if (reading === 'present') {
    const at = isSame && before?.by === 'file' ? before.at : now
    return { origin, by: 'file', at, checkedAt: now, withdrawnAt: null }
  }
  // An administrator's word stays where there was no file.
  const isWithdrawn = reading === 'absent' && isSame && before?.by === 'file'
  return isWithdrawn ? { ...before, checkedAt: now, withdrawnAt: now } : before
}

/** What is due of a confirmed instance: its file is read again, or its administrator's word is over. */
export function dueOf(confirmation: Confirmation, now: Timestamp): 'file' | 'end' | null {
  const { by, at, checkedAt } = confirmation
  if (by === 'mail') return now - at >= MAIL_MS ? 'end' : null
  return now - checkedAt >= FILE_MS ? 'file' : null
}

/**
 * Names of mailboxes that only who runs a domain has (RFC 2142, and the rules of certificate authorities).
 */
const ADMINISTRATORS = ['admin', 'administrator', 'hostmaster', 'postmaster', 'webmaster']

/**
 * The domains whose administrator may confirm an instance: its host and those above it; none of an address.
 */
export function domainsOf(baseUrl: string): string[] {
  const { hostname } = new URL(baseUrl)
  const labels = hostname.split('.')
  if (/^[\d.]+$|[[\]]/.test(hostname)) return []
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** Whether an e-mail address is of an administrator of the instance's own domain. */
export function isAdministrator(email: string, baseUrl: string): boolean {
  const [name = '', domain = '', ...rest] = email.trim().toLowerCase().split('@')
  return rest.length === 0 && ADMINISTRATORS.includes(name) && domainsOf(baseUrl).includes(domain)
}

/** A new code, its digest; null = enough were sent today. */
export function openCode(
  before: InstanceCode | null,
  { origin, email, digest }: Pick<InstanceCode, 'origin' | 'email'> & { digest: string },
  now: Timestamp,
): InstanceCode | null {
  const sentAt = (before?.sentAt ?? []).filter((at) => now - at < DAY_MS)
  if (sentAt.length >= CODES_A_DAY) return null
  return {
    origin,
    email,
    digest,
    expiresAt: now + INSTANCE_CODE_MS,
    triesLeft: TRIES,
    sentAt: [...sentAt, now],
  }
}

/** Whether a code may still be typed: of the same server, in time, with a try left. */
export function isCodeOpen(
  code: InstanceCode | null,
  baseUrl: string,
  now: Timestamp,
): code is InstanceCode & { digest: string } {
  if (code === null || code.digest === null) return false
  return code.triesLeft > 0 && code.expiresAt > now && code.origin === new URL(baseUrl).origin
}
