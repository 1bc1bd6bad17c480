import { createElement, type ReactNode } from 'react'
import { loadMoreWords } from './i18n.ts'
import { queryClient, sessionQuery } from './queries.ts'

/**
 * Draws the overlays of all screens and fetches the other screens ahead, once a driver is known. A stranger
 * may never open one. Rejects when a part cannot be loaded; then it may be called again.
 *
 * The overlays belong to the one tree of the page. With their own tree, React 19.3 may begin to commit
 * in one tree, let an effect of the other one render it again, and throw its error 177.
 */
export async function openLater(draw: (overlays: ReactNode) => void): Promise<void> {
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
