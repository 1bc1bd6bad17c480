import { isPushEndpoint } from '@madruga/core/notify.ts'
import { SECOND_MS } from '@madruga/core/time.ts'
import webPush from 'web-push'
import type { Outgoing } from '../model.ts'
import { failed, gone, keepMsOf, PUSH_TIMEOUT_MS, refused, unanswered } from './model.ts'
import type { BrowserDevice, PushDelivery, PushSender } from './model.ts'

/** The service's own keys for web push (VAPID), base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

export type WebPushOptions = {
  /** Contact for push services: `mailto:` or `https:`. */
  subject: string
  /** Push services besides the browsers'. */
  hosts: readonly string[]
  readKeys(): Promise<PushKeys>
  /** Time-out of one attempt; default 15 s. */
  timeoutMs?: number
}

/** Web push (RFC 8030), encrypted for the device, only to the push services of browsers. */
export function createWebPush(options: WebPushOptions): PushSender<BrowserDevice> {
  const { hosts, subject, readKeys, timeoutMs = PUSH_TIMEOUT_MS } = options
  return {
    async send(message, device) {
      // Checked again: the list may have changed since the device subscribed.
      if (!isPushEndpoint(device.endpoint, hosts)) return refused('push_host')
      const request = encrypt(message, device, { subject, ...(await readKeys()) })
      return request === null ? refused('push_keys') : await post(request, timeoutMs)
    },
    async close() {},
  }
}

type Request = { endpoint: string; headers: Record<string, string>; body: Buffer }

/** null = the device's keys are invalid. */
function encrypt(
  message: Outgoing,
  { endpoint, p256dh, auth }: BrowserDevice,
  vapidDetails: PushKeys & { subject: string },
): Request | null {
  const { words, driverId } = message
  const { push } = words
  try {
    const details = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      // A button answers for this driver alone, whoever is signed in by then.
      JSON.stringify({ ...push, driverId: driverId ?? '' }),
      {
        vapidDetails,
        TTL: Math.ceil(keepMsOf(message) / SECOND_MS),
        urgency: push.matters ? 'high' : 'normal',
        // A repetition replaces a message that the device did not get yet.
        topic: message.key.slice(0, 32),
        contentEncoding: 'aes128gcm',
      },
    )
    const headers = Object.entries(details.headers).map(([name, value]) => [name, String(value)])
    return { endpoint, headers: Object.fromEntries(headers), body: details.body }
  } catch {
    return null
  }
}

async function post({ endpoint, headers, body }: Request, timeoutMs: number): Promise<PushDelivery> {
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      // No browser's push service issues an address that redirects.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return readAnswer(response)
  } catch (error) {
    return unanswered(error, 'push')
  }
}

function readAnswer({ status, headers, ok }: Response): PushDelivery {
  if (ok) return { delivery: { outcome: 'sent', reference: null }, isGone: false }
  const error = `push_${status}`
  if (status === 404 || status === 410) return gone(error)
  if (status < 500 && status !== 429 && status !== 408) return refused(error)
  return failed(error, headers.get('retry-after'))
}
