import { refuseRequest } from './refusal.ts'

/** The behavior of a method; the only stored property of its number beside the last four digits. */
export type Trait =
  | 'ok'
  | 'generic_decline'
  | 'insufficient_funds'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'declines_later'
  | 'needs_authentication'
  | 'always_asks'
  | 'is_disputed'
  | 'bank_ok'
  | 'bank_fails'

export type TestCard = { trait: Trait; brand: string; last4: string }
export type TestBank = { trait: Trait; last4: string; routing: string }

const CARDS = new Map<string, TestCard>(
  (
    [
      ['4242424242424242', 'ok', 'visa'],
      ['5555555555554444', 'ok', 'mastercard'],
      ['378282246310005', 'ok', 'amex'],
      ['4000000000000002', 'generic_decline', 'visa'],
      ['4000000000009995', 'insufficient_funds', 'visa'],
      ['4000000000000069', 'expired_card', 'visa'],
      ['4000000000000127', 'incorrect_cvc', 'visa'],
      ['4000000000000119', 'processing_error', 'visa'],
      ['4000000000000341', 'declines_later', 'visa'],
      ['4000002500003155', 'needs_authentication', 'visa'],
      ['4000002760003184', 'always_asks', 'visa'],
      ['4000000000000259', 'is_disputed', 'visa'],
    ] as const
  ).map(([number, trait, brand]) => [number, { trait, brand, last4: number.slice(-4) }]),
)

const ROUTING = '110000000'
const BANKS = new Map<string, TestBank>([
  ['000123456789', { trait: 'bank_ok', last4: '6789', routing: ROUTING }],
  ['000111111116', { trait: 'bank_fails', last4: '1116', routing: ROUTING }],
])

/** Stripe's predefined methods by name (docs.stripe.com/testing), each with its test number. */
const READY = new Map<string, string>([
  ['pm_card_visa', '4242424242424242'],
  ['pm_card_mastercard', '5555555555554444'],
  ['pm_card_amex', '378282246310005'],
  ['pm_card_chargeDeclined', '4000000000000002'],
  ['pm_card_chargeDeclinedInsufficientFunds', '4000000000009995'],
  ['pm_card_chargeDeclinedExpiredCard', '4000000000000069'],
  ['pm_card_chargeDeclinedIncorrectCvc', '4000000000000127'],
  ['pm_card_chargeDeclinedProcessingError', '4000000000000119'],
  ['pm_card_chargeCustomerFail', '4000000000000341'],
  ['pm_card_authenticationRequiredOnSetup', '4000002500003155'],
  ['pm_card_createDispute', '4000000000000259'],
  ['pm_usBankAccount_success', '000123456789'],
])

const ONLY_TEST = 'This gateway is in test mode and takes test cards only. It keeps nothing of other numbers.'

/**
 * A thousand additional cards, so that a thousand people each have their own: twelve digits of the best known
 * one, three of a counter, and the check digit.
 */
const MORE_CARDS = /^424242424242\d{4}$/

/**
 * The test card of a number (spaces and dashes allowed). Any other number is rejected without repeating it.
 */
export function findCard(number: string): TestCard {
  const digits = number.replaceAll(/[ -]/g, '')
  const card = CARDS.get(digits) ?? findMore(digits)
  if (card === undefined) throw refuseRequest(ONLY_TEST, 'card[number]', 'test_mode_live_card')
  return card
}

function findMore(digits: string): TestCard | undefined {
  if (!MORE_CARDS.test(digits) || !hasCheckDigit(digits)) return undefined
  return { trait: 'ok', brand: 'visa', last4: digits.slice(-4) }
}

/** The test account of a number and its routing number. Any other is rejected without repeating it. */
export function findBank(account: string, routing: string): TestBank {
  const bank = BANKS.get(account)
  if (bank === undefined || bank.routing !== routing) {
    throw refuseRequest(ONLY_TEST, 'us_bank_account[account_number]', 'test_mode_live_card')
  }
  return bank
}

/** The behavior of a predefined method; undefined for an unknown name. */
export function findReady(name: string): { card: TestCard } | { bank: TestBank } | undefined {
  const number = READY.get(name)
  if (number === undefined) return undefined
  const bank = BANKS.get(number)
  return bank === undefined ? { card: findCard(number) } : { bank }
}

/**
 * Rejects a text that contains a possibly real card number: 13 to 19 digits, contiguous or in printed groups,
 * with a card's first digit and a valid check digit. Whole requests are checked before anything of them is
 * stored, in any field.
 */
export function refuseRealNumbers(text: string): void {
  const runs = text.matchAll(
    /(?<![\w-])(?:\d{13,19}|\d{4}(?:[ -]\d{4}){2}[ -]\d{1,7}|\d{4}[ -]\d{6}[ -]\d{5})(?![\w-])/g,
  )
  for (const [run] of runs) {
    const digits = run.replaceAll(/[ -]/g, '')
    if (/^[2-6]/.test(digits) && !CARDS.has(digits) && !MORE_CARDS.test(digits) && hasCheckDigit(digits)) {
      throw refuseRequest(ONLY_TEST, undefined, 'test_mode_live_card')
    }
  }
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
