import type { CardContext } from './context.ts'
import { readText } from './form.ts'
import type { Form } from './form.ts'
import { refuseRequest } from './refusal.ts'
import type { Item } from './store.ts'

/** The address of the authentication page. */
export const QUESTION_PATH = '/test-mode/authenticate'

/**
 * The return address after the authentication; undefined if none is given. Only http and https are accepted.
 */
export function readReturnUrl(form: Form): string | undefined {
  const text = readText(form.return_url)
  if (text === undefined) return undefined
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw refuseRequest('return_url must be a URL with http or https.', 'return_url', 'url_invalid')
  }
  return text
}

/**
 * The driver's required action: a redirect to a page or, without a return address, a page that the form opens
 * itself.
 */
export function nextActionOf(context: CardContext, item: Item, returnUrl: string | undefined): object {
  const url = `${context.origin}${QUESTION_PATH}/${item.id}?client_secret=${String(item.client_secret)}`
  if (returnUrl !== undefined) {
    return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
  }
  return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
}
