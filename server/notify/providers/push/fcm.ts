import { createPrivateKey } from 'node:crypto'
import { isDeviceToken } from '@madruga/core/notify.ts'
import { MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import { SignJWT } from 'jose'
import type { Outgoing } from '../model.ts'
import { failed, fitText, gone, keepMsOf, PUSH_TIMEOUT_MS, refused, unanswered } from './model.ts'
import type { PushDelivery, PushSender, StoreDevice } from './model.ts'

/** A service account of Firebase, and where its API is. */
export type FcmAccount = {
  projectId: string
  clientEmail: string
  /** PEM. */
  privateKey: string
  /** Exchanges a signed assertion for an access token. */
  tokenUrl: string
  /** Without a trailing slash. */
  url: string
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const HOUR_S = 3_600
/** An access token is replaced this long before it expires. */
const SPARE_MS = 5 * MINUTE_MS

/**
 * Firebase Cloud Messaging (HTTP v1) for Android's store app. The message is data alone: the app draws it,
 * with its buttons, since what Firebase draws itself has none.
 */
export function createFcm(account: FcmAccount, timeoutMs = PUSH_TIMEOUT_MS): PushSender<StoreDevice> {
  const access = createAccess(account, timeoutMs)
  const address = `${account.url}/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`
  return {
    async send(message, { endpoint: token }) {
      if (!isDeviceToken('fcm', token)) return gone('fcm_token')
      try {
        const accessToken = await access.read(message.now)
        if (typeof accessToken !== 'string') return accessToken
        const response = await fetch(address, {
          method: 'POST',
          headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
          body: JSON.stringify({ message: messageOf(message, token) }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        const reading = readAnswer(response, await response.text())
        if (response.status === 401) access.forget(accessToken)
        return reading
      } catch (error) {
        return unanswered(error, 'fcm')
      }
    },
    async close() {},
  }
}

/** Every value of data is a text. */
function messageOf(message: Outgoing, token: string): object {
  const { push, language } = message.words
  return {
    token,
    data: {
      id: String(push.id),
      kind: push.kind,
      title: push.title,
      text: fitText(push.text),
      url: push.url,
      matters: push.matters ? '1' : '0',
      buttons: JSON.stringify(push.buttons),
      confirmationId: push.confirmationId ?? '',
      language,
    },
    android: {
      priority: push.matters ? 'HIGH' : 'NORMAL',
      ttl: `${Math.ceil(keepMsOf(message) / SECOND_MS)}s`,
    },
  }
}

type FcmError = {
  error?: { status?: string; details?: { errorCode?: string; fieldViolations?: { field?: string }[] }[] }
}

function readAnswer({ ok, status, headers }: Response, text: string): PushDelivery {
  if (ok) return { delivery: { outcome: 'sent', reference: nameIn(text) }, isGone: false }
  const { code, isToken } = readError(text)
  const error = `fcm_${(code ?? String(status)).toLowerCase()}`
  if (isToken) return gone(error)
  // Our account is wrong, not the message: it may be sent once that is fixed.
  if ([401, 403, 404].includes(status)) return failed(error)
  if (status < 500 && status !== 429) return refused(error)
  return failed(error, headers.get('retry-after'))
}

/** `isToken`: the app was removed, its token is of another Firebase project, or it is no token. */
function readError(text: string): { code: string | null; isToken: boolean } {
  const { status, details = [] } = parse<FcmError>(text)?.error ?? {}
  const code = details.find((detail) => detail.errorCode)?.errorCode ?? status ?? null
  const fields = details.flatMap((detail) => detail.fieldViolations ?? []).map(({ field }) => field)
  const isToken = code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH' || fields.includes('message.token')
  return { code, isToken }
}

function nameIn(text: string): string | null {
  return parse<{ name?: string }>(text)?.name ?? null
}

function parse<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T
  } catch {
    return null
  }
}

/** Access tokens of the account, each shared by all sends of its hour. */
function createAccess({ clientEmail, privateKey, tokenUrl }: FcmAccount, timeoutMs: number) {
  const key = createPrivateKey(privateKey)
  let current: { token: string; until: number } | null = null
  let asking: Promise<string | PushDelivery> | null = null
  const ask = async (now: number): Promise<string | PushDelivery> => {
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(tokenUrl)
      .setIssuedAt(Math.floor(now / SECOND_MS))
      .setExpirationTime(Math.floor(now / SECOND_MS) + HOUR_S)
      .sign(key)
    const response = await fetch(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer = parse<{ access_token?: string; expires_in?: number }>(await response.text())
    if (!response.ok || !answer?.access_token)
      return failed(`fcm_sign_in_${response.status}`, response.headers.get('retry-after'))
    const until = now + (answer.expires_in ?? HOUR_S) * SECOND_MS - SPARE_MS
    current = { token: answer.access_token, until }
    return current.token
  }
  return {
    /** A valid access token, or why there is none. */
    async read(now: number): Promise<string | PushDelivery> {
      if (current !== null && now < current.until) return current.token
      asking ??= ask(now).finally(() => (asking = null))
      return await asking
    },
    /** Firebase did not accept it. */
    forget(token: string): void {
      if (current?.token === token) current = null
    },
  }
}
