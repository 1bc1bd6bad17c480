import { readDraft, writeDraft } from '../../stored-draft.ts'

/**
 * A bank may ask on its own page and come back without saying for which payment; this tab remembers it
 * meanwhile.
 */
const NAME = 'draft.bank'

/** Remembers a payment before its bank is asked. */
export function rememberReturn(paymentId: string): void {
  writeDraft(NAME, { paymentId })
}

/** The payment for which the browser comes back from a bank right now; null where it does not. */
export function paymentReturnedTo(): string | null {
  if (!new URLSearchParams(location.search).has('redirect_status')) return null
  return readDraft(NAME, { paymentId: '' })?.paymentId || null
}

/** Takes what the gateway wrote into the address out of it again: a client secret is in it. */
export function forgetReturn(): void {
  writeDraft(NAME, null)
  history.replaceState(history.state, '', `${location.pathname}${location.hash}`)
}
