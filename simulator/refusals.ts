export type RefusalCode = keyof typeof STATUS_OF

/** The status of every refusal of the market; the wire document lists the same ones. */
const STATUS_OF = {
  bad_request: 400,
  invalid_credentials: 401,
  expired_token: 401,
  human_verification: 403,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  clock_runs: 409,
  hour_limit: 409,
  gone: 410,
  too_early: 422,
  too_late: 422,
  outside_geofence: 422,
  no_location: 422,
  wrong_answer: 422,
  not_eligible: 422,
  aggressive_search: 429,
  too_many_requests: 429,
  unavailable: 503,
  timeout: 504,
} as const

const MESSAGES: Record<RefusalCode, string> = {
  bad_request: 'The request is malformed.',
  invalid_credentials: 'E-mail or password is wrong.',
  expired_token: 'The token has expired. Refresh it or sign in again.',
  human_verification: 'A person has to answer a question first.',
  forbidden: 'The operator calls answer on this machine only.',
  not_found: 'There is no such thing here.',
  conflict: 'This overlaps a block that you hold.',
  clock_runs: 'Only a stepped clock is moved by hand.',
  hour_limit: 'This would exceed your hours.',
  gone: 'This offer is no longer available.',
  too_early: 'It is too early for that.',
  too_late: 'It is too late for that.',
  outside_geofence: 'You are too far from the station.',
  no_location: 'Your location is not known.',
  wrong_answer: 'That is not the answer.',
  not_eligible: 'This requires a skill that you do not have.',
  too_many_requests: 'All drivers together have used up their requests.',
  aggressive_search: 'You are searching too often. Try again later.',
  unavailable: 'The service is unavailable.',
  timeout: 'The service did not answer in time.',
}

/** A refused call, with the code and details on the wire. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly details: Record<string, unknown>

  constructor(code: RefusalCode, details: Record<string, unknown> = {}) {
    super(MESSAGES[code])
    this.name = 'Refusal'
    this.code = code
    this.status = STATUS_OF[code]
    this.details = details
  }

  /** The body on the wire. */
  toBody(): { error: Record<string, unknown> } {
    return { error: { code: this.code, message: this.message, ...this.details } }
  }
}
