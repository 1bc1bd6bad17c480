import type { Outputs } from '@madruga/core/contract.ts'

/** How the browser reaches the gateway, as the server tells it. */
export type GatewayAccess = Outputs['billing']['account']['gateway']

/** What the gateway refuses, in its own words; `validation_error` stands at the fields already. */
export type GatewayError = {
  type: string
  code?: string
  decline_code?: string
  /** In the driver's language where Stripe says it. */
  message?: string
  setup_intent?: SetupIntent
}

export type SetupIntent = { id: string; status: string; payment_method: string | { id: string } | null }
export type PaymentIntent = { id: string; status: string }

/** What is being typed: `us_bank_account`, or anything else that costs what a card costs. */
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
 * What we use of Stripe's script (docs.stripe.com/js); the embedded gateway's object has the same surface.
 */
export type CardGateway = {
  elements(options: { clientSecret: string; locale: 'en' | 'es'; appearance: object }): Elements
  /** Saves what was typed; asks what the bank asks meanwhile. */
  confirmSetup(options: {
    elements: Elements
    clientSecret: string
    confirmParams: { return_url: string }
    redirect: 'if_required'
  }): Promise<{ setupIntent?: SetupIntent; error?: GatewayError }>
  /** Asks what the bank asks before it lets a payment through; ends when it is answered or put away. */
  handleNextAction(options: {
    clientSecret: string
  }): Promise<{ paymentIntent?: PaymentIntent; error?: GatewayError }>
}
