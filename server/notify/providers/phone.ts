import twilio from 'twilio'
import type { Twilio } from 'twilio'
import type { Delivery, Outgoing, Provider } from './model.ts'

export type PhoneOptions = {
  accountSid: string
  authToken: string
  /** Number with + and its country code. */
  from: string
  /** Address of the API instead of Twilio's: the embedded gateway's. */
  origin?: string
  /** Time-out of one attempt; default 20 s. */
  timeoutMs?: number
}

const TIMEOUT_MS = 20_000
const PHONE = /^1\d{10}$/
// Twilio's names of the languages of a call.
const VOICES = { en: 'en-US', es: 'es-US' } as const
/** Refusals that concern our account, not the message: worth a retry once fixed. */
const OURS = new Set([401, 403, 404, 408, 409, 425, 429])

/** SMS by Twilio's API, or by a gateway that implements it. */
export function createSmsProvider(options: PhoneOptions): Provider {
  return createPhoneProvider(options, async (client, to, { words }) => {
    const { sid } = await client.messages.create({ to, from: options.from, body: words.sms })
    return sid
  })
}

/**
 * Calls by Twilio's API, or by a gateway that implements it: the text is spoken twice, since the first words
 * of a call are often missed.
 */
export function createCallProvider(options: PhoneOptions): Provider {
  return createPhoneProvider(options, async (client, to, { words }) => {
    const twiml = new twilio.twiml.VoiceResponse()
    const language = VOICES[words.language]
    twiml.say({ language }, words.spoken)
    twiml.pause({ length: 1 })
    twiml.say({ language }, words.spoken)
    const { sid } = await client.calls.create({ to, from: options.from, twiml: twiml.toString() })
    return sid
  })
}

function createPhoneProvider(
  options: PhoneOptions,
  create: (client: Twilio, to: string, message: Outgoing) => Promise<string>,
): Provider {
  const { accountSid, authToken, origin, timeoutMs = TIMEOUT_MS } = options
  const httpClient = origin
    ? new GatewayClient(origin, timeoutMs)
    : new twilio.RequestClient({ timeout: timeoutMs })
  const client = twilio(accountSid, authToken, { httpClient, autoRetry: false })
  return {
    async send(message) {
      if (!PHONE.test(message.recipient)) return { outcome: 'refused', error: 'invalid_recipient' }
      try {
        return { outcome: 'sent', reference: await create(client, `+${message.recipient}`, message) }
      } catch (error) {
        return readFailure(error)
      }
    },
    async close() {},
  }
}

/** Twilio's own client, with its requests redirected. */
class GatewayClient extends twilio.RequestClient {
  readonly #origin: string
  constructor(origin: string, timeout: number) {
    super({ timeout })
    this.#origin = origin
  }

  override async request<T>(options: Parameters<InstanceType<typeof twilio.RequestClient>['request']>[0]) {
    const { pathname, search } = new URL(options.uri)
    return await super.request<T>({ ...options, uri: `${this.#origin}${pathname}${search}` } as never)
  }
}

function readFailure(error: unknown): Delivery {
  const { status, code } = error as { status?: number; code?: number | string }
  if (typeof status === 'number' && status >= 400) {
    const named = `twilio_${typeof code === 'number' ? code : status}`
    const refused = status < 500 && !OURS.has(status)
    return { outcome: refused ? 'refused' : 'failed', error: named }
  }
  const timedOut = code === 'ECONNABORTED' || code === 'ETIMEDOUT'
  return { outcome: 'failed', error: timedOut ? 'timeout' : 'twilio_unreachable' }
}
