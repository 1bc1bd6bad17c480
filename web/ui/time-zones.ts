import { dateFormat, zoneName } from '@madruga/core/formats.ts'

/** The zones of most drivers, from east to west. */
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

/** Every zone that the browser knows, and the selected one, those of the United States first. */
export function listTimeZones(locale: string, chosen: string): { home: ZoneChoice[]; others: ZoneChoice[] } {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), chosen])
  const others = [...names].filter((zone) => zone !== '' && !HOME_ZONES.includes(zone)).sort()
  return {
    home: HOME_ZONES.map((zone) => ({ zone, label: `${cityOf(zone)} (${zoneName(locale, zone)})` })),
    others: others.map((zone) => ({ zone, label: zone.replaceAll('_', ' ') })),
  }
}

function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}
