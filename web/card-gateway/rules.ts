import { plainDigits } from '@madruga/core/digits.ts'

/** The driver's input; `kind` determines the relevant fields. */
export type Typed = {
  kind: 'card' | 'bank'
  number: string
  /** `12 / 34`. */
  expiry: string
  cvc: string
  routing: string
  account: string
  holder: string
}
export type FieldName = Exclude<keyof Typed, 'kind'>
export type Fault = FieldName | 'number_missing' | 'expired' | 'cvc_wrong' | 'card_expired' | 'test_only'
export type Faults = Partial<Record<FieldName, Fault>>

export const FIELDS_OF: Record<Typed['kind'], readonly FieldName[]> = {
  card: ['number', 'expiry', 'cvc'],
  bank: ['routing', 'account', 'holder'],
}

/** ISO/IEC 7812-1: at most 19 digits; no accepted card has fewer than 12. */
const NUMBER_DIGITS = { least: 12, most: 19 }
/** Nacha: an account number has up to 17 digits. */
const ACCOUNT_DIGITS = { least: 4, most: 17 }
const ROUTING_DIGITS = 9
const AMEX = /^3[47]/
const AMEX_DIGITS = 15

/** The digits of a text. */
export function digitsOf(text: string): string {
  return plainDigits(text).replaceAll(/\D/g, '')
}

/** A card number in its printed groups: 4-6-5 for American Express, else groups of four. */
export function groupNumber(input: string): string {
  const digits = digitsOf(input)
  if (!AMEX.test(digits)) return (digits.slice(0, NUMBER_DIGITS.most).match(/.{1,4}/g) ?? []).join(' ')
  return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, AMEX_DIGITS)].filter(Boolean).join(' ')
}

/**
 * An expiry as `12 / 34`; a month of one digit gets a leading zero, and an autofilled four-digit year keeps
 * its last two.
 */
export function groupExpiry(input: string): string {
  const text = plainDigits(input)
  const [first = ''] = text.split(/[/-]/)
  const single = /^\s*[2-9]/.test(text) || (/[/-]/.test(text) && digitsOf(first).length === 1)
  const digits = `${single ? '0' : ''}${digitsOf(text)}`
  const year = /^\d\d20\d\d/.test(digits) ? digits.slice(4, 6) : digits.slice(2, 4)
  return year === '' ? digits.slice(0, 2) : `${digits.slice(0, 2)} / ${year}`
}

/** The digits of a field, formatted. */
export const FORMATS: Record<Exclude<FieldName, 'holder'>, (typed: string) => string> = {
  number: groupNumber,
  expiry: groupExpiry,
  cvc: (input) => digitsOf(input).slice(0, 4),
  routing: (input) => digitsOf(input).slice(0, ROUTING_DIGITS),
  account: (input) => digitsOf(input).slice(0, ACCOUNT_DIGITS.most),
}

/** The caret position behind this many digits of a text. */
export function placeBehind(text: string, digits: number): number {
  let count = 0
  for (const [place, letter] of [...text].entries()) {
    if (count === digits) return place
    if (/\d/.test(letter)) count++
  }
  return text.length
}

/** Month and year of an expiry; null if invalid. */
export function readExpiry(text: string): { month: number; year: number } | null {
  const digits = digitsOf(text)
  const month = Number(digits.slice(0, 2))
  if (digits.length !== 4 || month < 1 || month > 12) return null
  return { month, year: 2000 + Number(digits.slice(2)) }
}

/** Errors of the input, by field, at `now` (epoch ms); empty if valid. */
export function faultsOf(values: Typed, now: number): Faults {
  const faults: Faults = {}
  for (const name of FIELDS_OF[values.kind]) {
    const fault = faultOf(name, values, now)
    if (fault !== null) faults[name] = fault
  }
  return faults
}

function faultOf(name: FieldName, values: Typed, now: number): Fault | null {
  if (name === 'expiry') return expiryFault(values.expiry, now)
  if (name === 'number' && digitsOf(values.number) === '') return 'number_missing'
  return IS_VALID[name](digitsOf(values[name]), values) ? null : name
}

/** Whether a field is valid, by its digits. */
const IS_VALID: Record<Exclude<FieldName, 'expiry'>, (digits: string, typed: Typed) => boolean> = {
  number: (digits) => digits.length >= NUMBER_DIGITS.least && hasCheckDigit(digits),
  cvc: (digits, { number }) => digits.length === (AMEX.test(digitsOf(number)) ? 4 : 3),
  routing: isRouting,
  account: (digits) => digits.length >= ACCOUNT_DIGITS.least,
  holder: (_, { holder }) => holder.trim() !== '',
}

/** A card is valid to the end of its month. */
function expiryFault(text: string, now: number): Fault | null {
  const expiry = readExpiry(text)
  if (expiry === null) return 'expiry'
  const today = new Date(now)
  const months = (expiry.year - today.getUTCFullYear()) * 12 + expiry.month - 1 - today.getUTCMonth()
  return months < 0 ? 'expired' : null
}

/** Luhn's check (ISO/IEC 7812-1, annex B). */
function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (const [place, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** The check digit of routing numbers: weights 3, 7, 1 (ANSI X9.100). */
function isRouting(digits: string): boolean {
  if (digits.length !== ROUTING_DIGITS) return false
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * [3, 7, 1][place % 3]!, 0)
  return sum > 0 && sum % 10 === 0
}
