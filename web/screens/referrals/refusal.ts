import { readAnyPhone } from '@madruga/core/accounts.ts'
import type { FieldError } from '@madruga/core/errors.ts'
import type { Problem } from '../../client.ts'

/**
 * What the server would refuse of a friend's phone: the rule of registration, 10 digits, or 11 with the
 * leading 1.
 */
export function checkFriend(phone: string): FieldError[] {
  return readAnyPhone(phone) === null ? [{ path: 'phone', code: 'accounts.phone_10_digits' }] : []
}

/** Refusals that are about the number that was typed. */
const OF_THE_PHONE = new Set(['referrals.phone_invalid', 'referrals.self', 'referrals.sent_already'])

/**
 * A refused invitation as refusals of its field; none where it is about something else, such as the limit of
 * a day.
 */
export function refusedFields({ code, params }: Pick<Problem, 'code' | 'params'>): FieldError[] {
  if (params.fields && params.fields.length > 0) return params.fields
  return OF_THE_PHONE.has(code) ? [{ path: 'phone', code }] : []
}
