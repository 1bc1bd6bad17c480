import { createPrivateKey } from 'node:crypto'
import { isDeviceToken } from '@madruga/core/notify.ts'
import { MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import { SignJWT } from 'jose'
import { Agent, request } from 'undici'
import type { Outgoing } from '../model.ts'
import { failed, fitText, gone, keepMsOf, PUSH_TIMEOUT_MS, refused, unanswered } from './model.ts'
import type { PushDelivery, PushSender, StoreDevice } from './model.ts'

/** A signing key of an Apple developer team, and where Apple's push service is. */
export type ApnsAccount = {
  keyId: string
  teamId: string
  /** PEM (the .p8 file). */
  privateKey: string
  /** The app's bundle id. */
  topic: string
  /** Without a trailing slash; builds of Xcode have another service than the store's. */
  url: string
  /** An authority besides the known ones, PEM. */
  authority?: string
}

/** Apple refuses a token older than an hour, and a new one within 20 minutes. */
const TOKEN_MS = 50 * MINUTE_MS
/** These refuse the device: it is gone, or its token is of another service or app. */
const DEVICE_REASONS = ['Unregistered', 'ExpiredToken', 'BadDeviceToken', 'DeviceTokenNotForTopic']
/** Our token is too old: the next attempt makes another. */
const EXPIRED = 'ExpiredProviderToken'

/** Apple Push Notification service for iOS's store app: one HTTP/2 connection, token-based. */
export function createApns(account: ApnsAccount, timeoutMs = PUSH_TIMEOUT_MS): PushSender<StoreDevice> {
  const { url, topic, authority } = account
  // Apple wants one connection that stays; messages share it as streams.
  const dispatcher = new Agent({
    allowH2: true,
    connections: 1,
    connect: { ...(authority && { ca: authority }) },
  })
  const tokens = createTokens(account)
  return {
    async send(message, { endpoint: device }) {
      if (!isDeviceToken('apns', device)) return gone('apns_token')
      try {
        const { push } = message.words
        const token = await tokens.read(message.now)
        const response = await request(`${url}/3/device/${device}`, {
          dispatcher,
          method: 'POST',
          headers: {
            authorization: `bearer ${token}`,
            'apns-topic': topic,
            'apns-push-type': 'alert',
            'apns-priority': push.matters ? '10' : '5',
            'apns-expiration': String(Math.floor((message.now + keepMsOf(message)) / SECOND_MS)),
            // A repetition replaces the first one.
            'apns-collapse-id': message.key.slice(0, 64),
          },
          body: JSON.stringify(payloadOf(message)),
          signal: AbortSignal.timeout(timeoutMs),
        })
        const reason = reasonIn(await response.body.text())
        if (reason === EXPIRED) tokens.forget()
        return readAnswer(response, reason)
      } catch (error) {
        return unanswered(error, 'apns')
      }
    },
    close: () => dispatcher.destroy(),
  }
}

/** `category` names the app's own buttons (AppDelegate.swift): iOS takes none from a message. */
function payloadOf({ words }: Outgoing): object {
  const { id, kind, title, text, url, buttons, confirmationId } = words.push
  const first = buttons[0]?.action
  const category = first === undefined ? {} : { category: `${first}-${words.language}` }
  return {
    aps: { alert: { title, body: fitText(text) }, sound: 'default', 'thread-id': kind, ...category },
    id: String(id),
    kind,
    url,
    confirmationId: confirmationId ?? '',
  }
}

type Answer = { statusCode: number; headers: Record<string, string | string[] | undefined> }

function readAnswer({ statusCode: status, headers }: Answer, reason: string | null): PushDelivery {
  const reference = headers['apns-id']
  if (status === 200)
    return {
      delivery: { outcome: 'sent', reference: typeof reference === 'string' ? reference : null },
      isGone: false,
    }
  const name = `apns_${reason ?? status}`
  if (status === 410 || DEVICE_REASONS.includes(reason ?? '')) return gone(name)
  // 403: our key is wrong, not the message; it may be sent once that is fixed.
  if (status === 403 || status === 429 || status >= 500)
    return failed(name, String(headers['retry-after'] ?? ''))
  return refused(name)
}

function reasonIn(text: string): string | null {
  try {
    return (JSON.parse(text) as { reason?: string }).reason ?? null
  } catch {
    return null
  }
}

/** Our signed token, made once for some fifty minutes. */
function createTokens({ keyId, teamId, privateKey }: ApnsAccount) {
  const key = createPrivateKey(privateKey)
  let current: { token: Promise<string>; until: number } | null = null
  return {
    async read(now: number): Promise<string> {
      if (current === null || now >= current.until) {
        const token = new SignJWT()
          .setProtectedHeader({ alg: 'ES256', kid: keyId })
          .setIssuer(teamId)
          .setIssuedAt(Math.floor(now / SECOND_MS))
          .sign(key)
        current = { token, until: now + TOKEN_MS }
      }
      return await current.token
    },
    forget(): void {
      current = null
    },
  }
}
