import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MINUTES, DAY_MS, HOUR_MS, isTimeZone, MINUTE_MS, SECOND_MS, toIso } from './time.ts'

test('a time zone goes by its name', () => {
  assert.ok(isTimeZone('America/Los_Angeles') && isTimeZone('UTC'))
  for (const name of ['', '+05:00', 'Mars/Olympus', 'America/New_York\0', "x'"])
    assert.equal(isTimeZone(name), false, name)
  // Obsolete names that Intl accepts as zones: date arithmetic does not support them.
  for (const name of ['PST', 'AET', 'US/Pacific-New', 'SystemV/PST8'])
    assert.equal(isTimeZone(name), false, name)
})

test('a minute has sixty seconds, an hour sixty minutes, and a day twenty-four hours', () => {
  assert.deepEqual([SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS], [1_000, 60_000, 3_600_000, 86_400_000])
  assert.deepEqual([DAY_MINUTES, toIso(DAY_MS)], [1_440, '1970-01-02T00:00:00.000Z'])
})
