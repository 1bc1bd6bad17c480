import {
  checkPassword,
  readEmail,
  readNewPhone,
  refusePhone,
  readReferralCode,
} from '@madruga/core/accounts.ts'
import type { FieldError } from '@madruga/core/errors.ts'
import { isTimeZone } from '@madruga/core/time.ts'
import { isWellKnown } from './strength.ts'

/**
 * The server's rules, checked before anything is sent. The server decides: its list of common passwords is
 * longer.
 */
export type AccountFields = {
  firstName: string
  lastName: string
  password: string
  confirmPassword: string
  consent: boolean
  referralCode: string
  timeZone: string
}

type Rule = [path: string, code: string | null]

/** The first step of a registration; without a phone, that of a password reset. */
export function checkContact(fields: { email: string; phone?: string }): FieldError[] {
  const rules: Rule[] = [['email', checkEmail(fields.email)]]
  if (fields.phone !== undefined) rules.push(['phone', refusePhone(fields.phone, 'new')])
  return refused(rules)
}

/** The last step of a registration, for the owner of this e-mail and phone. */
export function checkAccount(fields: AccountFields, email: string, phone: string): FieldError[] {
  const person = { email, firstName: fields.firstName, lastName: fields.lastName, phone: readNewPhone(phone) }
  return refused([
    ...namesOf(fields),
    ['password', checkPassword(fields.password, person, isWellKnown)],
    ['confirmPassword', checkTwice(fields)],
    ['timeZone', isTimeZone(fields.timeZone) ? null : 'accounts.time_zone_unknown'],
    [
      'referralCode',
      readReferralCode(fields.referralCode) === null ? 'accounts.referral_code_invalid' : null,
    ],
    ['consent', fields.consent ? null : 'accounts.consent_missing'],
  ])
}

/** A new password, entered twice. */
export function checkNewPassword(fields: { password: string; confirmPassword: string }): FieldError[] {
  const nobody = { email: '', firstName: '', lastName: '', phone: null }
  return refused([
    ['password', checkPassword(fields.password, nobody, isWellKnown)],
    ['confirmPassword', checkTwice(fields)],
  ])
}

/** The current password, which confirms an action. */
export function checkFilled(path: string, password: string): FieldError[] {
  return refused([[path, password === '' ? 'field.required' : null]])
}

/** The profile's own fields. */
export function checkProfile(fields: {
  firstName: string
  lastName: string
  timeZone: string
}): FieldError[] {
  return refused([
    ...namesOf(fields),
    ['timeZone', isTimeZone(fields.timeZone) ? null : 'accounts.time_zone_unknown'],
  ])
}

/** A new e-mail, alert e-mail or phone of the profile. */
export function checkChange(
  kind: 'email' | 'preferredEmail' | 'phone',
  fields: { value: string; password: string },
): FieldError[] {
  return refused([
    ['value', kind === 'phone' ? refusePhone(fields.value, 'full') : checkEmail(fields.value)],
    ['password', fields.password === '' ? 'field.required' : null],
  ])
}

function namesOf(fields: { firstName: string; lastName: string }): Rule[] {
  return (['firstName', 'lastName'] as const).map((name) => [
    name,
    fields[name].trim() === '' ? 'field.required' : null,
  ])
}

function checkEmail(email: string): string | null {
  return readEmail(email) === null ? 'accounts.email_invalid' : null
}

function checkTwice(fields: { password: string; confirmPassword: string }): string | null {
  return fields.password === fields.confirmPassword ? null : 'accounts.passwords_differ'
}

function refused(rules: readonly Rule[]): FieldError[] {
  return rules.flatMap(([path, code]) => (code === null ? [] : [{ path, code }]))
}
