import { refusalKey } from '@madruga/core/words/news.ts'
import type { GatewayError } from '../../card-gateway.ts'
import type { Words } from '../../i18n.ts'
import { titleWords } from '../invoices/names.ts'
import { weekWords } from '../recap/figures.ts'
import type { Payment } from './queries.ts'

/** Cards whose name is more than a capital letter. */
const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  cartes_bancaires: 'Cartes Bancaires',
  eftpos_au: 'eftpos',
}

/** Where a payment stands, for colours. */
export const STATE_COLOURS: Record<Payment['state'], string> = {
  open: 'text-muted',
  needs_action: 'text-amber-text',
  refused: 'text-red',
  processing: 'text-amber-text',
  canceled: 'text-muted',
  paid: 'text-green',
}

/** Where a payment stands: `Paid`. */
export function stateWords({ t }: Pick<Words, 't'>, { state }: Pick<Payment, 'state'>): string {
  return t(`pay.state.${state}`)
}

/** Why a payment was refused, and what to do; a reason that is not known by name gets words too. */
export function reasonWords({ t }: Pick<Words, 't'>, reason: string): string {
  return t(refusalKey(reason))
}

/** The gateway's names of reasons that we have another name for. */
const GATEWAY_REASONS: Record<string, string> = {
  generic_decline: 'declined',
  card_declined: 'declined',
  setup_intent_authentication_failure: 'authentication_failed',
}

/** Why a payment method was not saved. Stripe says its own in the driver's language. */
export function unsavedWords(
  words: Pick<Words, 't'>,
  { type, code, decline_code, message }: GatewayError,
  stripe: boolean,
): string {
  if (type === 'api_connection_error') return words.t('pay.gateway_silent')
  if (stripe && message) return message
  const reason = decline_code ?? code ?? ''
  return words.t('pay.not_saved', { why: reasonWords(words, GATEWAY_REASONS[reason] ?? reason) })
}

/** What a payment is for: `Advanced edition, 7 days`, or `Week Nov 16 to Nov 22`. */
export function purposeWords(words: Words, what: Payment['what']): string {
  if (what.kind === 'week') return words.t('payments.week', { days: weekWords(words, what) })
  return titleWords(words, { ...what, from: '', to: '' })
}

/** The card or bank account: `Visa •••• 4242`, `STRIPE TEST BANK •••• 6789`. */
export function methodWords({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brandWords(brand)} •••• ${last4}`
}

function brandWords(brand: string): string {
  return BRANDS[brand] ?? brand.slice(0, 1).toUpperCase() + brand.slice(1)
}
