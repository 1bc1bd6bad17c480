/** A span of a day on the wall clock, in minutes after midnight. */
export type DayPart = { startMinute: number; endMinute: number }

/** The position of a span among those that it overlaps with: lane `lane` of `lanes`. */
export type Laid<T> = { item: T; lane: number; lanes: number }

/**
 * Places the overlapping spans of one day side by side. Each takes the first free lane, and a cluster has as
 * many lanes as its busiest moment needs. Blocks that one driver holds never overlap, but released ones may.
 */
export function layDay<T extends DayPart>(items: readonly T[]): Laid<T>[] {
  const sorted = items.toSorted((a, b) => a.startMinute - b.startMinute || b.endMinute - a.endMinute)
  const laid: Laid<T>[] = []
  let cluster: Laid<T>[] = []
  let ends: number[] = []
  const close = () => {
    for (const one of cluster) one.lanes = ends.length
    laid.push(...cluster)
    cluster = []
    ends = []
  }
  for (const item of sorted) {
    if (ends.every((end) => end <= item.startMinute)) close()
    const free = ends.findIndex((end) => end <= item.startMinute)
    const lane = free === -1 ? ends.length : free
    ends[lane] = item.endMinute
    cluster.push({ item, lane, lanes: 1 })
  }
  close()
  return laid
}

/**
 * The whole hours that a week's spans need, at least `least` hours: `{ from: 6, to: 20 }`; null without
 * spans.
 */
export function hoursOf(parts: readonly DayPart[], least: number): { from: number; to: number } | null {
  if (parts.length === 0) return null
  const from = Math.floor(Math.min(...parts.map((part) => part.startMinute)) / 60)
  const to = Math.ceil(Math.max(...parts.map((part) => part.endMinute)) / 60)
  const start = Math.max(0, Math.min(from, 24 - least))
  return { from: start, to: Math.min(24, Math.max(to, start + least)) }
}
