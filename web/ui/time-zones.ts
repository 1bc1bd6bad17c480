import { dateFormat, isInUnitedStates, zoneName } from '@madruga/core/formats.ts'

/** The zones of most drivers in the United States, from east to west. */
const HOME_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
]

export type ZoneChoice = { zone: string; label: string }

/** This device's zone; the service's if the device does not provide it. */
export function detectTimeZone(): string {
  return dateFormat('en-US', {}).resolvedOptions().timeZone || 'America/New_York'
}

/**
 * Every zone that the browser knows, and the selected one. First the device's and the selected one; those of
 * the United States before all others where one of the two is there.
 */
export function listTimeZones(
  locale: string,
  choice: string,
  here = detectTimeZone(),
): { near: ZoneChoice[]; home: ZoneChoice[]; others: ZoneChoice[] } {
  const ownZones = [...new Set([here, choice])].filter((zone) => zone !== '')
  const home = ownZones.some(isInUnitedStates) ? HOME_ZONES : []
  const near = ownZones.filter((zone) => !home.includes(zone))
  const names = new Set(Intl.supportedValuesOf('timeZone'))
  const others = [...names].filter((zone) => ![...home, ...near].includes(zone)).sort()
  const named = (zone: string) => ({ zone, label: `${cityOf(zone)} (${zoneName(locale, zone)})` })
  return {
    near: near.map(named),
    home: home.map(named),
    others: others.map((zone) => ({ zone, label: zone.replaceAll('_', ' ') })),
  }
}

function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}
