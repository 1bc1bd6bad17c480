import { plainDigits } from '../digits.ts'

/**
 * Ten digits that can be a phone of the North American Numbering Plan. Area code and exchange begin with 2 to
 * 9 and are no service code (911). Of area codes the plan keeps N9X, 37X and 96X for later, and 555 for no
 * place (NANPA, "Area Codes").
 */
const TEN_DIGITS = /^(?!.11|.9|37|96|555)[2-9]\d\d(?!.11)[2-9]\d{6}$/

/**
 * The phone of a registration as it is stored: 11 digits with the leading 1. The input is the 10 digits of a
 * United States number that can exist; spaces and symbols are ignored. Null for anything else.
 */
export function readNewPhone(typed: string): string | null {
  const digits = onlyDigits(typed)
  return TEN_DIGITS.test(digits) ? `1${digits}` : null
}

/** A United States phone as it is stored, typed with or without its leading 1. Null for anything else. */
export function readAnyPhone(typed: string): string | null {
  return readNewPhone(typed) ?? readNewPhone(plainDigits(typed).replace(/^\W*1/, ''))
}

/**
 * Why a typed phone is rejected, null if it is not: `new` is that of a registration, `any` may have its
 * leading 1, `full` is that of the profile.
 */
export function refusePhone(
  typed: string,
  as: 'new' | 'any' | 'full',
): 'accounts.phone_10_digits' | 'accounts.phone_11_digits' | 'accounts.phone_impossible' | null {
  if (as === 'full') {
    if (isFullPhone(typed)) return null
    return /^1\d{10}$/.test(typed) ? 'accounts.phone_impossible' : 'accounts.phone_11_digits'
  }
  const read = as === 'new' ? readNewPhone : readAnyPhone
  if (read(typed) !== null) return null
  const isLong = (as === 'new' ? /^\d{10}$/ : /^1?\d{10}$/).test(onlyDigits(typed))
  return isLong ? 'accounts.phone_impossible' : 'accounts.phone_10_digits'
}

function onlyDigits(typed: string): string {
  return plainDigits(typed).replaceAll(/[\s().·‐-―−+/-]/g, '')
}

/**
 * Whether a text is a phone as the profile accepts it: 11 digits with the leading 1, no spaces or symbols, of
 * a number that can exist.
 */
export function isFullPhone(text: string): boolean {
  return text.startsWith('1') && TEN_DIGITS.test(text.slice(1))
}
