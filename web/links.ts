import { navigate, readHash } from './address.ts'

/** Opens links of the app in this page, and calls `warm` with the path of one that a finger nears. */
export function watchLinks(warm: (path: string) => void): void {
  addEventListener('click', (event) => {
    const hash = hashOf(event)
    // A new tab, a new window or a download is the browser's.
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (hash === null || event.defaultPrevented || !isPlain) return
    event.preventDefault()
    navigate(hash.slice(1))
  })
  const near = (event: Event): void => {
    const hash = hashOf(event)
    if (hash !== null) warm(readHash(hash).path)
  }
  addEventListener('pointerover', near, { passive: true })
  addEventListener('focusin', near)
}

function hashOf({ target }: Event): string | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#/"]') : null
  return link === null || link.target !== '' ? null : link.hash
}
