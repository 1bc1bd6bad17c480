import type { ServerResponse } from 'node:http'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Gateway } from '../money/payments.ts'

/** Whose captcha the pages show; altcha is our own. */
export type CaptchaProvider = 'altcha' | 'turnstile' | 'hcaptcha' | 'recaptcha'

/** Whose map the pages show; offline is our own drawing. */
export type MapSource = Outputs['instant']['map']

/** The gateway for cards on the pages: none without a key, Stripe without an address. */
export type CardSource = Pick<Gateway, 'publishableKey' | 'url'>

type Directive =
  | 'script-src'
  | 'style-src'
  | 'img-src'
  | 'font-src'
  | 'connect-src'
  | 'frame-src'
  | 'worker-src'
type Sources = Partial<Record<Directive, string>>

/** What each provider documents that its captcha loads, and nothing beyond. */
const CAPTCHA_SOURCES: Record<CaptchaProvider, Sources> = {
  altcha: {},
  turnstile: {
    'script-src': 'https://challenges.cloudflare.com',
    'frame-src': 'https://challenges.cloudflare.com',
  },
  hcaptcha: {
    'script-src': 'https://hcaptcha.com https://*.hcaptcha.com',
    'style-src': 'https://hcaptcha.com https://*.hcaptcha.com',
    'connect-src': 'https://hcaptcha.com https://*.hcaptcha.com',
    'frame-src': 'https://hcaptcha.com https://*.hcaptcha.com',
  },
  recaptcha: {
    'script-src': 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
    'frame-src': 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
  },
}

// As Google's guide to its maps under a content policy lists them; the script writes styles into the page.
const GOOGLE_MAP_SOURCES: Sources = {
  'script-src':
    'https://*.googleapis.com https://*.gstatic.com https://*.google.com https://*.ggpht.com https://*.googleusercontent.com blob:',
  'style-src': "'unsafe-inline' https://fonts.googleapis.com",
  'img-src':
    'https://*.googleapis.com https://*.gstatic.com https://*.google.com https://*.googleusercontent.com',
  'font-src': 'https://fonts.gstatic.com',
  'connect-src': 'https://*.googleapis.com https://*.google.com https://*.gstatic.com data: blob:',
  'frame-src': 'https://*.google.com',
  'worker-src': 'blob:',
}

// As Stripe's guide to its script under a content policy lists them (docs.stripe.com/security/guide).
const STRIPE_SOURCES: Sources = {
  'script-src': 'https://js.stripe.com https://*.js.stripe.com',
  'connect-src': 'https://api.stripe.com',
  'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
}

const NO_CARDS: CardSource = { publishableKey: '', url: null }

/**
 * Pages may load what we serve, what captcha, map and card gateway need, and nothing else; no inline scripts,
 * and no framing.
 */
export function contentPolicy(
  captcha: CaptchaProvider,
  map: MapSource = { provider: 'offline' },
  cards = NO_CARDS,
): string {
  const more = [CAPTCHA_SOURCES[captcha], mapSources(map), cardSources(cards)]
  const sources = (name: Directive, own: string) =>
    [name, own, ...more.map((each) => each[name])].filter(Boolean).join(' ')
  return [
    "default-src 'none'",
    sources('script-src', "'self'"),
    sources('style-src', "'self'"),
    sources('img-src', "'self' data: blob:"),
    sources('font-src', "'self'"),
    sources('connect-src', "'self'"),
    ...(more.some((each) => each['frame-src']) ? [sources('frame-src', '')] : []),
    "manifest-src 'self'",
    sources('worker-src', "'self'"),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function mapSources(map: MapSource): Sources {
  if (map.provider === 'google') return GOOGLE_MAP_SOURCES
  return map.provider === 'tiles' ? { 'img-src': tileHost(map.url) } : {}
}

/** Our own gateway has no script: pages call it, and show its simulated bank authentication. */
function cardSources({ publishableKey, url }: CardSource): Sources {
  if (publishableKey === '') return {}
  if (url === null) return STRIPE_SOURCES
  const { origin } = new URL(url)
  return { 'connect-src': origin, 'frame-src': origin }
}

/** The browser features that pages may use; wallets in Stripe's form need the payment API. */
export function permissionsPolicy({ publishableKey, url }: CardSource): string {
  const payment = publishableKey !== '' && url === null ? '(self)' : '()'
  return `geolocation=(self), camera=(), microphone=(), payment=${payment}`
}

/** The host of a tile template; `{s}` in it stands for several hosts, hence a wildcard. */
function tileHost(template: string): string {
  const { protocol, host } = new URL(template.replace('{s}', 'any-of-them'))
  return `${protocol}//${host.replace('any-of-them', '*')}`
}

/** The headers of every answer. */
export function setPolicyHeaders(
  response: ServerResponse,
  policy: { content: string; permissions: string; secure: boolean },
): void {
  response.setHeader('Content-Security-Policy', policy.content)
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Referrer-Policy', 'same-origin')
  response.setHeader('Permissions-Policy', policy.permissions)
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  if (policy.secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
}
