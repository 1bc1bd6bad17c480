import type { Filter } from '@madruga/core/filters.ts'
import type { Station } from '@madruga/core/offers.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'

/** The device's way to open its navigation. */
export type Device = 'android' | 'ios' | 'other'

export function deviceOf(userAgent: string): Device {
  if (/android/i.test(userAgent)) return 'android'
  return /iphone|ipad|ipod/i.test(userAgent) ? 'ios' : 'other'
}

/** A link that starts the navigation to a station: the driver's own app on a phone, a map page elsewhere. */
export function navigationLink(
  { latitude, longitude, name }: Pick<Station, 'latitude' | 'longitude' | 'name'>,
  device: Device,
): string {
  const place = `${latitude},${longitude}`
  if (device === 'android') return `geo:${place}?q=${place}(${encodeURIComponent(name)})`
  if (device === 'ios') return `maps://?daddr=${place}&q=${encodeURIComponent(name)}`
  return `https://www.google.com/maps/dir/?api=1&destination=${place}`
}

/**
 * When to leave for a block, epoch ms, by the time that the driver's filter says they need to get there; null
 * if it says none.
 */
export function leaveBy(
  startAt: number,
  stationId: string | undefined,
  filter: Filter | null,
): number | null {
  const minutes = filter === null ? 0 : arrivalMinutes(filter, stationId)
  return minutes > 0 ? startAt - minutes * MINUTE_MS : null
}

function arrivalMinutes(filter: Filter, stationId: string | undefined): number {
  if (filter.variant !== 'amazon') return filter.arrivalMinutes
  const own = filter.stations.find((station) => station.stationId === stationId)?.settings ?? []
  return own.length === 0
    ? filter.shared.arrivalMinutes
    : Math.max(...own.map((setting) => setting.arrivalMinutes))
}
