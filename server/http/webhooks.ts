import { UNSUBSCRIBE_PATH } from '../notify.ts'
import { AppError, errorStatus } from '@madruga/core/errors.ts'
import { readBytes } from '../kit/http.ts'
import type { Security } from '../ops/security.ts'
import type { Limiter } from '../kit/limits.ts'
import { limitBody, toBodyError } from './bodies.ts'
import type { Call } from './call.ts'

/** Receives the card gateway's webhooks. */
export const CARDS_WEBHOOK_PATH = '/api/webhooks/cards'

/** Verifies the signature over the raw body and applies the event; rejects if that failed. */
export type TakeWebhook = (rawBody: Buffer, signature: string) => Promise<'taken' | 'forged'>

// Several times the size of Stripe's largest events.
const BODY_LIMIT_BYTES = 256 * 1024
const SMS_LIMIT_BYTES = 16 * 1024
const UNSUBSCRIBE_LIMIT_BYTES = 4 * 1024

/**
 * Handles the card gateway's webhooks: without a session or anti-forgery token, since the signature is the
 * proof. The gateway retries rejected events, so a failed effect is our fault regardless of its cause.
 * Nothing of the body is logged here.
 */
export function createWebhooks(
  take: TakeWebhook,
  { security, bytes }: { security: Security; bytes: Pick<Limiter, 'take'> },
): (call: Call) => Promise<void> {
  return async (call) => {
    const { request, response } = call
    call.operation = 'billing.webhook'
    if (request.method !== 'POST') throw new AppError('request.not_found')
    const signature = request.headers['stripe-signature']
    if (typeof signature !== 'string') {
      security.record({ kind: 'webhook.forged' })
      throw new AppError('request.invalid')
    }
    const read = await readBytes(request, limitBody(call, bytes, BODY_LIMIT_BYTES))
    if ('refused' in read) throw toBodyError(read, BODY_LIMIT_BYTES)
    call.stage = 'running'
    const outcome = await take(read.bytes, signature).catch((error: unknown) => {
      throw asFault(error)
    })
    if (outcome === 'forged') {
      security.record({ kind: 'webhook.forged' })
      throw new AppError('request.invalid')
    }
    response.setHeader('Cache-Control', 'no-store')
    response.writeHead(200, { 'Content-Length': 0 }).end()
  }
}

/**
 * Handles Twilio's webhooks about text messages from phones; the signature is the proof. Nothing of the body
 * is logged here.
 */
export function createSmsWebhook(
  sync: ((form: string, signature: string) => Promise<'taken' | 'forged'>) | undefined,
  { security, bytes }: { security: Security; bytes: Pick<Limiter, 'take'> },
): (call: Call) => Promise<void> {
  return async (call) => {
    const { request, response } = call
    call.operation = 'notify.sms_webhook'
    if (request.method !== 'POST' || sync === undefined) throw new AppError('request.not_found')
    const read = await readBytes(request, limitBody(call, bytes, SMS_LIMIT_BYTES))
    if ('refused' in read) throw toBodyError(read, SMS_LIMIT_BYTES)
    call.stage = 'running'
    const signature = request.headers['x-twilio-signature']
    const outcome = await sync(read.bytes.toString('utf8'), typeof signature === 'string' ? signature : '')
    if (outcome === 'forged') {
      security.record({ kind: 'webhook.forged' })
      throw new AppError('request.invalid')
    }
    // No reply of ours: carriers and Twilio confirm STOP themselves.
    const body = '<Response/>'
    response.setHeader('Cache-Control', 'no-store')
    response
      .writeHead(200, { 'Content-Type': 'text/xml', 'Content-Length': Buffer.byteLength(body) })
      .end(body)
  }
}

/**
 * Handles the one-click addresses of e-mails (RFC 8058): a mail program posts to them without a session or
 * anti-forgery token, since the address's token is the proof. Whoever opens one, as scanners of links do,
 * changes nothing and gets to the settings.
 */
export function createUnsubscribing(
  take: ((token: string) => Promise<'taken' | 'forged'>) | undefined,
  bytes: Pick<Limiter, 'take'>,
): (call: Call) => Promise<void> {
  return async (call) => {
    const { request, response } = call
    call.operation = 'notify.unsubscribe'
    response.setHeader('Cache-Control', 'no-store')
    if (request.method === 'GET' || request.method === 'HEAD') {
      response.writeHead(303, { Location: '/#/notification-settings', 'Content-Length': 0 }).end()
      return
    }
    if (request.method !== 'POST' || take === undefined) throw new AppError('request.not_found')
    const read = await readBytes(request, limitBody(call, bytes, UNSUBSCRIBE_LIMIT_BYTES))
    if ('refused' in read) throw toBodyError(read, UNSUBSCRIBE_LIMIT_BYTES)
    call.stage = 'running'
    const outcome = await take(call.path.slice(UNSUBSCRIBE_PATH.length))
    if (outcome === 'forged') throw new AppError('request.not_found')
    response.writeHead(200, { 'Content-Length': 0 }).end()
  }
}

/** A refusal is normally shown to a person; here no one sees it, so it must be logged. */
function asFault(error: unknown): unknown {
  if (!(error instanceof AppError) || errorStatus(error.code) >= 500) return error
  return new Error(`a webhook was refused: ${error.code}`, { cause: error })
}
