import { createHmac } from 'node:crypto'
import { isSameText } from '../../kit/encryption.ts'
import { isOperatorError } from '@madruga/core/notify.ts'
import type { Arrival, Delivery } from './model.ts'

/** The three requests and the one signature of Twilio's API that the service uses. */

const ORIGIN = 'https://api.twilio.com'
/** Refusals that concern our account, not the message: worth a retry once fixed. */
const OURS = new Set([401, 403, 404, 408, 409, 425, 429])

export type TwilioAccount = {
  accountSid: string
  authToken: string
  /** Address of the API instead of Twilio's: the embedded gateway's. */
  origin?: string
  timeoutMs: number
}

/** Sends a message or places a call; `sent` carries Twilio's id of it. Never throws. */
export async function postToTwilio(
  account: TwilioAccount,
  resource: 'Messages' | 'Calls',
  fields: Record<string, string>,
): Promise<Delivery> {
  try {
    const { status, text } = await callTwilio(account, resource, new URLSearchParams(fields))
    return readAnswer(status, text)
  } catch (error) {
    const timedOut = (error as Error).name === 'TimeoutError'
    return { outcome: 'failed', error: timedOut ? 'timeout' : 'twilio_unreachable' }
  }
}

/** What became of a text message (twilio.com/docs/messaging, "Message status values"). Never throws. */
export async function readFromTwilio(account: TwilioAccount, sid: string): Promise<Arrival> {
  try {
    const { status, text } = await callTwilio(account, `Messages/${sid}`)
    const { status: state, error_code: code } = parse(text)
    if (status !== 200) return null
    if (state === 'delivered' || state === 'read') return { arrived: true }
    if (state !== 'undelivered' && state !== 'failed' && state !== 'canceled') return null
    return { arrived: false, error: `twilio_${typeof code === 'number' ? code : state}` }
  } catch {
    return null
  }
}

async function callTwilio(
  { accountSid, authToken, origin = ORIGIN, timeoutMs }: TwilioAccount,
  resource: string,
  body: URLSearchParams | null = null,
): Promise<{ status: number; text: string }> {
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  const response = await fetch(`${origin}/2010-04-01/Accounts/${accountSid}/${resource}.json`, {
    method: body === null ? 'GET' : 'POST',
    headers: { authorization: `Basic ${credentials}`, accept: 'application/json' },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  return { status: response.status, text: await response.text() }
}

/** A proxy's page instead of JSON has neither an id nor a code. */
function readAnswer(status: number, text: string): Delivery {
  const { sid, code } = parse(text)
  if (status < 300) return { outcome: 'sent', reference: typeof sid === 'string' ? sid : null }
  const error = `twilio_${typeof code === 'number' ? code : status}`
  const ours = OURS.has(status) || isOperatorError(error)
  const isRefusal = status >= 400 && status < 500 && !ours
  return { outcome: isRefusal ? 'refused' : 'failed', error }
}

type Answer = { sid?: unknown; code?: unknown; status?: unknown; error_code?: unknown }

function parse(text: string): Answer {
  try {
    return (JSON.parse(text) ?? {}) as Answer
  } catch {
    return {}
  }
}

/**
 * Twilio's signature of a form that it posts to `url`: the base64 HMAC-SHA1, by the account's token, of the
 * address followed by every name and value in the order of the names.
 */
export function signForm(authToken: string, url: string, fields: Readonly<Record<string, string>>): string {
  const names = Object.keys(fields).toSorted()
  const text = url + names.map((name) => `${name}${fields[name]}`).join('')
  return createHmac('sha1', authToken).update(text).digest('base64')
}

/** Whether Twilio signed the form for that address, with or without its port: Twilio's products differ. */
export function isSignedByTwilio(
  authToken: string,
  signature: string,
  url: string,
  fields: Readonly<Record<string, string>>,
): boolean {
  return [withoutPort(url), withPort(url)].some((address) =>
    isSameText(signature, signForm(authToken, address, fields)),
  )
}

const ADDRESS = /^(https?):\/\/([^/:]+)(?::(\d+))?/

function withoutPort(url: string): string {
  return url.replace(ADDRESS, '$1://$2')
}

function withPort(url: string): string {
  return url.replace(ADDRESS, (_, scheme: string, host: string, port?: string) => {
    return `${scheme}://${host}:${port ?? (scheme === 'https' ? 443 : 80)}`
  })
}
