import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { isLoopbackHost } from '../kit/http.ts'
import { findDistrust } from './certificate.ts'
import type { Values } from './variables.ts'

/** The certificate with its chain, and its key; both PEM. */
export type Tls = { cert: string; key: string }

type Read = Pick<
  Values,
  | 'HOST'
  | 'PUBLIC_URL'
  | 'TRUST_PROXY'
  | 'TLS_CERT_FILE'
  | 'TLS_KEY_FILE'
  | 'PRIVATE_CERTIFICATE'
  | 'PLAIN_HTTP'
>

/**
 * The certificate by which the app serves https; null = plain HTTP, which is allowed on this machine, behind
 * a proxy that browsers reach by https, or explicitly. Anything else adds a line to `problems`.
 */
export function readTransport(read: Read, hasEmbeddedCards: boolean, problems: string[]): Tls | null {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = read
  if (certFile !== null && keyFile !== null) {
    refuseWithTls(read, hasEmbeddedCards, problems)
    const pair = readPair(certFile, keyFile, problems)
    if (pair !== null && !read.PRIVATE_CERTIFICATE) refusePrivate(pair, read, problems)
    return pair
  }
  if (certFile !== null || keyFile !== null) {
    const unset = certFile === null ? 'TLS_CERT_FILE' : 'TLS_KEY_FILE'
    problems.push(`${unset} is not set: set both TLS_CERT_FILE and TLS_KEY_FILE, or neither`)
    return null
  }
  refusePlain(read, problems)
  return null
}

function refuseWithTls(read: Read, hasEmbeddedCards: boolean, problems: string[]): void {
  // The embedded gateway's card page is plain HTTP, which no browser shows within https.
  if (hasEmbeddedCards)
    problems.push(
      'TLS_CERT_FILE is set with the embedded card gateway, which has no TLS: set the STRIPE_ variables',
    )
  if (read.PUBLIC_URL?.startsWith('http:'))
    problems.push('PUBLIC_URL begins with http:// while TLS_CERT_FILE is set: give the https:// address')
}

function refusePlain(read: Read, problems: string[]): void {
  const { PUBLIC_URL: publicUrl } = read
  const isBehindProxy = read.TRUST_PROXY && publicUrl?.startsWith('https:') === true
  if (read.PLAIN_HTTP || isBehindProxy) return
  if (!isLoopbackHost(read.HOST))
    problems.push(
      `HOST is ${read.HOST} without TLS: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUST_PROXY=on with an https PUBLIC_URL behind a proxy, or PLAIN_HTTP=on to be read on the way`,
    )
  // A proxy or tunnel leads here: cookies would be sent in the clear.
  else if (publicUrl?.startsWith('http:') && !isLoopbackHost(new URL(publicUrl).hostname))
    problems.push(
      `PUBLIC_URL is ${publicUrl} without TLS: give its https address, or set PLAIN_HTTP=on to be read on the way`,
    )
}

// Drivers who learn to click through a browser's warning also click through an attacker's.
function refusePrivate({ cert }: Tls, { HOST, PUBLIC_URL }: Read, problems: string[]): void {
  const host = PUBLIC_URL === null ? null : new URL(PUBLIC_URL).hostname
  if (isLoopbackHost(HOST) && (host === null || isLoopbackHost(host))) return
  const why = findDistrust(cert, host)
  if (why !== null)
    problems.push(
      `The certificate in TLS_CERT_FILE ${why}: take one that browsers trust, such as Let's Encrypt's, or set PRIVATE_CERTIFICATE=on where every device knows its authority`,
    )
}

/** A certificate and its key from their files; a line is added to `problems` where they do not open. */
export function readPair(certFile: string, keyFile: string, problems: string[]): Tls | null {
  try {
    const pair = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
    createSecureContext(pair)
    return pair
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    problems.push(
      `TLS_CERT_FILE and TLS_KEY_FILE do not open (${code}): give a certificate and its key, both PEM`,
    )
    return null
  }
}
