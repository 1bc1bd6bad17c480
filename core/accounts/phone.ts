import { plainDigits } from '../digits.ts'
import type { AccountFieldCode } from '../errors.ts'
import type { Variant } from '../offers.ts'
import { describeVariant } from '../variants.ts'

/**
 * How a field takes a phone: `new` the ten digits of a United States number, `any` those with or without
 * their leading 1, `full` exactly eleven digits with it, `international` + and the country code first.
 */
export type PhoneForm = 'new' | 'any' | 'full' | 'international'

type PhoneRefusal = Extract<AccountFieldCode, `accounts.phone_${string}`>

/**
 * Ten digits that can be a phone of the North American Numbering Plan. Area code and exchange begin with 2 to
 * 9 and are no service code (911). Of area codes the plan keeps N9X, 37X and 96X for later, and 555 for no
 * place (NANPA, "Area Codes").
 */
const TEN_DIGITS = /^(?!.11|.9|37|96|555)[2-9]\d\d(?!.11)[2-9]\d{6}$/

/** A number outside the North American plan: at most 15 digits with its country code (ITU-T E.164). */
const ABROAD = /^[2-9]\d{7,14}$/

/** The country codes of two digits (ITU-T, list of E.164 codes). 1 and 7 are codes too, others have three. */
const TWO_DIGITS = /^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** The form in which a person gives a phone; drivers of United States apps give theirs in `usForm`. */
export function phoneFormOf(
  person: { variant: Variant; role?: 'driver' | 'operator' | undefined },
  usForm: 'new' | 'full',
): PhoneForm {
  const isAbroad = describeVariant(person.variant).hasInstances || person.role === 'operator'
  return isAbroad ? 'international' : usForm
}

/** Whether a registration needs a phone: a courier, whose code comes by e-mail, may give none. */
export function needsPhone({
  form,
  phone,
  channel,
}: {
  form: PhoneForm
  phone: string
  channel: 'sms' | 'email'
}) {
  return form !== 'international' || channel === 'sms' || phone.trim() !== ''
}

/**
 * A typed phone as it is stored: digits with the country code first, 11 with the leading 1 in the United
 * States. Spaces and symbols are ignored, except by `full`. Null for what can be no phone in this form.
 */
export function readPhone(text: string, form: PhoneForm): string | null {
  if (form === 'international') return readInternational(text)
  if (form === 'full') return text.startsWith('1') ? withOne(text.slice(1)) : null
  const digits = withOne(onlyDigits(text))
  return form === 'any' ? (digits ?? withOne(onlyDigits(plainDigits(text).replace(/^\W*1/, '')))) : digits
}

/** Why a typed phone is rejected in this form, null if it is not. */
export function refusePhone(text: string, form: PhoneForm): PhoneRefusal | null {
  if (readPhone(text, form) !== null) return null
  if (form === 'full')
    return /^1\d{10}$/.test(text) ? 'accounts.phone_impossible' : 'accounts.phone_11_digits'
  if (form === 'international')
    return /^1\d{10}$/.test(afterPlus(text) ?? '')
      ? 'accounts.phone_impossible'
      : 'accounts.phone_country_code'
  const isLong = (form === 'new' ? /^\d{10}$/ : /^1?\d{10}$/).test(onlyDigits(text))
  return isLong ? 'accounts.phone_impossible' : 'accounts.phone_10_digits'
}

/** The country code that a stored phone begins with. */
export function countryCodeOf(phone: string): string {
  return phone.slice(0, /^[17]/.test(phone) ? 1 : TWO_DIGITS.test(phone) ? 2 : 3)
}

function readInternational(typed: string): string | null {
  const digits = afterPlus(typed)
  if (digits === null) return null
  if (digits.startsWith('1')) return withOne(digits.slice(1))
  return ABROAD.test(digits) && !hasHomeZero(digits) ? digits : null
}

/** A 0 that is dialed at home only. Italy keeps its 0 abroad, and so do some countries with three digits. */
function hasHomeZero(digits: string): boolean {
  const code = countryCodeOf(digits)
  return code.length === 2 && code !== '39' && digits[2] === '0'
}

/** What follows +, or 00, which most countries dial for it; null without. `(0)` is for callers at home. */
function afterPlus(entry: string): string | null {
  const text = plainDigits(entry).replace('(0)', '').trim()
  return /^(\+|00)/.test(text) ? onlyDigits(text.replace(/^(\+|00)/, '')) : null
}

function withOne(digits: string): string | null {
  return TEN_DIGITS.test(digits) ? `1${digits}` : null
}

function onlyDigits(text: string): string {
  return plainDigits(text).replaceAll(/[\s().·‐-―−+/-]/g, '')
}
