/// <reference lib="webworker" />
import { matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { readPush, showNews, takeTap } from './news.ts'

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
  const kept = (await matchPrecache(request.url)) ?? (await caches.match(request))
  if (kept) return kept
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
  const kept = ['language', ...Object.values(KEPT_TEXTS).flat()]
  for (const request of await texts.keys())
    if (!kept.some((file) => request.url.endsWith(`/${file}`))) await texts.delete(request)
  await caches.delete(PARTS)
  await self.clients.claim()
}
