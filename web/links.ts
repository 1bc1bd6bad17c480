import { navigate, readHash } from './address.ts'

const LINK = 'a[href^="#/"]'

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
  keepPresses()
}

/** The app takes the place of the server's page: a link replaced under a finger leads on all the same. */
function keepPresses(): void {
  let pressed = document.querySelector<HTMLAnchorElement>(`${LINK}:active`)
  addEventListener('pointerdown', (event) => (pressed = event.button === 0 ? linkOf(event) : null))
  addEventListener('pointercancel', () => (pressed = null))
  addEventListener('pointerup', () => {
    if (pressed?.isConnected === false) navigate(pressed.hash.slice(1))
    pressed = null
  })
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>(LINK) : null
  return link?.target === '' ? link : null
}

function hashOf(event: Event): string | null {
  return linkOf(event)?.hash ?? null
}
