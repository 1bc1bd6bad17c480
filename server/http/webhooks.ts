import { AppError, errorStatus } from '@madruga/core/errors.ts'
import { readBytes } from '../kit/http.ts'
import type { Security } from '../security.ts'
import type { Limiter } from '../kit/limits.ts'
import { limitBody, toBodyError } from './bodies.ts'
import type { Call } from './call.ts'

/** Where the card gateway says what happened. */
export const CARDS_WEBHOOK_PATH = '/api/webhooks/cards'

/**
 * Checks the signature over the body exactly as it came, and lets the event have its effect; rejects when
 * that failed.
 */
export type TakeWebhook = (rawBody: Buffer, signature: string) => Promise<'taken' | 'forged'>

// Several times what Stripe's largest events take.
const BODY_LIMIT_BYTES = 256 * 1024
const SMS_LIMIT_BYTES = 16 * 1024

/**
 * Takes the card gateway's webhooks: no session and no proof against forged requests, the signature is the
 * proof. What is not taken is told again by the gateway, so a failed effect is a fault of ours whatever it
 * was refused by. Nothing of the body is recorded here.
 */
export function createWebhooks(
  take: TakeWebhook | undefined,
  { security, bytes }: { security: Security; bytes: Limiter },
): (call: Call) => Promise<void> {
  return async (call) => {
    const { request, response } = call
    call.operation = 'billing.webhook'
    if (request.method !== 'POST' || take === undefined) throw new AppError('request.not_found')
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
 * Takes what Twilio tells of text messages that phones sent us; its signature is the proof. Nothing of the
 * body is recorded here.
 */
export function createSmsWebhook(
  sync: ((form: string, signature: string) => Promise<'taken' | 'forged'>) | undefined,
  { security, bytes }: { security: Security; bytes: Limiter },
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
    // No words of ours: carriers and Twilio confirm STOP by themselves.
    const body = '<Response/>'
    response.setHeader('Cache-Control', 'no-store')
    response
      .writeHead(200, { 'Content-Type': 'text/xml', 'Content-Length': Buffer.byteLength(body) })
      .end(body)
  }
}

/**
 * A refusal is meant for a person who asked; here nobody did, and unless it is recorded nobody would know.
 */
function asFault(error: unknown): unknown {
  if (!(error instanceof AppError) || errorStatus(error.code) >= 500) return error
  return new Error(`a webhook was refused: ${error.code}`, { cause: error })
}
