import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyProfile, foldDay, layDays, openDay } from '../forecast.ts'
import { localMinute, readZoneOffsets } from '../schedule.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'

const NEW_YORK = readZoneOffsets('America/New_York', Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1))
const dayOf = (date: string) => Date.parse(`${date}T00:00Z`) / DAY_MS
const ALL = 0x3f_ff_ff_ff

/** Every minute of these hours was observed. */
function lookAll(from: number, to: number) {
  const hours = []
  for (let hourAt = from; hourAt < to; hourAt += HOUR_MS) hours.push({ hourAt, first: ALL, second: ALL })
  return hours
}

function lay(date: string, seenAt: number[] = []) {
  const day = dayOf(date)
  const [seen] = layDays(NEW_YORK, day, day, seenAt, lookAll((day - 1) * DAY_MS, (day + 2) * DAY_MS))
  assert.ok(seen)
  return seen
}

const minutesLooked = (looked: Uint8Array) => looked.reduce((sum, times) => sum + times, 0)

test('a day has the minutes that its clock shows: 23 hours in spring, 25 in autumn', () => {
  const [plain, spring, autumn] = ['2026-06-03', '2026-03-08', '2026-11-01'].map((date) => lay(date!).looked)
  assert.equal(minutesLooked(plain!), 1_440)
  assert.equal(minutesLooked(spring!), 23 * 60)
  assert.deepEqual([spring![119], spring![120], spring![179], spring![180]], [1, 0, 0, 1])
  assert.equal(minutesLooked(autumn!), 25 * 60)
  assert.deepEqual([autumn![59], autumn![60], autumn![119], autumn![120]], [1, 2, 2, 1])
})

test('offers fall on the minute of the station, and those of one moment are one drop', () => {
  const at = Date.parse('2026-06-03T09:30:10Z')
  const seen = lay('2026-06-03', [at, at + 900, at + 40_000, at + 70_000])
  assert.equal(localMinute(NEW_YORK, at), 5 * 60 + 30)
  assert.deepEqual([seen.offers[330], seen.offers[331], seen.drops], [3, 1, 2])
})

test('only the minutes with a bit were looked at, in either half of the hour', () => {
  const day = dayOf('2026-06-03')
  const hourAt = Date.parse('2026-06-03T12:00Z')
  const [seen] = layDays(NEW_YORK, day, day, [], [{ hourAt, first: 0b101, second: 1 << 29 }])
  const minutes = [...seen!.looked.keys()].filter((minute) => seen!.looked[minute]! > 0)
  assert.deepEqual(minutes, [480, 482, 539])
})

test('a sight counts as a look, whatever was counted of requests', () => {
  const day = dayOf('2026-06-03')
  const at = Date.parse('2026-06-03T12:34Z')
  const [seen] = layDays(NEW_YORK, day, day, [at], [])
  assert.deepEqual([seen!.looked[514], seen!.offers[514]], [1, 1])
})

test('days in chunks give what they give at once, each day ages the others, and hours without a look count nothing', () => {
  const first = dayOf('2026-10-30')
  const seenAt = Array.from({ length: 40 }, (_, index) => first * DAY_MS + (index * 143 + 300) * MINUTE_MS)
  const hours = lookAll(first * DAY_MS - DAY_MS, (first + 5) * DAY_MS)
  const fold = (chunks: [number, number][]) =>
    chunks
      .flatMap(([from, to]) => layDays(NEW_YORK, first + from, first + to, seenAt, hours))
      .reduce((profile, seen) => foldDay(profile, seen, 0.9), emptyProfile())
  const whole = fold([[0, 3]])
  assert.deepEqual(
    fold([
      [0, 1],
      [2, 2],
      [3, 3],
    ]),
    whole,
  )
  const later = foldDay(whole, openDay(first + 4), 0.9)
  assert.equal(later.days, whole.days * 0.9)
  assert.deepEqual(
    later.minutes,
    whole.minutes.map((sum) => sum * 0.9),
  )
  assert.deepEqual(
    later.looked,
    whole.looked.map((sum) => sum * 0.9),
  )
})

test('a Monday fills the first hours of the week', () => {
  const profile = foldDay(emptyProfile(), lay('2026-06-01', [Date.parse('2026-06-01T04:10Z')]), 0.95)
  assert.equal(profile.weekHours[0], 1)
  assert.equal(profile.weekLooked[0], 60)
  assert.equal(profile.weekLooked[24], 0)
})

test('a drop is over after a minute, counted from its first offer', () => {
  const at = Date.parse('2026-06-03T09:30Z')
  const drops = (...afterMs: number[]) =>
    lay(
      '2026-06-03',
      afterMs.map((ms) => at + ms),
    ).drops
  assert.deepEqual([drops(), drops(0), drops(0, MINUTE_MS - 1), drops(0, MINUTE_MS)], [0, 1, 1, 2])
  assert.equal(drops(0, 40_000, 80_000), 2)
})

test('what lies beyond the days is not counted, and an hour that repeats was looked at twice', () => {
  const day = dayOf('2026-11-01')
  const hours = lookAll((day - 1) * DAY_MS, (day + 3) * DAY_MS)
  const seenAt = [day * DAY_MS, Date.parse('2026-11-01T05:30Z'), (day + 2) * DAY_MS]
  const days = layDays(NEW_YORK, day, day, seenAt, hours)
  assert.deepEqual(
    days.map((seen) => [seen.day, seen.offers.reduce((sum, offers) => sum + offers, 0), seen.drops]),
    [[day, 1, 1]],
  )
  assert.deepEqual([days[0]!.looked[90], days[0]!.offers[90]], [2, 1])
  assert.deepEqual(layDays(NEW_YORK, day, day - 1, seenAt, hours), [])
})

const foldSunday = (looks: number, offers: readonly [minute: number, offers: number][] = []) => {
  const seen = openDay(3)
  seen.looked.fill(1, 0, looks)
  for (const [minute, came] of offers) seen.offers[minute] = came
  return foldDay(emptyProfile(), seen, 0.5)
}

test('a day counts as much of one as an hour was looked at, and a minute is heavy from three offers on', () => {
  // Day 3 since 1970 was a Sunday.
  assert.deepEqual(
    [0, 30, 60, 61].map((looks) => foldSunday(looks).days),
    [0, 0.5, 1, 1],
  )
  const profile = foldSunday(121, [
    [59, 2],
    [60, 3],
    [119, 4],
    // No bot looked then.
    [121, 5],
  ])
  const sunday = 6 * 24
  assert.deepEqual(profile.weekHours.slice(sunday, sunday + 4), [2, 7, 0, 0])
  assert.deepEqual(profile.weekLooked.slice(sunday, sunday + 4), [60, 60, 1, 0])
  const heavy = [...profile.heavy.entries()].filter(([, weeks]) => weeks > 0)
  assert.deepEqual(heavy, [
    [6 * 1_440 + 60, 1],
    [6 * 1_440 + 119, 1],
  ])
  assert.deepEqual([profile.heavyOffers, profile.minutes[121], profile.minutes[119]], [7, 0, 4])
  const older = foldDay(profile, { ...openDay(4), drops: 3 }, 0.5)
  assert.deepEqual(
    [
      older.heavyOffers,
      older.drops,
      older.weekHours[sunday],
      older.weekLooked[sunday],
      older.heavy[6 * 1_440 + 60],
    ],
    [3.5, 3, 1, 30, 0.5],
  )
})
