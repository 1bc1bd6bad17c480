import type { StorePushKind } from '@madruga/core/notify.ts'
import { api } from './client.ts'
import { decodeKey } from './push/key.ts'
import {
  isStoreApp,
  leaveStorePush,
  readStorePush,
  turnStorePushOff,
  turnStorePushOn,
} from './push/store-app.ts'
import type { StorePushState } from './push/store-app.ts'

export { startStorePush } from './push/store-app.ts'

/** What the server tells of push: its public key (VAPID, base64url), and the store apps that it reaches. */
export type PushOffer = { pushKey: string; storePush: Record<StorePushKind, boolean> }

/** Whether this device receives push, and if not, why. */
export type PushState =
  | StorePushState
  /** The browser has no push (an iPhone page that is not on the home screen, an old browser). */
  | 'unsupported'
  /** There is no receiver: no service worker runs on this page. */
  | 'no_worker'
  /** The driver blocked notifications for this page. */
  | 'denied'
  | 'off'
  | 'on'

/** The app registers its worker when idle; it takes no longer than this. */
const WORKER_WAIT_MS = 8_000

/** The push state of this device. */
export async function readPushState({ storePush }: Pick<PushOffer, 'storePush'>): Promise<PushState> {
  if (isStoreApp()) return await readStorePush(storePush)
  // Without https browsers disable workers altogether.
  if (!window.isSecureContext) return 'no_worker'
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await findWorker()
  if (registration === null) return 'no_worker'
  const subscription = await registration.pushManager.getSubscription()
  return subscription !== null && Notification.permission === 'granted' ? 'on' : 'off'
}

/**
 * Asks for permission, subscribes this browser with the service's key, or the store app at its platform's
 * service, and registers it with the server. Returns the resulting state; throws a `Problem` if the server
 * refuses, anything else if the browser or the app gives no address.
 */
export async function subscribePush({ pushKey, storePush }: PushOffer): Promise<PushState> {
  if (isStoreApp()) return await turnStorePushOn(storePush)
  if (!isSupported()) return 'unsupported'
  // First of all: browsers prompt only right after a tap.
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  const registration = await findWorker()
  if (registration === null) return 'no_worker'
  const subscription = await subscribeWith(registration, pushKey)
  const { endpoint, keys } = subscription.toJSON()
  await api.notify.subscribePush({
    endpoint: endpoint ?? subscription.endpoint,
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
  })
  return 'on'
}

/** Unsubscribes this device, here and at the server. */
export async function unsubscribePush(offer: PushOffer): Promise<PushState> {
  if (isStoreApp()) return await turnStorePushOff()
  const registration = await findWorker()
  const subscription = await registration?.pushManager.getSubscription()
  if (subscription) {
    await api.notify.unsubscribePush({ endpoint: subscription.endpoint })
    await subscription.unsubscribe()
  }
  return readPushState(offer)
}

/**
 * The driver leaves this device: what comes for them is shown here no more. A store app registers again when
 * they sign in; in a browser they turn it on again, since the next account may be another person's.
 */
export async function leavePush(): Promise<void> {
  if (isStoreApp()) return await leaveStorePush()
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  if (!subscription) return
  const { endpoint } = subscription
  await Promise.all([subscription.unsubscribe(), api.notify.unsubscribePush({ endpoint })])
}

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** The worker of this page; null if there is none, now or after a while. */
async function findWorker(): Promise<ServiceWorkerRegistration | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), WORKER_WAIT_MS))
  return Promise.race([navigator.serviceWorker.ready, late])
}

async function subscribeWith(
  registration: ServiceWorkerRegistration,
  pushKey: string,
): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: decodeKey(pushKey) }
  try {
    return await registration.pushManager.subscribe(options)
  } catch (error) {
    // The service has a new key: the old key's subscription must be removed first.
    const old = await registration.pushManager.getSubscription()
    if (old === null) throw error
    await old.unsubscribe()
    return registration.pushManager.subscribe(options)
  }
}
