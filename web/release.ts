import { useSyncExternalStore } from 'react'
import { currentWords } from './i18n.ts'
import { createSignal } from './signal.ts'

/** How often an open app checks for a newer version. */
const ASK_MS = 30 * 60_000

let registration: ServiceWorkerRegistration | null = null
let waiting: ServiceWorker | null = null
const changes = createSignal()

/**
 * Caches what home needs on this device, so that the app opens offline, and checks for new releases. Does
 * nothing if the browser has no service workers (for example without https).
 */
export async function watchReleases(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await keepLanguage()
    registration = await navigator.serviceWorker.register('./sw.js')
  } catch {
    // The app works without it; push and opening offline do not.
    return
  }
  // If service workers are blocked, registration may return nothing instead of rejecting.
  if (!registration) return
  look(registration)
  registration.addEventListener('updatefound', () => {
    const coming = registration?.installing
    coming?.addEventListener('statechange', () => registration && look(registration))
  })
  setInterval(() => {
    if (navigator.onLine) registration?.update().catch(() => {})
  }, ASK_MS)
}

/** Tells the worker whose texts a new release needs without a network; nothing without a cache. */
export async function keepLanguage(): Promise<void> {
  if (!('caches' in window)) return
  const language = new Response(currentWords().language)
  // Storing is optional: home then opens offline in English.
  await caches.open('texts').then(
    (texts) => texts.put('./language', language),
    () => {},
  )
}

/** A first worker replaces nothing; only a second one indicates a new release. */
function look({ waiting: next }: ServiceWorkerRegistration): void {
  waiting = navigator.serviceWorker.controller ? next : null
  changes.notify()
}

/**
 * Loads the newest release: a waiting worker takes over first. Drafts are stored on this device, so no input
 * is lost.
 */
export async function takeRelease(): Promise<void> {
  if (waiting === null) await registration?.update().catch(() => {})
  const next = waiting ?? registration?.waiting ?? null
  if (next === null) {
    location.reload()
    return
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  // A worker has no origin to name: it is ours alone.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  next.postMessage('take over')
}

/** Whether a newer release is waiting to be loaded. */
export function useNewRelease(): boolean {
  return useSyncExternalStore(changes.subscribe, () => waiting !== null)
}
