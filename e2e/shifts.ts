import type { Page } from 'playwright-core'

/** A layout shift by the browser's own observer; places are x, y, width and height. */
export type Shift = { value: number; atMs: number; moved: { name: string; from: string; to: string }[] }

/** In the page: keeps every layout shift that no tap or key caused; an init script. */
export function noteShifts(): void {
  type Moved = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Moved[] }
  const kept: Shift[] = []
  Object.assign(globalThis, { shifts: kept })
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries() as Entry[]) {
      if (hadRecentInput) continue
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement
        const name = `${element?.tagName.toLowerCase()}.${element?.classList[0] ?? ''}`
        const [from, to] = [previousRect, currentRect].map(({ x, y, width, height }) =>
          [x, y, width, height].map(Math.round).join(' '),
        )
        return { name, from: from!, to: to! }
      })
      kept.push({ value, atMs: Math.round(startTime), moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The shifts since the page was loaded. */
export const readShifts = (page: Page) => page.evaluate<Shift[]>('globalThis.shifts')

/** Every shift counts, also beyond a session window. */
export const sumShifts = (shifts: readonly Shift[]) => shifts.reduce((sum, { value }) => sum + value, 0)
