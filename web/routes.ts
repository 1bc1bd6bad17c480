import { createElement } from 'react'
import type { ComponentType } from 'react'
import { currentAddress, followHistory, navigate, onAddress, readHash } from './address.ts'
import type { Shown } from './address.ts'
import { recallDriver } from './driver.ts'
import { withWords } from './i18n.ts'
import { Home } from './screens/bot/Home.tsx'
import { Crashed } from './screens/shell/Crashed.tsx'
import { startScreen } from './screens/shell/menu.ts'
import { isHome, SCREENS } from './screens/table.ts'
import type { Screen } from './screens/table.ts'
import { keepPlaces } from './scroll.ts'

/** Fetches the list of the other screens: it names every part of the product, which home does not need. */
export const loadLateScreens = () => import('./late-screens.ts')

/** Follows the address from now on; resolves with its screen, once that is loaded. */
export async function openScreens(): Promise<Shown> {
  followHistory()
  keepPlaces()
  watchLinks((path) => void load(path).catch(() => {}))
  return await loadShown()
}

/** Calls `draw` with each further screen, once it is loaded; returns how to end that. */
export function onShown(draw: (shown: Shown) => void): () => void {
  const follow = () => void loadShown().then(draw)
  // The address may have changed since the first screen was loaded.
  follow()
  return onAddress(follow)
}

/** The screen of the newest address. */
async function loadShown(): Promise<Shown> {
  const driver = recallDriver()
  // A driver known to this device goes home, an operator to the console; a stranger sees what this is.
  if (currentAddress().path === '/' && driver !== null) navigate(`/${startScreen(driver)}`, { replace: true })
  const address = currentAddress()
  const Screen = await load(address.path).catch((error: unknown) => () => createElement(Crashed, { error }))
  return address === currentAddress() ? { address, Screen } : await loadShown()
}

async function load(path: string): Promise<ComponentType> {
  if (path === '/') return (await withWords('landing', import('./screens/landing/Landing.tsx'))).Landing
  const name = path.slice(1)
  const screen = Object.hasOwn(SCREENS, name) ? (name as Screen) : 'not-found'
  if (screen !== 'not-found' && isHome(screen)) return Home
  const { loadScreen } = await loadLateScreens()
  return (await loadScreen(screen)).default
}

const LINK = 'a[href^="#/"]'

/** Opens links of the app in this page, and calls `warm` with the path of one that a finger nears. */
function watchLinks(warm: (path: string) => void): void {
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
