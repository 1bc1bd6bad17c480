import { START_REFUSALS } from './bot-states.ts'

/** HTTP status of every refusal; the code is the key of its text (`error.<code>`) in both languages. */
const REGISTRY = {
  'request.invalid': 400,
  'request.too_large': 413,
  'request.too_many': 429,
  'request.forged': 403,
  'request.not_found': 404,
  'server.fault': 500,
  'server.unavailable': 503,
  // The database stores nothing now: nothing was changed or charged.
  'server.not_writable': 503,
  'accounts.signed_out': 401,
  // The page shows one driver, and the session is another's: somebody signed in in another tab.
  'accounts.other_driver': 409,
  'accounts.invalid_login': 401,
  'accounts.locked': 429,
  // More passwords are being hashed than the machine can handle: this one was not checked.
  'accounts.busy': 503,
  'accounts.forbidden': 403,
  // A demo person's account, without the cookie of the demo's link.
  'accounts.demo_closed': 403,
  'accounts.suspended': 403,
  'accounts.inactive': 403,
  'accounts.email_taken': 409,
  // Rejected fields carry codes of their own: `ACCOUNT_FIELD_CODES`.
  'accounts.invalid': 422,
  'accounts.captcha_failed': 422,
  'accounts.code_not_sent': 503,
  'accounts.code_limit': 429,
  'accounts.code_mismatch': 422,
  'accounts.code_expired': 422,
  'accounts.code_tries': 422,
  'accounts.ticket_invalid': 422,
  'accounts.wrong_password': 403,
  /** No key of ours, or its device did not verify the person. */
  'accounts.passkey_refused': 422,
  'accounts.passkey_exists': 409,
  'accounts.passkeys_full': 409,
  'accounts.bot_running': 409,
  'accounts.dues_open': 409,
  'accounts.week_open': 409,
  'filters.invalid': 422,
  'filters.stale': 409,
  'filters.not_found': 404,
  'filters.nothing_to_restore': 404,
  'platforms.unavailable': 503,
  'platforms.sign_in_refused': 422,
  'platforms.human_needed': 409,
  'platforms.no_account': 409,
  'platforms.bot_running': 409,
  'platforms.work_open': 409,
  'platforms.turned_off': 409,
  'platforms.not_confirmed': 422,
  'platforms.instance_needed': 422,
  'platforms.instance_gone': 409,
  'platforms.code_not_offered': 409,
  'platforms.code_refused': 422,
  'platforms.password_refused': 422,
  'platforms.phone_unknown': 422,
  'platforms.busy': 503,
  'instances.invalid': 422,
  'instances.not_found': 404,
  'instances.file_absent': 409,
  'instances.file_unread': 503,
  'instances.not_administrator': 422,
  'instances.code_limit': 429,
  'instances.code_wrong': 422,
  'instances.code_over': 409,
  'landing.zip_invalid': 422,
  'landing.zip_unknown': 404,
  'notify.channel_missing': 409,
  'notify.push_off': 409,
  'notify.push_refused': 422,
  'notify.not_found': 404,
  'support.not_found': 404,
  'admin.driver_not_found': 404,
  'admin.not_oneself': 409,
  'admin.incident_over': 409,
  // An operator without an authenticator, one who has not entered a code in this session, and one whose code
  // is too old for this action.
  'operators.factor_missing': 403,
  'operators.factor_needed': 403,
  'operators.step_up_needed': 403,
  'operators.code_wrong': 422,
  'operators.locked': 429,
  'operators.factor_not_started': 409,
  // `version`: the version that the service delivers.
  'admin.version_not_served': 422,
  'bot.stop_failed': 503,
  'bot.confirmation_over': 409,
  'bot.shadow_not_found': 404,
  'autostart.invalid': 422,
  'autostart.not_found': 404,
  'autostart.too_many': 409,
  'blocks.not_found': 404,
  'blocks.not_selected': 422,
  'blocks.too_early': 409,
  'blocks.too_late': 409,
  'blocks.outside_geofence': 409,
  'blocks.not_held': 409,
  'blocks.not_confirmed': 422,
  'blocks.reminders_off': 409,
  'blocks.reminder_passed': 409,
  'blocks.link_missing': 404,
  'blocks.account_inactive': 403,
  'blocks.not_offered': 409,
  'blocks.not_on_wait_list': 409,
  'instant.not_offered': 409,
  'instant.no_device': 409,
  'instant.no_location': 409,
  'instant.update_failed': 503,
  'instant.save_failed': 503,
  'instant.remove_failed': 503,
  'platforms.wrong_answer': 422,
  'platforms.nothing_to_solve': 409,
  'billing.in_progress': 409,
  'billing.key_reused': 422,
  'billing.invalid': 422,
  'billing.coupon_unknown': 422,
  'billing.coupon_not_yet': 422,
  'billing.coupon_expired': 422,
  'billing.coupon_used_up': 422,
  'billing.coupon_used': 422,
  'billing.coupon_card_used': 422,
  'billing.coupon_not_here': 422,
  'billing.coupon_taken': 409,
  'billing.not_found': 404,
  // Another payment of the same item is still open: `paymentId`, `state`.
  'billing.under_way': 409,
  'billing.paid_already': 409,
  'billing.payment_failed': 422,
  'billing.method_missing': 422,
  'billing.gateway_unavailable': 503,
  'billing.no_plans': 409,
  'billing.too_late': 409,
  'billing.refund_too_much': 422,
  'billing.nothing_to_credit': 409,
  'billing.prices_stale': 409,
  'referrals.phone_invalid': 422,
  'referrals.self': 422,
  'referrals.sent_already': 409,
  'referrals.phone_full': 409,
  'referrals.too_many': 429,
  'referrals.not_found': 404,
  'referrals.code_unknown': 422,
} as const

