import type { Outputs } from '@madruga/core/contract.ts'

// Answers of the fake bot and platform.

export const BOT: Outputs['bot']['get'] = {
  phase: 'not_running',
  gps: false,
  mode: 'regular',
  liveLog: true,
  reason: null,
  dueAt: null,
  gen: 0,
  speed: '1X',
  startedAt: null,
  windowStartedAt: null,
  shadowUntil: null,
  silentSince: null,
  restUntil: null,
  seq: 0,
  now: 0,
}
export const STATIONS: Outputs['platforms']['stations']['stations'] = Array.from(
  { length: 50 },
  (_, index) => ({
    id: `s${index}`,
    variant: 'amazon',
    code: `VNY${index}`,
    name: 'Midtown',
    address: '1 Main Street',
    city: 'New York',
    state: 'NY',
    programme: 'parcels',
    latitude: 40.7,
    longitude: -74,
    timeZone: 'America/New_York',
  }),
)
export const TODAY: Outputs['bot']['today'] = {
  seen: 0,
  accepted: 0,
  missed: 0,
  ignored: 0,
  bookedCents: 0,
  requests: { usedThisHour: 0, perHour: 100 },
  runSchedule: [],
  nextBlock: null,
}
