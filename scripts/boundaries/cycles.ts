import type { Breach, Source } from './source.ts'

/** Files that import each other in a circle, by types alone too: none can be read before the others. */
export function cycleBreaches(sources: readonly Source[]): Breach[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  return findKnots(byPath).map((knot) => {
    const first = byPath.get(knot.toSorted()[0]!)!
    const line = first.imports.find((one) => one.inside && knot.includes(one.to))?.line ?? 1
    const what = `files import each other in a circle: ${knot.toSorted().join(', ')}`
    return { path: first.path, line, rule: 'no-import-cycles', what }
  })
}

/** Sets of files each of which imports all others, directly or through others of the set (Tarjan). */
function findKnots(byPath: ReadonlyMap<string, Source>): string[][] {
  const found: string[][] = []
  const visits = new Map<string, { order: number; lowest: number }>()
  const trail: string[] = []
  const visit = (path: string): { order: number; lowest: number } => {
    const mine = { order: visits.size, lowest: visits.size }
    visits.set(path, mine)
    trail.push(path)
    for (const { to, inside } of byPath.get(path)!.imports) {
      if (!inside || !byPath.has(to)) continue
      const known = visits.get(to)
      if (known === undefined) mine.lowest = Math.min(mine.lowest, visit(to).lowest)
      else if (trail.includes(to)) mine.lowest = Math.min(mine.lowest, known.order)
    }
    if (mine.lowest === mine.order) {
      const knot = trail.splice(trail.indexOf(path))
      if (knot.length > 1) found.push(knot)
    }
    return mine
  }
  for (const path of byPath.keys()) if (!visits.has(path)) visit(path)
  return found
}
