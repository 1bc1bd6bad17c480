import type { Outputs } from '@madruga/core/contract.ts'
import type { Language } from '@madruga/core/languages.ts'

/** The browser's configuration of the gateway, from the server. */
export type GatewayAccess = Outputs['billing']['account']['gateway']

/** A refusal by the gateway; a `validation_error` is already shown at the fields. */
export type GatewayError = {
  type: string
  code?: string
  decline_code?: string
  /** In the driver's language if Stripe provides it. */
  message?: string
  setup_intent?: SetupIntent
}

export type SetupIntent = { id: string; status: string; payment_method: string | { id: string } | null }
export type PaymentIntent = { id: string; status: string }

/** The entered type: `us_bank_account`, or anything else that costs as much as a card. */
export type FieldsChange = { complete: boolean; value: { type: string } }

/** The fields on the page. */
export type PaymentElement = {
  mount(place: HTMLElement): void
  unmount(): void
  on(event: 'ready', listen: () => void): unknown
  on(event: 'loaderror', listen: () => void): unknown
  on(event: 'change', listen: (change: FieldsChange) => void): unknown
}

export type Elements = {
  create(type: 'payment'): PaymentElement
  submit(): Promise<{ error?: GatewayError }>
}

/**
 * The part of Stripe's script that we use (docs.stripe.com/js); the embedded gateway's object has the same
 * interface.
 */
export type CardGateway = {
  elements(options: { clientSecret: string; locale: Language; appearance: object }): Elements
  /** Saves the input, with the bank's authentication if required. */
  confirmSetup(options: {
    elements: Elements
    clientSecret: string
    confirmParams: { return_url: string }
    redirect: 'if_required'
  }): Promise<{ setupIntent?: SetupIntent; error?: GatewayError }>
  /** Runs the bank's authentication of a payment; resolves when it is completed or dismissed. */
  handleNextAction(options: {
    clientSecret: string
  }): Promise<{ paymentIntent?: PaymentIntent; error?: GatewayError }>
}
