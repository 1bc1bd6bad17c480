/** The browser features that renewal needs; caches and workers are absent on insecure pages. */
export type Browser = {
  caches: Pick<CacheStorage, 'keys' | 'delete'> | undefined
  registrations: () => Promise<readonly Registration[]>
  /** Waits until another worker has taken over this page, or the time-out. */
  takenOver: () => Promise<void>
  reload: () => void
}
type Registration = { update: () => Promise<unknown>; installing: Worker | null; waiting: Worker | null }
type Worker = { postMessage: (message: unknown) => void }

/** What the active worker opens the app with when offline; the next worker replaces it automatically. */
const SHELL_CACHE = /precache/

/**
 * Reloads the app: the newest service worker takes over, caches of older releases are deleted, the page is
 * reloaded. It is reloaded even if a step fails.
 */
export async function renewApp(browser: Browser): Promise<void> {
  try {
    const registrations = await browser.registrations()
    let isReplaced = false
    for (const registration of registrations) {
      await registration.update()
      const next = registration.installing ?? registration.waiting
      if (!next) continue
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
      next.postMessage('take over')
      isReplaced = true
    }
    if (isReplaced) await browser.takenOver()
    for (const name of (await browser.caches?.keys()) ?? []) {
      if (registrations.length === 0 || !SHELL_CACHE.test(name)) await browser.caches?.delete(name)
    }
  } catch {
    // The reload is what helps; the rest only supports it.
  }
  browser.reload()
}

/** A worker that has not taken over by then will with the next visit. */
const PATIENCE_MS = 6_000

/** The browser that this page runs in. */
export function thisBrowser(): Browser {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
  return {
    caches: 'caches' in window ? window.caches : undefined,
    registrations: async () => (await workers?.getRegistrations()) ?? [],
    takenOver: () =>
      new Promise((resolve) => {
        workers?.addEventListener('controllerchange', () => resolve(), { once: true })
        setTimeout(resolve, PATIENCE_MS)
      }),
    reload: () => location.reload(),
  }
}
