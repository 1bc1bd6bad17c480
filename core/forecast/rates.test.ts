import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyProfile, foldDay, learnRates, openDay, rateAt } from '../forecast.ts'
import type { ReleaseProfile } from '../forecast.ts'

/** mulberry32, so that the same numbers are drawn each time. */
function drawFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Weeks of an observed station that releases at `rate` offers a minute; rates below 1 are probabilities. */
function live(
  days: number,
  rate: (minute: number, weekday: number) => number,
  looks = (_minute: number) => true,
) {
  const random = drawFrom(11)
  let profile: ReleaseProfile = emptyProfile()
  for (let day = 0; day < days; day++) {
    // Day 4 since 1970 was a Monday.
    const seen = openDay(4 + day)
    for (let minute = 0; minute < 1_440; minute++) {
      if (!looks(minute)) continue
      seen.looked[minute] = 1
      const offers = rate(minute, day % 7)
      if (offers < 1 && random() >= offers) continue
      seen.offers[minute] = Math.ceil(offers)
      seen.drops++
    }
    profile = foldDay(profile, seen, 0.95)
  }
  return learnRates(profile, 0.95)
}

const spread = (values: Float32Array) => Math.max(...values) / Math.min(...values)

test('noise is not taken for a schedule: an even station has nearly even minutes and hours', () => {
  const rates = live(7, () => 0.05)
  assert.ok(spread(rates.minutes) < 1.6, `${spread(rates.minutes)}`)
  assert.ok(spread(rates.weekHours) < 1.6, `${spread(rates.weekHours)}`)
})

test('minutes at which the station releases every day stand out, and only those', () => {
  const rates = live(14, (minute) => (minute % 60 === 20 ? 0.9 : 0.03))
  assert.ok(rates.minutes[320]! > 5 * rates.minutes[340]!, `${rates.minutes[320]} ${rates.minutes[340]}`)
  assert.ok(rates.minutes[310]! < 2 * rates.minutes[340]!)
})

test('hours at which nobody looked are taken to be like the day, not empty', () => {
  const awake = live(
    14,
    () => 0.1,
    (minute) => minute >= 300 && minute < 720,
  )
  assert.ok(awake.dayHours[2]! > 0.7 * awake.dayHours[8]!, `${awake.dayHours[2]} ${awake.dayHours[8]}`)
  const empty = live(14, (minute) => (minute >= 300 && minute < 720 ? 0.1 : 0))
  assert.ok(empty.dayHours[2]! < 0.1 * empty.dayHours[8]!, 'looked at and empty is empty')
})

test('a weekday of its own lifts its hours, and the rate of a minute with them', () => {
  const rates = live(28, (minute, weekday) => (weekday === 2 && minute >= 600 && minute < 660 ? 0.4 : 0.05))
  assert.ok(rates.weekHours[2 * 24 + 10]! > 3 * rates.weekHours[3 * 24 + 10]!)
  assert.ok(rateAt(rates, 2, 630) > 3 * rateAt(rates, 3, 630))
})

test('a burst at a minute of one weekday is expected there, and on no other weekday', () => {
  const bursts = new Set([1 * 1_440 + 300, 4 * 1_440 + 655])
  const rates = live(21, (minute, weekday) => (bursts.has(weekday * 1_440 + minute) ? 5 : 0.05))
  assert.deepEqual([...rates.bursts.keys()], [...bursts])
  assert.ok(rateAt(rates, 1, 300) > 3, `${rateAt(rates, 1, 300)}`)
  assert.ok(rateAt(rates, 2, 300) < 0.15, `${rateAt(rates, 2, 300)}`)
  assert.ok(rates.weekHours[24 + 5]! > 3 + rates.plainHours[24 + 5]!, 'the heat map shows it')
})

test('a drop that came once is no weekly burst, nor is one that comes every day', () => {
  let day = 0
  const once = live(21, (minute) => {
    if (minute === 0) day++
    return day === 10 && minute === 700 ? 6 : 0.05
  })
  assert.ok(rateAt(once, 2, 700) < 1, `${rateAt(once, 2, 700)}`)
  const daily = live(21, (minute) => (minute === 700 ? 6 : 0.05))
  assert.equal(daily.bursts.size, 0)
})

test('nothing learned is nothing expected', () => {
  const rates = learnRates(emptyProfile(), 0.95)
  assert.equal(Math.max(...rates.minutes, ...rates.weekHours), 0)
  assert.equal(rateAt(rates, 0, 0), 0)
})

test('how many come with one is learned from drops', () => {
  const seen = openDay(4)
  for (const minute of [100, 200, 300, 400]) {
    seen.looked[minute] = 1
    seen.offers[minute] = 3
    seen.drops++
  }
  assert.equal(learnRates(foldDay(emptyProfile(), seen, 0.95), 0.95).followers, 2)
  assert.equal(learnRates(emptyProfile(), 0.95).followers, 0)
})
