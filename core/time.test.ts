import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTimeZone } from './time.ts'

test('a time zone goes by its name', () => {
  assert.ok(isTimeZone('America/Los_Angeles') && isTimeZone('UTC'))
  for (const name of ['', '+05:00', 'Mars/Olympus', 'America/New_York\0', "x'"])
    assert.equal(isTimeZone(name), false, name)
  // Obsolete names that Intl accepts as zones: date arithmetic does not support them.
  for (const name of ['PST', 'AET', 'US/Pacific-New', 'SystemV/PST8'])
    assert.equal(isTimeZone(name), false, name)
})
