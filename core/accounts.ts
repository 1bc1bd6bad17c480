/** Entry of accounts: which inputs are valid, and how they are stored and displayed. */
import { plainDigits } from './digits.ts'

export { nameDevice, readDevice } from './accounts/device.ts'
export type { NamedDevice } from './accounts/device.ts'
export { checkPassword } from './accounts/password.ts'
export { countryCodeOf, needsPhone, phoneFormOf, readPhone, refusePhone } from './accounts/phone.ts'
export type { PhoneForm } from './accounts/phone.ts'

const LONGEST = 254
const LONGEST_LOCAL = 64
const LOCAL = /^[a-z0-9_'+&/-]+(\.[a-z0-9_'+&/-]+)*$/
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
/** Letters, or letters of another script in Punycode: `xn--p1ai` (RFC 3492). */
const TOP_LABEL = /^([a-z]{2,63}|xn--[a-z0-9-]*[a-z0-9])$/

/** The terms that a driver accepts at registration, identified by their date. */
export const TERMS_VERSION = '2026-11-27'

/**
 * The typed e-mail address as it is stored: lower case and trimmed. Null unless it is exactly one address of
 * the characters that mail providers issue. A list, a display name or a quoted part could reach a different
 * person than it appears to.
 */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase()
  const at = email.lastIndexOf('@')
  if (email.length > LONGEST || at < 1 || at > LONGEST_LOCAL || email[at - 1] === "'") return null
  const labels = email.slice(at + 1).split('.')
  if (labels.length < 2 || !TOP_LABEL.test(labels.at(-1) ?? '')) return null
  if (!labels.every((label) => LABEL.test(label))) return null
  return LOCAL.test(email.slice(0, at)) ? email : null
}

/** A typed or pasted code without the separators that people and keyboards insert. */
export function readTypedCode(text: string): string {
  return plainDigits(text).replaceAll(/[\s.\p{Pd}−_]/gu, '')
}

/** Whether a text is a six-digit code. */
export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text)
}

/** A referral code as it is stored: capital letters and digits, '' for none. Null if it is invalid. */
export function readReferralCode(text: string): string | null {
  const code = plainDigits(text)
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  return /^[A-Z0-9]{0,20}$/.test(code) ? code : null
}

/** An address that its owner recognizes and others cannot read: `a…@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(1, at))}…${email.slice(at)}`
}

/** The last four digits of a phone: `…0199`. */
export function maskPhone(phone: string): string {
  return `…${phone.slice(-4)}`
}
