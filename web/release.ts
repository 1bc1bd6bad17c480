import { useSyncExternalStore } from 'react'

/** How often an app that stays open asks whether there is a newer one. */
const ASK_MS = 30 * 60_000

let registration: ServiceWorkerRegistration | null = null
let waiting: ServiceWorker | null = null
const listeners = new Set<() => void>()

/**
 * Keeps what home needs on this device, so that the app opens without a network, and looks out for newer
 * releases. Does nothing where the browser has no service workers (a page that is not served by https, say).
 */
export async function watchReleases(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    registration = await navigator.serviceWorker.register('./sw.js')
  } catch {
    // The app works without it; push and opening offline do not.
    return
  }
  // Where service workers are blocked, registering may answer with nothing instead of refusing.
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

/** A first worker takes nobody's place; only one beside another is news. */
function look({ waiting: next }: ServiceWorkerRegistration): void {
  waiting = navigator.serviceWorker.controller ? next : null
  for (const listener of listeners) listener()
}

/**
 * Loads the newest release: a worker that waits takes over first. Drafts are kept on this device, so nothing
 * typed is lost.
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

/** Whether a newer release waits to be loaded. */
export function useNewRelease(): boolean {
  return useSyncExternalStore(subscribe, () => waiting !== null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
