import {
  checkPassword,
  needsPhone,
  phoneFormOf,
  readEmail,
  readPhone,
  refusePhone,
  readReferralCode,
} from '@madruga/core/accounts.ts'
import type { PhoneForm } from '@madruga/core/accounts.ts'
import type { FieldError } from '@madruga/core/errors.ts'
import type { Variant } from '@madruga/core/offers.ts'
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

/** The first step of a password reset. */
export function checkOwner(fields: { email: string }): FieldError[] {
  return refused([['email', checkEmail(fields.email)]])
}

/** The first step of a registration. */
export function checkContact(fields: {
  email: string
  phone: string
  variant: Variant
  channel: 'sms' | 'email'
}): FieldError[] {
  const { email, phone, variant, channel } = fields
  const form = phoneFormOf({ variant }, 'new')
  return refused([
    ['email', checkEmail(email)],
    ['phone', needsPhone({ form, phone, channel }) ? refusePhone(phone, form) : null],
  ])
}

/** The last step of a registration, for the owner of this e-mail and phone, as it was typed. */
export function checkAccount(
  fields: AccountFields & { phone: string },
  { email, variant }: { email: string; variant: Variant },
): FieldError[] {
  const { firstName, lastName } = fields
  const phone = readPhone(fields.phone, phoneFormOf({ variant }, 'new'))
  const person = { email, firstName, lastName, phone }
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
  form: PhoneForm,
): FieldError[] {
  return refused([
    ['value', kind === 'phone' ? refusePhone(fields.value, form) : checkEmail(fields.value)],
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
