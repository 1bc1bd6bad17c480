import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { HOUR_MS } from '@madruga/core/time.ts'
import { FLEETBASE_CITY, startFleetbase } from '@madruga/simulator/platforms/fleetbase.ts'
import { systemClock } from '../../../kit/clock.ts'
import { readRecording, recordSession } from '../../recording.ts'
import { compareRecordings } from '../../recording/compare.ts'

const START = Date.UTC(2026, 10, 27, 1)
const LUIS = { email: 'luis@couriers.example', phone: '+13055550102', password: 'a-van' }

/** The stand-in with a driver who delivers one order, and two more to take: the session that was recorded. */
async function startSession() {
  const running = await startFleetbase({ clock: 'stepped', startAt: START })
  Object.assign(running.company, { timeZone: 'Europe/Lisbon', currency: 'EUR', country: 'PT' })
  const luis = running.openDriver({ ...LUIS, currency: null, online: true, location: FLEETBASE_CITY })
  const pickup = { id: 'place_1', name: '', street: '', city: '', ...FLEETBASE_CITY }
  const place = (scheduledAt: number | null) => {
    running.advance(1_000)
    const trip = { pickup, dropoff: pickup, distance: 1_242, time: 3_600, scheduledAt }
    return running.world.place({ ...trip, currency: 'EUR', meta: { driver_pay: '12.50' } })
  }
  await running.world.start(place(START + HOUR_MS).id, luis.id)
  place(START + HOUR_MS)
  place(null)
  return running
}

test('the stand-in of Fleetbase answers as its own code did, property by property', async () => {
  const file = new URL('../../testing/recordings/fleetbase-api.json', import.meta.url)
  const running = await startSession()
  try {
    const { recording, failed } = await recordSession({
      kind: 'fleetbase',
      baseUrl: running.url,
      key: running.key,
      secret: LUIS,
      askCode: null,
      options: { payMetaKey: 'driver_pay' },
      at: FLEETBASE_CITY,
      variant: 'courier',
      accept: true,
      allowPrivate: true,
      clock: systemClock,
    })
    assert.equal(failed, null)
    assert.deepEqual(compareRecordings(readRecording(readFileSync(file, 'utf8')), recording), [])
  } finally {
    await running.stop()
  }
})
