import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, createElement } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { otherDriver } from './client.ts'
import { recallDriver } from './driver.ts'
import { firstLanguage, setLanguage, warmDates, withMoreWords, loadMoreWords } from './i18n.ts'
import { readLocal, writeLocal } from './local-store.ts'
import { botQuery, queryClient, sessionQuery, todayQuery } from './queries.ts'
import { loadLateScreens, openScreens } from './routes.ts'
import { Screens } from './screens/shell/Screens.tsx'

/** Delay after the first paint before the other screens may be fetched. */
const QUIET_MS = 1_500
/** A part that is missing this soon after a reload is not missing because of a new release. */
const RELOAD_AGAIN_MS = 60_000

// After a new release the old release's parts are gone: reload the page once.
window.addEventListener('vite:preloadError', () => {
  const last = Number(readLocal('reloadedAt') ?? 0)
  if (!navigator.onLine || Date.now() - last < RELOAD_AGAIN_MS) return
  writeLocal('reloadedAt', String(Date.now()))
  location.reload()
})

// Texts, first screen and session load in parallel; the static skeleton stays until there is something to
// show.
const words = setLanguage(firstLanguage()).catch(() => setLanguage('en'))
void queryClient.prefetchQuery(sessionQuery)
// A driver known to this device most likely opens home; anyone else is about to sign in.
if (recallDriver() !== null) {
  void queryClient.prefetchQuery(botQuery)
  void queryClient.prefetchQuery(todayQuery)
} else {
  loadLateScreens().catch(() => {})
}
const screen = inTurn(openScreens)
// While the network answers: the rows would wait for it.
void inTurn(warmDates)

/** Runs it as its own task: a slow phone hears a finger in between. */
function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
  return new Promise<void>((resolve) => setTimeout(resolve)).then(work)
}

/** A device may lose its network at this very moment: then it waits for the network. */
function tryLater(draw: (overlays: ReactNode) => void): void {
  openLater(draw).catch(() => addEventListener('online', () => tryLater(draw), { once: true }))
}

/**
 * Draws the overlays of all screens and fetches the other screens ahead, once a driver is known. A stranger
 * may never open one. Rejects when a part cannot be loaded; then it may be called again.
 *
 * The overlays belong to the one tree of the page. With their own tree, React 19.3 may begin to commit
 * in one tree, let an effect of the other one render it again, and throw its error 177.
 */
async function openLater(draw: (overlays: ReactNode) => void): Promise<void> {
  await untilDriverKnown()
  // Not in development, whose server makes each file when it is asked for.
  if (import.meta.env.PROD) loadAhead()
  const [{ Later }] = await Promise.all([import('./screens/shell/Later.tsx'), loadMoreWords()])
  draw(createElement(Later))
}

/** Resolves once someone is signed in, or the service did not answer who is. */
function untilDriverKnown(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      const session = queryClient.getQueryState(sessionQuery.queryKey)
      if (!session?.data && session?.status !== 'error') return
      stop()
      resolve()
    }
    const stop = queryClient.getQueryCache().subscribe(look)
    look()
  })
}

/** Without a network at this moment, each screen is fetched when it is opened. */
function loadAhead(): void {
  import('./ahead.ts').then((module) => module.fetchAhead()).catch(() => {})
}

void Promise.all([screen, words.catch(() => {})]).then(([first]) => {
  const element = document.getElementById('root')
  if (!element) return
  const root = createRoot(element)
  const screens = <Screens first={first} />
  let stop: ReactNode = null
  // In slices: a slow phone hears a finger in between.
  const draw = (overlays: ReactNode): void =>
    startTransition(() =>
      root.render(
        stop ?? (
          <QueryClientProvider client={queryClient}>
            {screens}
            {overlays}
          </QueryClientProvider>
        ),
      ),
    )
  draw(null)
  void otherDriver
    .then(() => withMoreWords(import('./screens/shell/OtherDriver.tsx')))
    .then(
      ({ OtherDriver }) => {
        stop = <OtherDriver />
        draw(null)
      },
      () => location.reload(),
    )
  const begin = (): void => tryLater(draw)
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 5_000 })
    else begin()
  }, QUIET_MS)
})
