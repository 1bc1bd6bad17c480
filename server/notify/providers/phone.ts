import { localeOf } from '@madruga/core/languages.ts'
import { escapeMarkup } from './markup.ts'
import type { Delivery, Outgoing, Provider } from './model.ts'
import { postToTwilio, readFromTwilio } from './twilio.ts'

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
/** Of any country, its code first (ITU-T E.164). */
const PHONE = /^[1-9]\d{7,14}$/

/** SMS by Twilio's API, or by a gateway that implements it. */
export function createSmsProvider(options: PhoneOptions): Provider {
  const account = { timeoutMs: TIMEOUT_MS, ...options }
  return {
    ...createPhoneProvider(async (to, { words }) => {
      return await postToTwilio(account, 'Messages', { To: to, From: options.from, Body: words.sms })
    }),
    readArrival: (reference) => readFromTwilio(account, reference),
  }
}

/**
 * Calls by Twilio's API, or by a gateway that implements it: the text is spoken twice, since the first words
 * of a call are often missed.
 */
export function createCallProvider(options: PhoneOptions): Provider {
  const account = { timeoutMs: TIMEOUT_MS, ...options }
  return createPhoneProvider(async (to, { words }) => {
    const say = `<Say language="${localeOf(words.language)}">${escapeMarkup(words.spoken)}</Say>`
    const script = `<?xml version="1.0" encoding="UTF-8"?><Response>${say}<Pause length="1"/>${say}</Response>`
    return await postToTwilio(account, 'Calls', { To: to, From: options.from, Twiml: script })
  })
}

function createPhoneProvider(post: (to: string, message: Outgoing) => Promise<Delivery>): Provider {
  return {
    async send(message) {
      if (!PHONE.test(message.recipient)) return { outcome: 'refused', error: 'invalid_recipient' }
      return await post(`+${message.recipient}`, message)
    },
    async close() {},
  }
}
