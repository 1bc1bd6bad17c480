/** What a driver's page shows along its time. */
export const KINDS = ['offers', 'bot', 'money', 'messages'] as const
export type Kind = (typeof KINDS)[number]

/** What one list holds so far: newest first, and whether older ones may follow. */
export type Source<E> = { events: readonly E[]; more: boolean }

/**
 * The events of several lists in one, newest first, down to where each list is loaded: an older event might
 * belong in between. `waits`: the lists, by their place, whose next page continues it.
 */
export function alongTimes<E extends { at: number }>(
  sources: readonly Source<E>[],
): { events: E[]; waits: number[] } {
  const ends = sources.map(({ events, more }) => (more ? (events.at(-1)?.at ?? Infinity) : -Infinity))
  const end = Math.max(...ends)
  const events = sources.flatMap((source) => source.events).filter(({ at }) => at >= end)
  return {
    events: events.toSorted((one, other) => other.at - one.at),
    waits: ends.flatMap((at, place) => (at === end && at > -Infinity ? [place] : [])),
  }
}