export type ErrorCode = keyof typeof REGISTRY | `bot.${(typeof START_REFUSALS)[number]}`

/** Refusals by the shape of an input alone; its meaning is refused with its module's codes (`filters.*`). */
export const FIELD_CODES = ['field.required', 'field.invalid', 'field.too_small', 'field.too_big'] as const
export type FieldCode = (typeof FIELD_CODES)[number]

/** Why a field of an account form is rejected (the seed's validation rules, section 5). */
export const ACCOUNT_FIELD_CODES = [
  'accounts.email_invalid',
  'accounts.phone_10_digits',
  'accounts.phone_11_digits',
  'accounts.phone_country_code',
  'accounts.phone_impossible',
  'accounts.passwords_differ',
  'accounts.password_short',
  'accounts.password_common',
  'accounts.password_breached',
  'accounts.consent_missing',
  'accounts.time_zone_unknown',
  'accounts.referral_code_invalid',
] as const
export type AccountFieldCode = (typeof ACCOUNT_FIELD_CODES)[number]

/** Why a field of an autostart task is rejected (the seed's messages). */
export const AUTOSTART_FIELD_CODES = [
  'autostart.missing',
  'autostart.time_invalid',
  'autostart.date_invalid',
  'autostart.past',
  'autostart.daily_stop',
  'autostart.conflict',
  'autostart.range_order',
  'autostart.range_too_long',
  'autostart.no_day',
] as const
export type AutostartFieldCode = (typeof AUTOSTART_FIELD_CODES)[number]

/** One rejected field: dotted path into the input, the code of its text, and the text's parameters. */
export type FieldError = { path: string; code: string; params?: Record<string, string | number> }

/** The data of an error: parameters of its text, and the rejected fields if there are any. */
export type ErrorParams = { fields?: FieldError[]; [name: string]: unknown }

/** The HTTP status of a code; refused starts are conflicts with the state of the bot. */
export function errorStatus(code: ErrorCode): number {
  return code in REGISTRY ? REGISTRY[code as keyof typeof REGISTRY] : 409
}

/** All codes, for catalogs and tests. */
export const ERROR_CODES: readonly ErrorCode[] = [
  ...(Object.keys(REGISTRY) as (keyof typeof REGISTRY)[]),
  ...START_REFUSALS.map((refusal) => `bot.${refusal}` as const),
]

/** The wire format of an error: `application/problem+json` (RFC 9457); the code selects the text. */
export type Problem = {
  type: string
  title: string
  status: number
  code: ErrorCode
  params: ErrorParams
  /** Identifies the request in the service's own logs; drivers can quote it to support. */
  requestId: string
}

/** A code as a problem's `type`. */
export function problemType(code: ErrorCode): string {
  return `urn:madruga:error:${code}`
}

/** A refusal: expected, shown to the driver in their language, never logged as a fault. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly params: ErrorParams
  constructor(code: ErrorCode, params: ErrorParams = {}) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.params = params
  }
}
