import { z } from 'zod'
import { address, onOrOff, optional, port, secret, variable } from './shapes.ts'

/** The variables of the card gateway. */
export const CARD_VARIABLES = {
  BILLING: variable(
    'Whether drivers pay. `off`: no prices, cards, plans, invoices or referrals. `stripe`: by the gateway of the variables below; set it for every role',
    'off or stripe',
    'stripe where those variables are set, off otherwise; the demo has the embedded gateway unless it is off',
    optional(z.enum(['off', 'stripe'])),
  ),
  CARD_FEES: variable(
    'Whether drivers pay the fee of their way of paying on top of a price. Some countries forbid it',
    'on or off',
    'on where SERVICE_TIME_ZONE is in the United States, off elsewhere',
    optional(onOrOff),
  ),
  STRIPE_SECRET_KEY: secret(
    'Secret key of the Stripe account that charges cards; requires the two variables below',
    'sk_test_, sk_live_, rk_test_ or rk_live_ and what follows',
    'none; the demo has the embedded gateway, which accepts only test cards',
    optional(z.string().regex(/^[sr]k_(test|live)_\w{8,}$/)),
  ),
  STRIPE_PUBLISHABLE_KEY: variable(
    "That account's publishable key",
    'pk_test_ or pk_live_ and what follows, in the mode of the secret key',
    'none',
    optional(z.string().regex(/^pk_(test|live)_\w{8,}$/)),
  ),
  STRIPE_WEBHOOK_SECRET: secret(
    "Secret of Stripe's webhook signatures; webhooks go to PUBLIC_URL/api/webhooks/cards",
    'whsec_ and what follows',
    'none',
    optional(z.string().regex(/^whsec_\w{8,}$/)),
  ),
  CARDS_URL: variable(
    "External gateway with Stripe's API, such as `simulator/cards-main.ts`; its keys go in the STRIPE_ variables",
    'a URL that begins with http:// or https://',
    'Stripe where its keys are set, the embedded gateway otherwise',
    optional(address(/^https?$/)),
  ),
  CARDS_PORT: variable(
    'Port of the embedded card gateway, on HOST',
    'a port from 0 to 65535 (0: any free one)',
    '8091',
    port.default(8091),
  ),
  CARDS_PUBLIC_URL: variable(
    'Address at which browsers reach the embedded card gateway, or the one of CARDS_URL, behind a proxy',
    'a URL that begins with http:// or https://',
    'the address that it listens on, or CARDS_URL',
    optional(address(/^https?$/)),
  ),
  NODE_ENV: variable(
    'With `production`, nothing simulated is offered unless `DEMO=on`',
    'any text',
    'none',
    optional(z.string()),
  ),
} as const
