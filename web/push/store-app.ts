import type { StorePushKind } from '@madruga/core/notify.ts'
import { api } from '../client.ts'
import { readLocal, writeLocal } from '../local-store.ts'
import { queryClient, sessionQuery } from '../queries.ts'

/** What the page gets of the store app's push plugin: Capacitor puts it on the window. */
type PushPlugin = {
  checkPermissions(): Promise<{ receive: string }>
  requestPermissions(): Promise<{ receive: string }>
  /** The token follows as the event `registration`. */
  register(): Promise<void>
  unregister(): Promise<void>
  addListener(event: 'registration', listener: (token: { value: string }) => void): unknown
  addListener(event: 'registrationError', listener: (failure: { error: string }) => void): unknown
  addListener(event: 'pushNotificationActionPerformed', listener: (tap: PushTap) => void): unknown
}
/** A tapped notification, or one of its buttons. Android's buttons come as data, iOS's as the action. */
export type PushTap = {
  actionId: string
  notification: { data?: { id?: string; url?: string; confirmationId?: string; action?: string } }
}
type StoreApp = { kind: StorePushKind; plugin: PushPlugin }
type Capacitor = { getPlatform?(): string; Plugins?: { PushNotifications?: PushPlugin } }

/** Whether this page runs inside a store app. */
export function isStoreApp(): boolean {
  const { Capacitor } = window as { Capacitor?: Capacitor }
  return ['android', 'ios'].includes(Capacitor?.getPlatform?.() ?? '')
}

/**
 * The push of the store app; null if this one was built without it. An Android app without Firebase's file
 * would crash at its first use, and says by its user agent that it has one (capacitor.config.ts).
 */
function findPush(): StoreApp | null {
  const { Capacitor } = window as { Capacitor?: Capacitor }
  const plugin = Capacitor?.Plugins?.PushNotifications
  if (plugin === undefined) return null
  if (Capacitor?.getPlatform?.() === 'ios') return { kind: 'apns', plugin }
  return navigator.userAgent.includes('MadrugaPush') ? { kind: 'fcm', plugin } : null
}

/** Whether the driver turned push on in this app; stays while they are signed out. */
const WANTED = 'storePush'
const TOKEN = 'storePushToken'
/** Apple answers in a second or never. */
const TOKEN_WAIT_MS = 15_000

export type StorePushState = 'app_missing' | 'app_denied' | 'off' | 'on'

/** The push state of this app; `set` says which services the operator set up. */
export async function readStorePush(isSet: Record<StorePushKind, boolean>): Promise<StorePushState> {
  const app = findPush()
  if (app === null || !isSet[app.kind]) return 'app_missing'
  const { receive } = await app.plugin.checkPermissions()
  if (receive === 'denied') return 'app_denied'
  return receive === 'granted' && readLocal(TOKEN) !== null ? 'on' : 'off'
}

/** Asks for the permission, and registers this app's token with the server. */
export async function turnStorePushOn(isSet: Record<StorePushKind, boolean>): Promise<StorePushState> {
  const app = findPush()
  if (app === null || !isSet[app.kind]) return 'app_missing'
  const { receive } = await app.plugin.requestPermissions()
  if (receive !== 'granted') return 'app_denied'
  await register(app)
  writeLocal(WANTED, 'on')
  return 'on'
}

/** The driver wants no push here. */
export async function turnStorePushOff(): Promise<StorePushState> {
  await leaveStorePush()
  writeLocal(WANTED, null)
  return 'off'
}

/** Removes this app's token at the server and at its service: the driver signs out or wants no push. */
export async function leaveStorePush(): Promise<void> {
  const token = readLocal(TOKEN)
  if (token === null) return
  await api.notify.removeDevice({ token })
  writeLocal(TOKEN, null)
  await findPush()?.plugin.unregister()
}

/**
 * Registers the token again at each start and sign-in, since services replace tokens, and answers taps of
 * notifications from now on.
 */
export function startStorePush(): void {
  const app = findPush()
  if (app === null) return
  app.plugin.addListener('pushNotificationActionPerformed', (tap) => void takeTap(tap))
  let renewedFor: string | null = null
  const renew = (): void => {
    const email = queryClient.getQueryData(sessionQuery.queryKey)?.email ?? null
    if (email === renewedFor) return
    renewedFor = email
    // Without a network it is tried at the next start.
    if (email !== null && readLocal(WANTED) === 'on') renewToken(app).catch(() => {})
  }
  queryClient.getQueryCache().subscribe(renew)
  renew()
}

async function renewToken(app: StoreApp): Promise<void> {
  const { receive } = await app.plugin.checkPermissions()
  if (receive === 'granted') await register(app)
  // Blocked in the phone's settings: nothing would be shown.
  else await leaveStorePush()
}

async function register({ kind, plugin }: StoreApp): Promise<void> {
  const token = await askForToken(kind, plugin)
  await api.notify.registerDevice({ kind, token })
  const former = readLocal(TOKEN)
  writeLocal(TOKEN, token)
  if (former !== null && former !== token) await api.notify.removeDevice({ token: former })
}

function askForToken(kind: StorePushKind, plugin: PushPlugin): Promise<string> {
  return new Promise((resolve, reject) => {
    // Apple's hex may come in capitals; the server knows one form.
    plugin.addListener('registration', ({ value }) => resolve(kind === 'apns' ? value.toLowerCase() : value))
    plugin.addListener('registrationError', ({ error }) => reject(new Error(error)))
    setTimeout(() => reject(new Error('no token came')), TOKEN_WAIT_MS)
    plugin.register().catch(reject)
  })
}

/** A button answers at once; what the server does not take is shown on the notification's screen. */
async function takeTap({ actionId, notification }: PushTap): Promise<void> {
  const { id, url = '/#/', confirmationId, action = actionId } = notification.data ?? {}
  try {
    if (action === 'acknowledge') await api.notify.acknowledge({ id: Number(id) })
    else if ((action === 'take' || action === 'leave') && confirmationId)
      await api.bot.answerConfirmation({ id: confirmationId, take: action === 'take' })
  } catch {
    // Too late, answered before, or signed out: the screen says so.
  }
  // Only screens of this app.
  if (url.startsWith('/#/')) location.hash = url.slice(1)
  await queryClient.invalidateQueries()
}
