import { SETTINGS_MAX } from './validate.ts'

/** A station and its own settings, as a filter or a form stores them. */
type Holder<S> = { stationId: string; settings: readonly S[] }

/**
 * Copies settings to other stations, replacing theirs or adding to them. A station that would exceed `max`
 * (the seed: "at most three settings per filter") stays unchanged and is listed in `full`. Each copy is a new
 * object.
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
