import { isPushEndpoint } from '@madruga/core/notify.ts'
import { HOUR_MS, SECOND_MS } from '@madruga/core/time.ts'
import webPush from 'web-push'
import type { Delivery, Outgoing, Provider } from './model.ts'

/** A browser with web push. */
export type PushDevice = { endpoint: string; p256dh: string; auth: string }
/** The service's own keys for web push (VAPID), base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

export type PushOptions = {
  /** Contact for push services: `mailto:` or `https:`. */
  subject: string
  /** Push services besides the browsers'. */
  hosts: readonly string[]
  readKeys(): Promise<PushKeys>
  /** null = it no longer accepts push. */
  readDevice(id: string): Promise<PushDevice | null>
  /** The push service says that the device is gone permanently. */
  forgetDevice(id: string, endpoint: string): Promise<void>
  /** Time-out of one attempt; default 15 s. */
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000
/** How long a push service keeps a message for a device that is off. */
const KEEP_MS = 24 * HOUR_MS

/** Web push (RFC 8030), encrypted for the device, only to the push services of browsers. */
export function createPushProvider(options: PushOptions): Provider {
  const { hosts, subject, readKeys, readDevice, forgetDevice, timeoutMs = TIMEOUT_MS } = options
  return {
    async send(message) {
      const device = await readDevice(message.recipient)
      if (device === null) return { outcome: 'refused', error: 'device_gone' }
      // Checked again: the list may have changed since the device subscribed.
      if (!isPushEndpoint(device.endpoint, hosts)) return { outcome: 'refused', error: 'push_host' }
      const request = encrypt(message, device, { subject, ...(await readKeys()) })
      if (request === null) return { outcome: 'refused', error: 'push_keys' }
      const delivery = await post(request, timeoutMs)
      if (delivery.outcome === 'refused' && GONE.includes(delivery.error)) {
        await forgetDevice(message.recipient, device.endpoint)
      }
      return delivery
    },
    async close() {},
  }
}

const GONE = ['push_404', 'push_410']

type Request = { endpoint: string; headers: Record<string, string>; body: Buffer }

/** null = the device's keys are invalid. */
function encrypt(
  { words, key, now, expiresAt }: Outgoing,
  { endpoint, p256dh, auth }: PushDevice,
  vapidDetails: PushKeys & { subject: string },
): Request | null {
  const { push } = words
  const restMs = Math.max((expiresAt ?? now + KEEP_MS) - now, SECOND_MS)
  try {
    const details = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(push),
      {
        vapidDetails,
        TTL: Math.ceil(Math.min(restMs, KEEP_MS) / SECOND_MS),
        urgency: push.matters ? 'high' : 'normal',
        // A repetition replaces a message that the device did not get yet.
        topic: key.slice(0, 32),
        contentEncoding: 'aes128gcm',
      },
    )
    const headers = Object.entries(details.headers).map(([name, value]) => [name, String(value)])
    return { endpoint, headers: Object.fromEntries(headers), body: details.body }
  } catch {
    return null
  }
}

async function post({ endpoint, headers, body }: Request, timeoutMs: number): Promise<Delivery> {
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
    const timedOut = (error as Error).name === 'TimeoutError'
    return { outcome: 'failed', error: timedOut ? 'timeout' : 'push_unreachable' }
  }
}

function readAnswer({ status, headers, ok }: Response): Delivery {
  if (ok) return { outcome: 'sent', reference: null }
  const error = `push_${status}`
  if (status < 500 && status !== 429 && status !== 408) return { outcome: 'refused', error }
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return seconds > 0
    ? { outcome: 'failed', error, retryAfterMs: seconds * SECOND_MS }
    : { outcome: 'failed', error }
}
