import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pay } from '@madruga/core/offers.ts'
import { readZoneOffsets } from '@madruga/core/schedule.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { writeWeekCsv } from './csv.ts'

const names = new Map([['s1', { code: 'DBL1', name: 'Bengaluru' }]])
const NONE = { accepted: 0, missed: 0, ignoredTime: 0, ignoredPrice: 0, ignoredSchedule: 0 }

/** `pays` go with the blocks in turn. */
async function write(
  timeZone: string,
  at: number[],
  seen: number[] = [],
  ...pays: Partial<Pay>[]
): Promise<string[]> {
  const blocks = at.map((startAt, index) => ({
    startAt,
    endAt: startAt + 2 * HOUR_MS,
    stationId: 's1',
    payCents: 5_000,
    tipCents: 0,
    ...pays[index],
    miles: null,
  }))
  const zone = readZoneOffsets(timeZone, Math.min(...at) - DAY_MS, Math.max(...at) + DAY_MS)
  const hours = seen.map((hourAt) => ({ hourAt, stationId: 's1', ...NONE, missed: 1 }))
  let text = ''
  for await (const piece of writeWeekCsv({ language: 'en', timeZone }, hours, blocks, { zone, names }))
    text += piece
  return text.trim().split('\r\n').slice(1)
}

test('an hour of the CSV is one of the wall clock in zones that lie half an hour from UTC', async () => {
  // 6:10, 6:40 and 7:10 in India: by UTC hours the first two lie in different ones, and the last two in the
  // same.
  const six = Date.parse('2026-11-18T00:40Z')
  const at = [six, six + 30 * MINUTE_MS, six + 60 * MINUTE_MS]
  assert.deepEqual(await write('Asia/Kolkata', at, [Date.parse('2026-11-18T00:30Z')]), [
    '"2026-11-18",6,"UTC+05:30","DBL1","Bengaluru",1,0,1,0,0,0,2,240,"100.00","0.00","USD",',
    '"2026-11-18",7,"UTC+05:30","DBL1","Bengaluru",0,0,0,0,0,0,1,120,"50.00","0.00","USD",',
  ])
})

test('the hour that a clock shows twice is two lines, told apart by their offsets', async () => {
  const first = Date.parse('2026-11-01T05:30Z')
  assert.deepEqual(await write('America/New_York', [first, first + HOUR_MS]), [
    '"2026-11-01",1,"UTC-04:00","DBL1","Bengaluru",0,0,0,0,0,0,1,120,"50.00","0.00","USD",',
    '"2026-11-01",1,"UTC-05:00","DBL1","Bengaluru",0,0,0,0,0,0,1,120,"50.00","0.00","USD",',
  ])
})

test('pay says its currency, and whether it is estimated', async () => {
  const at = [Date.parse('2026-11-18T14:00Z')]
  assert.deepEqual(await write('Europe/Berlin', at, [], { payBasis: 'estimated', currency: 'EUR' }), [
    '"2026-11-18",15,"UTC+01:00","DBL1","Bengaluru",0,0,0,0,0,0,1,120,"50.00","0.00","EUR","yes"',
  ])
})

test('pay of two currencies in one hour is two lines, and its offers are on the first', async () => {
  const at = Date.parse('2026-11-18T14:00Z')
  const pays = [{ currency: 'EUR' }, {}, { currency: 'EUR', payCents: 1_000 }]
  assert.deepEqual(await write('Europe/Berlin', [at, at, at], [at], ...pays), [
    '"2026-11-18",15,"UTC+01:00","DBL1","Bengaluru",1,0,1,0,0,0,2,240,"60.00","0.00","EUR",',
    '"2026-11-18",15,"UTC+01:00","DBL1","Bengaluru",0,0,0,0,0,0,1,120,"50.00","0.00","USD",',
  ])
})

test('pay is empty in an hour without blocks, and where no part of it is stated', async () => {
  const at = Date.parse('2026-11-18T14:00Z')
  const unstated = { payCents: 0, payBasis: 'unknown' } as const
  assert.deepEqual(await write('Europe/Berlin', [at], [at - HOUR_MS], unstated), [
    '"2026-11-18",14,"UTC+01:00","DBL1","Bengaluru",1,0,1,0,0,0,0,0,,,,',
    '"2026-11-18",15,"UTC+01:00","DBL1","Bengaluru",0,0,0,0,0,0,1,120,,"0.00","USD","yes"',
  ])
})
