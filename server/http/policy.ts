import type { ServerResponse } from 'node:http'

/** Whose captcha the pages show; altcha's is our own. */
export type CaptchaProvider = 'altcha' | 'turnstile' | 'hcaptcha' | 'recaptcha'

type Directive = 'script-src' | 'style-src' | 'connect-src' | 'frame-src'

/** What each provider says that its captcha loads, and nothing beyond. */
const CAPTCHA_SOURCES: Record<CaptchaProvider, Partial<Record<Directive, string>>> = {
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

/** Pages may load what we serve, what the captcha needs, and nothing else; nothing inline runs, and nobody may frame them. */
export function contentPolicy(captcha: CaptchaProvider): string {
  const more = CAPTCHA_SOURCES[captcha]
  const sources = (name: Directive, own: string) => [name, own, more[name]].filter(Boolean).join(' ')
  return [
    "default-src 'none'",
    sources('script-src', "'self'"),
    sources('style-src', "'self'"),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    sources('connect-src', "'self'"),
    ...(more['frame-src'] ? [sources('frame-src', '')] : []),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The headers of every answer. */
export function setPolicyHeaders(
  response: ServerResponse,
  policy: { content: string; secure: boolean },
): void {
  response.setHeader('Content-Security-Policy', policy.content)
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Referrer-Policy', 'same-origin')
  response.setHeader('Permissions-Policy', 'geolocation=(self), camera=(), microphone=(), payment=()')
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  if (policy.secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000')
}
