import { z } from 'zod'
import { address, onOrOff, optional, port, secret, variable } from './shapes.ts'

/** Where cards are charged. */
export const CARD_VARIABLES = {
  STRIPE_SECRET_KEY: secret(
    'Key of an account at Stripe, where cards are charged; needs the two variables below too',
    'sk_test_, sk_live_, rk_test_ or rk_live_ and what follows',
    'the embedded gateway, which takes test cards alone',
    optional(z.string().regex(/^[sr]k_(test|live)_\w{8,}$/)),
  ),
  STRIPE_PUBLISHABLE_KEY: variable(
    "That account's key for pages",
    'pk_test_ or pk_live_ and what follows, in the mode of the secret key',
    'none',
    optional(z.string().regex(/^pk_(test|live)_\w{8,}$/)),
  ),
  STRIPE_WEBHOOK_SECRET: secret(
    'What Stripe signs its webhooks with; they go to PUBLIC_URL/api/webhooks/cards',
    'whsec_ and what follows',
    'none',
    optional(z.string().regex(/^whsec_\w{8,}$/)),
  ),
  CARDS_URL: variable(
    "A gateway elsewhere that speaks Stripe's API, such as `simulator/cards-main.ts`; its keys are given as Stripe's",
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
    'Where browsers reach the embedded card gateway, or that of CARDS_URL, when a proxy stands before it',
    'a URL that begins with http:// or https://',
    'where it listens, or CARDS_URL',
    optional(address(/^https?$/)),
  ),
  CARDS_ALLOW_TEST_IN_PRODUCTION: variable(
    'Whether the embedded card gateway, at which nobody really pays, starts where NODE_ENV is production',
    'on or off',
    'off',
    onOrOff.default(false),
  ),
  NODE_ENV: variable(
    'Where this is `production`, cards need Stripe, or the variable above, and the demo needs `DEMO=on`',
    'any text',
    'none',
    optional(z.string()),
  ),
} as const
