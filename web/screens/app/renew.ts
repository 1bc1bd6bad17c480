/** What renewing needs of the browser; caches and workers are absent where a page is not served safely. */
export type Browser = {
  caches: Pick<CacheStorage, 'keys' | 'delete'> | undefined
  registrations: () => Promise<readonly Registration[]>
  /** Waits until another worker has taken over this page, or patience ends. */
  takenOver: () => Promise<void>
  reload: () => void
}
type Registration = {
  update: () => Promise<unknown>
  installing: Worker | null
  waiting: Worker | null
}
type Worker = { postMessage: (message: unknown) => void }

/**
 * What the worker in charge opens the app with when there is no network; the next worker replaces it by
 * itself.
 */
const SHELL_CACHE = /precache/

/**
 * Loads the app afresh: the newest service worker takes over, what older releases left in caches is deleted,
 * the page is loaded again. Whatever of it fails, the page is loaded again.
 */
export async function renewApp(browser: Browser): Promise<void> {
  try {
    const registrations = await browser.registrations()
    let replaced = false
    for (const registration of registrations) {
      await registration.update()
      const next = registration.installing ?? registration.waiting
      if (!next) continue
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
      next.postMessage('take over')
      replaced = true
    }
    if (replaced) await browser.takenOver()
    for (const name of (await browser.caches?.keys()) ?? []) {
      if (registrations.length === 0 || !SHELL_CACHE.test(name)) await browser.caches?.delete(name)
    }
  } catch {
    // Loading again is what helps; the rest only makes sure of it.
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
