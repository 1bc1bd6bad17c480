import { refusePhone } from '@madruga/core/accounts.ts'
import type { FieldError } from '@madruga/core/errors.ts'
import type { Problem } from '../../client.ts'

/** The server's rule for a friend's phone, as in registration: 10 digits, or 11 with the leading 1. */
export function checkFriend(phone: string): FieldError[] {
  const code = refusePhone(phone, 'any')
  return code === null ? [] : [{ path: 'phone', code }]
}

/** Refusals that concern the typed number. */
const OF_THE_PHONE = new Set(['referrals.phone_invalid', 'referrals.self', 'referrals.sent_already'])

/** A refused invitation as errors of its field; none if it has another cause, such as the daily limit. */
export function refusedFields({ code, params }: Pick<Problem, 'code' | 'params'>): FieldError[] {
  if (params.fields && params.fields.length > 0) return params.fields
  return OF_THE_PHONE.has(code) ? [{ path: 'phone', code }] : []
}
