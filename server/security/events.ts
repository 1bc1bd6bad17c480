/**
 * Every kind of security event. A `notice` is what its owner did; a `warning` is what was refused, or what an
 * owner has to hear of when it was not they who did it.
 */
export const SECURITY_EVENTS = {
  'sign_in.succeeded': 'notice',
  'sign_in.failed': 'warning',
  /** Too many failures: this try was not even looked at. */
  'sign_in.locked': 'warning',
  'sign_out.succeeded': 'notice',
  'registration.succeeded': 'notice',
  'reauthentication.failed': 'warning',
  'code.mismatched': 'warning',
  /** More codes were asked for than are sent. */
  'code.limited': 'warning',
  'captcha.failed': 'warning',
  'password.changed': 'notice',
  'password.reset': 'notice',
  'contact.changed': 'notice',
  'sessions.ended': 'notice',
  'account.removed': 'notice',
  /** Answered with 401: no session, or one that is over. */
  'access.unauthenticated': 'warning',
  /** Answered with 403. */
  'access.forbidden': 'warning',
  /** A changing request without the proof that our own pages give. */
  'xsrf.forged': 'warning',
  'webhook.forged': 'warning',
  /** An operator changed something; the audit log has what. */
  'operator.acted': 'notice',
  'second_factor.enabled': 'notice',
  'second_factor.passed': 'notice',
  'second_factor.failed': 'warning',
  /** Too many wrong codes: this one was not even looked at. */
  'second_factor.locked': 'warning',
  'second_factor.backup_code_used': 'warning',
  'second_factor.backup_codes_renewed': 'notice',
  /** Something was asked for that a fresh code has to be given for first. */
  'second_factor.step_up_asked': 'notice',
  /** This process took over a rotated key ring. */
  'keys.rotated': 'notice',
} as const

export type SecurityKind = keyof typeof SECURITY_EVENTS

/** One event. An e-mail is written as a digest; nothing else here may be one. */
export type SecurityEvent = {
  kind: SecurityKind
  /** Whom it is about, by the id that names nobody. */
  driverId?: string
  sessionId?: string
  role?: 'driver' | 'operator'
  email?: string
  /** What of several: `email`, `phone`, `sms`. */
  what?: string
  /** The refusal's code. */
  code?: string
  /** Of the contract, where the request's own is not it. */
  operation?: string
  count?: number
}
