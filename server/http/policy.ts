import type { ServerResponse } from 'node:http'

/** Pages may load what we serve and nothing else; nothing inline runs, and nobody may frame them. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** The headers of every answer. */
export function setPolicyHeaders(response: ServerResponse, secure: boolean): void {
  response.setHeader('Content-Security-Policy', CONTENT_POLICY)
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Referrer-Policy', 'same-origin')
  response.setHeader('Permissions-Policy', 'geolocation=(self), camera=(), microphone=(), payment=()')
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  if (secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000')
}
