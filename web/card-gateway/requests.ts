import { digitsOf, readExpiry } from './rules.ts'
import type { Faults, Typed } from './rules.ts'
import type { GatewayError } from './model.ts'

/** The address of the embedded gateway. */
export type EmbeddedAccess = { url: string; publishableKey: string }

/** An intent as its client secret reveals it. */
export type Intent = {
  id: string
  status: string
  payment_method: string | null
  next_action: { redirect_to_url?: { url: string }; use_stripe_sdk?: { stripe_js: string } } | null
  last_setup_error?: GatewayError | null
  last_payment_error?: GatewayError | null
}
export type IntentReply = { intent: Intent } | { error: GatewayError & { param?: string } }

/** Time-out of the gateway. */
const TIMEOUT_MS = 30_000

/** Reads an intent. */
export function readIntent(access: EmbeddedAccess, clientSecret: string): Promise<IntentReply> {
  const search = new URLSearchParams({ client_secret: clientSecret })
  return call(access, `${pathOf(clientSecret)}?${search.toString()}`)
}

/** Sends the input to the gateway, to be saved. */
export function sendSetup(
  access: EmbeddedAccess,
  clientSecret: string,
  values: Typed,
  returnUrl: string,
): Promise<IntentReply> {
  const body = new URLSearchParams({
    client_secret: clientSecret,
    return_url: returnUrl,
    ...methodFields(values),
  })
  return call(access, `${pathOf(clientSecret)}/confirm`, body)
}

/** The input as form fields of Stripe's API. */
export function methodFields(values: Typed): Record<string, string> {
  if (values.kind === 'bank') {
    return {
      'payment_method_data[type]': 'us_bank_account',
      'payment_method_data[us_bank_account][account_holder_type]': 'individual',
      'payment_method_data[us_bank_account][routing_number]': digitsOf(values.routing),
      'payment_method_data[us_bank_account][account_number]': digitsOf(values.account),
      'payment_method_data[billing_details][name]': values.holder.trim(),
    }
  }
  const expiry = readExpiry(values.expiry)
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': digitsOf(values.number),
    'payment_method_data[card][exp_month]': String(expiry?.month ?? ''),
    'payment_method_data[card][exp_year]': String(expiry?.year ?? ''),
    'payment_method_data[card][cvc]': digitsOf(values.cvc),
  }
}

/** The address of the bank's authentication; null if there is none. */
export function questionOf({ next_action: action }: Pick<Intent, 'next_action'>): string | null {
  return action?.redirect_to_url?.url ?? action?.use_stripe_sdk?.stripe_js ?? null
}

/** The fields that a refusal concerns; possibly none. */
export function faultsIn(error: GatewayError & { param?: string }, kind: Typed['kind']): Faults {
  if (error.code === 'test_mode_live_card') return { [kind === 'card' ? 'number' : 'account']: 'test_only' }
  if (error.code === 'incorrect_cvc') return { cvc: 'cvc_wrong' }
  if (error.code === 'expired_card') return { expiry: 'card_expired' }
  if (error.param === 'exp_month' || error.param === 'exp_year') return { expiry: 'expiry' }
  return error.param === 'card[number]' ? { number: 'number' } : {}
}

function pathOf(clientSecret: string): string {
  const [id = ''] = clientSecret.split('_secret_')
  return `/v1/${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${encodeURIComponent(id)}`
}

/** One call with the publishable key; a lost connection becomes an error in the format of Stripe's script. */
async function call(
  { url, publishableKey }: EmbeddedAccess,
  path: string,
  body?: URLSearchParams,
): Promise<IntentReply> {
  try {
    const reply = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${publishableKey}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body && { body }),
    })
    const json = (await reply.json()) as Intent & { error?: GatewayError & { param?: string } }
    return json.error ? { error: json.error } : { intent: json }
  } catch {
    return { error: { type: 'api_connection_error' } }
  }
}
