import { SETTINGS_MAX } from './validate.ts'

/** A station and the settings that it has of its own, as a filter or a form holds them. */
type Holder<S> = { stationId: string; settings: readonly S[] }

/**
 * Copies settings to other stations: in the place of theirs, or beside them. A station that would get more
 * than `max` (the seed: "at most three settings per filter") is left as it is and named in `full`. Each copy
 * is an object of its own.
 */
export function copySettings<S, H extends Holder<S>>(
  stations: readonly H[],
  settings: readonly S[],
  to: ReadonlySet<string>,
  how: 'replace' | 'add',
  max = SETTINGS_MAX,
): { stations: H[]; full: string[] } {
  const full: string[] = []
  const copied = stations.map((station) => {
    if (!to.has(station.stationId)) return station
    const kept = how === 'replace' ? [] : station.settings
    if (kept.length + settings.length > max) {
      full.push(station.stationId)
      return station
    }
    return { ...station, settings: [...kept, ...structuredClone(settings)] }
  })
  return { stations: copied, full }
}
