import { isPushEndpoint } from '@madruga/core/notify.ts'
import { HOUR_MS, SECOND_MS } from '@madruga/core/time.ts'
import webPush from 'web-push'
import type { Delivery, Outgoing, Provider } from './model.ts'

/** A browser that takes web push. */
export type PushDevice = { endpoint: string; p256dh: string; auth: string }
/** The service's own keys for web push (VAPID), base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

export type PushOptions = {
  /** Whom a push service may write to: `mailto:` or `https:`. */
  subject: string
  /** Push services besides the browsers'. */
  hosts: readonly string[]
  readKeys(): Promise<PushKeys>
  /** null = it takes no push any more. */
  readDevice(id: string): Promise<PushDevice | null>
  /** The push service says that the device is gone for good. */
  forgetDevice(id: string, endpoint: string): Promise<void>
  /** One try takes no longer; default 15 s. */
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000
/** How long a push service keeps a message for a device that is off. */
const KEEP_MS = 24 * HOUR_MS

/** Web push (RFC 8030), encrypted for the device, to the push services of browsers alone. */
export function createPushProvider(options: PushOptions): Provider {
  const { hosts, subject, readKeys, readDevice, forgetDevice, timeoutMs = TIMEOUT_MS } = options
  return {
    async send(message) {
      const device = await readDevice(message.recipient)
      if (device === null) return { outcome: 'refused', error: 'device_gone' }
      // Looked at again: the list may be another than when the device subscribed.
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

/** null = the device's keys are none. */
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
        // A repetition takes the place of what the device did not get yet.
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
      // An address that leads elsewhere is none that a browser's push service gave.
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
