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
