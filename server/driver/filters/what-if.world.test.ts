import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outputs } from '@madruga/core/contract.ts'
import { proposeFilter } from '@madruga/core/filters.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { createBrowser, startTestHttp } from '../../http/testing.ts'
import { saveStations } from '../../platforms.ts'
import { createObservations } from '../observations.ts'
import { stubPlatform } from '../../bot/testing-platform.ts'
import { systemClock } from '../../kit/clock.ts'
import { realNow } from '../../kit/testing.ts'

test('what if answers by the history at the driver’s stations, and refuses what could not be saved', async () => {
  const http = await startTestHttp()
  try {
    const driver = await http.addDriver()
    const { database } = http.database
    const platform = stubPlatform(systemClock).name
    const station = {
      id: 's1',
      variant: 'amazon',
      code: 'S1',
      name: '',
      address: '',
      city: '',
      state: '',
    } as const
    const where = { programme: 'logistics', latitude: 25, longitude: -80, timeZone: 'America/New_York' }
    await saveStations(database.kysely, driver.id, platform, 'amazon', [{ ...station, ...where }])
    const now = realNow()
    const observations = createObservations({
      database,
      clock: systemClock,
      settings: { keepDays: 60, replayMost: 1_000 },
    })
    const startAt = now + 5 * HOUR_MS
    const offer = { id: 'a', stationId: 's1', kind: 'block', startAt, endAt: startAt + 3 * HOUR_MS } as const
    const rest = { tipCents: 0, miles: null, stops: null, batched: false, expiresAt: null }
    observations.note(
      platform,
      'amazon',
      [
        { ...offer, payCents: 9_000, ...rest },
        {
          ...offer,
          id: 'b',
          startAt: offer.endAt,
          endAt: offer.endAt + 3 * HOUR_MS,
          payCents: 1_000,
          ...rest,
        },
      ],
      now,
    )
    await observations.close()

    const browser = createBrowser(http.url)
    await browser.signIn(driver)
    const filter = proposeFilter('amazon', 'basic', 'America/New_York', ['s1'])
    const allDay = filter.schedule.days.map((day) => ({ ...day, allDay: true, ranges: [] }))
    const proposed = { ...filter, schedule: { ...filter.schedule, days: allDay } }
    const answer = await browser.call<Outputs['filters']['whatIf']>('POST', '/api/filters/amazon/what-if', {
      filter: proposed,
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.deepEqual(answer.body, {
      considered: 2,
      from: now,
      currency: null,
      fit: { count: 1, cents: 9_000, tipCents: 0, minutes: 180, others: [] },
      held: { count: 1, cents: 9_000, tipCents: 0, minutes: 180, others: [] },
      blockers: [{ rule: 'price_per_hour', count: 1, cents: 1_000, tipCents: 0, minutes: 180, others: [] }],
      byStation: [{ stationId: 's1', considered: 2, count: 1, cents: 9_000, others: [] }],
    })
    const refused = await browser.call('POST', '/api/filters/amazon/what-if', {
      filter: { ...proposed, stations: [] },
    })
    assert.equal(refused.body.code, 'filters.invalid')
  } finally {
    await http.stop()
  }
})
