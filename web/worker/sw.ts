/// <reference lib="webworker" />

import { matchPrecache, precacheAndRoute } from 'workbox-precaching'

declare const self: ServiceWorkerGlobalScope
/** The files to keep; the build fills them in (worker-build.ts). */
declare const KEPT_FILES: { url: string; revision: string | null }[]
/** The files of each language's texts that home needs. */
declare const KEPT_TEXTS: Record<string, string[]>

const PARTS = 'parts'
/** The texts that home needs, and the language in which the page wants them (release.ts). */
const TEXTS = 'texts'
/** Time-out of the page before the cached one is shown. */
const PAGE_WAIT_MS = 3_000

// The shell and home, whole and of one release: what is needed to open without a network. Matched by exact
// address.
precacheAndRoute(KEPT_FILES, { directoryIndex: '', cleanURLs: false })

self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting()
})
self.addEventListener('install', (event) => event.waitUntil(keepTexts()))
self.addEventListener('activate', (event) => event.waitUntil(tidy()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  // The API is never cached, for its answers are only valid now; a download opened as a page is no page.
  if (pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  else if (pathname.includes('/assets/')) event.respondWith(readPart(request))
})
self.addEventListener('push', (event) => event.waitUntil(showNews(self, readPush(event.data))))
self.addEventListener('notificationclick', (event) => event.waitUntil(takeTap(self, event)))

/** The server's current page, so that a new release opens at once; offline the cached one. */
async function openPage(request: Request): Promise<Response> {
  const slow = new AbortController()
  const timer = setTimeout(() => slow.abort(), PAGE_WAIT_MS)
  try {
    const response = await fetch(request, { signal: slow.signal })
    if (response.status < 500) return response
  } catch {
    // No network, or a slow one.
  } finally {
    clearTimeout(timer)
  }
  return (await matchPrecache('index.html')) ?? (await matchPrecache('offline.html')) ?? Response.error()
}

/** Parts have their content's hash in their name: the first answer is valid forever. */
async function readPart(request: Request): Promise<Response> {
  const copy = (await matchPrecache(request.url)) ?? (await caches.match(request))
  if (copy) return copy
  const response = await fetch(request)
  if (response.ok) {
    const cache = await caches.open(PARTS)
    await cache.put(request, response.clone()).catch(() => {})
  }
  return response
}

/** Of one language alone: the driver reads no other. */
async function keepTexts(): Promise<void> {
  const texts = await caches.open(TEXTS)
  const language = await (await texts.match('./language'))?.text()
  await texts.addAll(KEPT_TEXTS[language ?? 'en'] ?? [])
}

/** Clears what may belong to old releases: other parts are fetched again when needed. */
async function tidy(): Promise<void> {
  const texts = await caches.open(TEXTS)
  const names = ['language', ...Object.values(KEPT_TEXTS).flat()]
  for (const request of await texts.keys())
    if (!names.some((file) => request.url.endsWith(`/${file}`))) await texts.delete(request)
  await caches.delete(PARTS)
  await self.clients.claim()
}

/** A push message of the server (server/notify): texts ready to show, in the driver's language. */
type PushedNews = {
  id: number
  kind: string
  title: string
  text: string
  /** The target of a tap, such as `/#/inbox`. */
  url: string
  /** Stays until it is handled. */
  matters: boolean
  /** In the order shown. */
  buttons: { action: 'acknowledge' | 'take' | 'leave'; title: string }[]
  /** Whom it is for; '' where it names no one, and then its buttons do nothing but open its screen. */
  driverId: string
  /** The confirmation that `take` and `leave` answer. */
  confirmationId: string | null
  /** Shown in its place once the answer has arrived at the server. */
  answered: string
}

const FALLBACK: PushedNews = {
  id: 0,
  kind: 'test',
  title: 'Madruga',
  text: '',
  url: '/#/inbox',
  matters: false,
  buttons: [],
  driverId: '',
  confirmationId: null,
  answered: '',
}

/**
 * Parses a push message; an unreadable one is still shown, since browsers cancel a subscription that
 * shows nothing.
 */
function readPush(data: PushMessageData | null): PushedNews {
  try {
    return { ...FALLBACK, ...(data?.json() as Partial<PushedNews> | undefined) }
  } catch {
    return FALLBACK
  }
}

/** Shows it; a repetition replaces the first one and sounds again. */
async function showNews(worker: ServiceWorkerGlobalScope, news: PushedNews): Promise<void> {
  const { id, kind, title, text, url, matters, buttons, driverId, confirmationId, answered } = news
  const options = {
    ...LOOK,
    body: text,
    tag: id > 0 ? `news-${id}` : kind,
    renotify: true,
    requireInteraction: matters,
    data: { id, url, driverId, confirmationId, answered } satisfies Kept,
    ...(matters && { vibrate: [200, 80, 200, 80, 400] }),
    ...(buttons.length > 0 && { actions: buttons }),
  }
  await worker.registration.showNotification(title, options as NotificationOptions)
  // The page sets the exact number when it opens; until then a mark says that there is something.
  await worker.navigator.setAppBadge?.().catch(() => {})
}

/** What a shown notification keeps for its buttons. */
type Kept = Pick<PushedNews, 'id' | 'url' | 'driverId' | 'confirmationId' | 'answered'>
const LOOK = { icon: 'icon-192.png', badge: 'badge.png' }

/**
 * A tap opens the notification's screen, in an existing window if there is one. A button acknowledges or
 * answers without opening anything; where the server does not take that, it opens the screen, which says why.
 */
async function takeTap(worker: ServiceWorkerGlobalScope, event: NotificationEvent): Promise<void> {
  const { action, notification } = event
  notification.close()
  const { id, url, driverId, confirmationId, answered } = notification.data as Kept
  if (action === 'acknowledge' && (await post('/api/notify/acknowledge', driverId, { id }))) return
  if ((action === 'take' || action === 'leave') && confirmationId !== null) {
    const address = `/api/bot/confirmations/${encodeURIComponent(confirmationId)}`
    if (await post(address, driverId, { take: action === 'take' })) {
      const options = { ...LOOK, body: answered, tag: notification.tag, silent: true }
      const data: Kept = { id, url, driverId, confirmationId: null, answered }
      if (action === 'take')
        await worker.registration.showNotification(notification.title, { ...options, data })
      return
    }
  }
  await openScreen(worker, url)
}

async function openScreen(worker: ServiceWorkerGlobalScope, url: string): Promise<void> {
  const target = new URL(safePath(url), worker.location.origin).href
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows[0]
  if (open === undefined) {
    await worker.clients.openWindow(target)
    return
  }
  await open.focus()
  await open.navigate(target).catch(() => worker.clients.openWindow(target))
}

/** Only opens addresses of this app. */
function safePath(url: string): string {
  return url.startsWith('/') && !url.startsWith('//') ? url : '/'
}

/**
 * Tells the server for the driver of the notification; false if it does not take it, the browser gives
 * workers no cookies, or the session has ended or is another driver's.
 */
async function post(address: string, driverId: string, body: object): Promise<boolean> {
  const { cookieStore } = self as unknown as {
    cookieStore?: { get(name: string): Promise<{ value?: string } | null> }
  }
  const cookie = (await cookieStore?.get('__Host-XSRF-TOKEN')) ?? (await cookieStore?.get('XSRF-TOKEN'))
  const token = cookie?.value
  if (!token) return false
  const response = await fetch(`${address}?as=${encodeURIComponent(driverId)}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', 'x-xsrf-token': decodeURIComponent(token) },
    body: JSON.stringify(body),
  }).catch(() => null)
  return response?.ok ?? false
}
