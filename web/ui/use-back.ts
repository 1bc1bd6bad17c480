import { useLayoutEffect, useRef } from 'react'

/** One that is open over the screen; the last of them is on top. */
type Overlay = { href: string; close: () => void }

const STEP_MS = 1_000

const overlays: Overlay[] = []
/** Whether the next step back is ours and leads nowhere. */
let stepping = false
let settling = false

/**
 * While `open`, going back closes what is on top and leaves the screen where it is; so does an address that
 * changes beneath it. `close` may refuse: it is asked again the next time.
 */
export function useBack(open: boolean, close: () => void): void {
  const newest = useRef(close)
  useLayoutEffect(() => {
    newest.current = close
  })
  useLayoutEffect(() => {
    if (!open) return
    const overlay = { href: location.href, close: () => newest.current() }
    overlays.push(overlay)
    settle()
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1)
      settleLater()
    }
  }, [open])
}

/** How many overlays an entry of the history stands for: each has one, with the address of its screen. */
function depthOf(state: unknown): number {
  return (state as { overlays?: number } | null)?.overlays ?? 0
}

/** Gives each overlay its entry, and takes back those of the ones that closed. */
function settle(): void {
  const extra = depthOf(history.state) - overlays.length
  if (stepping || extra === 0) return
  if (extra > 0) {
    stepping = true
    history.go(-extra)
    // Where a frame took the step no event comes.
    setTimeout(() => (stepping = false), STEP_MS)
    return
  }
  const state = { ...(history.state as object | null), overlays: overlays.length }
  history.pushState(state, '')
}

/** A link inside an overlay may close it and lead on: its entry then lies behind, until it is met. */
function settleLater(): void {
  if (settling) return
  settling = true
  setTimeout(() => {
    settling = false
    settle()
  })
}

// Before the listener of `address.ts`, which would draw the screen again.
addEventListener(
  'popstate',
  (event) => {
    const depth = depthOf(event.state)
    const top = overlays.at(-1)
    if (stepping) {
      stepping = false
      event.stopImmediatePropagation()
      settle()
    } else if (top === undefined && depth > 0) {
      event.stopImmediatePropagation()
      history.go(-depth)
    } else if (top !== undefined && depth < overlays.length && location.href === top.href) {
      event.stopImmediatePropagation()
      top.close()
      settleLater()
    }
  },
  { capture: true },
)
addEventListener('hashchange', () => {
  for (const overlay of overlays.toReversed()) overlay.close()
})
