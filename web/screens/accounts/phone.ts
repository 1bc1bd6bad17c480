import { countryCodeOf } from '@madruga/core/accounts.ts'
import { plainDigits } from '@madruga/core/digits.ts'

/** A United States phone while it is typed: shown as `(305) 555-0142`, stored as its digits. */
export type PhoneEdit = { digits: string; text: string; caret: number }

const LENGTH = 10

/**
 * `(305) 555-0142` for ten digits, its beginning for fewer; more than ten stay unchanged, for the driver to
 * correct.
 */
export function formatPhone(digits: string): string {
  if (digits.length > LENGTH) return digits
  if (digits.length > 6) return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
  if (digits.length > 3) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`
  return digits
}

/** A stored phone for reading: `+1 (305) 555-0142`, `+34 612 345 678`. */
export function showPhone(phone: string): string {
  const code = countryCodeOf(phone)
  const number = phone.slice(code.length)
  return `+${code} ${code === '1' ? formatPhone(number) : number.replaceAll(/\d{3}(?=\d\d)/g, '$& ')}`
}

/**
 * Interprets a change of the field: `before` are its previous digits, `text` is its new content, `caret` the
 * cursor. A leading country code is dropped once the number is complete; deleting a bracket or dash deletes
 * the digit before it.
 */
export function editPhone(before: string, text: string, caret: number): PhoneEdit {
  let digits = onlyDigits(text)
  let digitsLeft = onlyDigits(text.slice(0, caret)).length
  if (digits === before && text.length < formatPhone(before).length && digitsLeft > 0) {
    digits = digits.slice(0, digitsLeft - 1) + digits.slice(digitsLeft)
    digitsLeft -= 1
  }
  if (digits.length === LENGTH + 1 && digits.startsWith('1')) {
    digits = digits.slice(1)
    digitsLeft = Math.max(0, digitsLeft - 1)
  }
  const display = formatPhone(digits)
  return { digits, text: display, caret: placeAfter(display, digitsLeft) }
}

function onlyDigits(text: string): string {
  return plainDigits(text).replaceAll(/\D/g, '')
}

/** The position in `display` right after its `count`-th digit. */
function placeAfter(display: string, count: number): number {
  if (count === 0) return 0
  let digitCount = 0
  for (let at = 0; at < display.length; at += 1) {
    if (/\d/.test(display[at]!)) digitCount += 1
    if (digitCount === count) return at + 1
  }
  return display.length
}
