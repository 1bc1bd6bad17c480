import type { Address } from './address.ts'

/** Where the page was scrolled to, by the entry of the history; a reload keeps it. */
const NAME = 'scroll'
const places = new Map<string, number>(readPlaces())
/** Of the screen that is drawn. */
let entry: string | null = null

/** Keeps each entry's place, in the browser's stead: it would scroll before the screen is there. */
export function keepPlaces(): void {
  history.scrollRestoration = 'manual'
  addEventListener('scroll', () => entry !== null && places.set(entry, scrollY), { passive: true })
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(NAME, JSON.stringify([...places]))
    } catch {
      // Storing is optional: a reload then begins at the top.
    }
  })
}

/** Scrolls a screen that was just drawn to where the driver left it; a new one to its top. */
export function scrollToPlace(address: Address): void {
  const place = places.get(address.entry)
  entry = address.entry
  if (place !== undefined || !address.stays) scrollTo(0, place ?? 0)
  // Without an event where the page stays.
  places.set(entry, scrollY)
}

function readPlaces(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? '[]') as [string, number][]
  } catch {
    return []
  }
}
