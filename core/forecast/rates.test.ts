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

test('hours at which no bot looked are taken to be like the day, not empty', () => {
  const awake = live(
    14,
    () => 0.1,
    (minute) => minute >= 300 && minute < 720,
  )
  assert.ok(awake.dayHours[2]! > 0.7 * awake.dayHours[8]!, `${awake.dayHours[2]} ${awake.dayHours[8]}`)
  const empty = live(14, (minute) => (minute >= 300 && minute < 720 ? 0.1 : 0))
  assert.ok(empty.dayHours[2]! < 0.1 * empty.dayHours[8]!, 'looked at and empty is empty')
})

test('its own weekday lifts its hours, and the rate of a minute with them', () => {
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

/** This many days from a Monday on, looked at throughout, with these offers; nothing fades. */
function fold(days: number, offers: (minute: number, weekday: number, week: number) => number) {
  let profile: ReleaseProfile = emptyProfile()
  for (let day = 0; day < days; day++) {
    const seen = openDay(4 + day)
    seen.looked.fill(1)
    for (let minute = 0; minute < 1_440; minute++) {
      seen.offers[minute] = offers(minute, day % 7, Math.floor(day / 7))
      if (seen.offers[minute]! > 0) seen.drops++
    }
    profile = foldDay(profile, seen, 1)
  }
  return profile
}

const near = (value: number, expected: number, part = 0.01) =>
  assert.ok(Math.abs(value - expected) <= part * Math.abs(expected) + 1e-9, `${value}, not ${expected}`)

test('a station that releases one offer each minute is expected to, in every minute and hour', () => {
  const rates = learnRates(
    fold(7, () => 1),
    1,
  )
  for (const rate of rates.minutes) near(rate, 1, 1e-6)
  for (const hours of [rates.dayHours, rates.weekHours, rates.plainHours])
    for (const rate of hours) near(rate, 60, 1e-6)
  assert.deepEqual([rates.followers, rates.bursts.size], [0, 0])
  near(rateAt(rates, 6, 1_439), 1, 1e-6)
})

test('what was counted often enough is expected as it was counted', () => {
  const busy = fold(70, (minute, weekday) => (minute >= 300 && minute < 360 ? (weekday === 6 ? 2 : 1) : 0))
  const rates = learnRates(busy, 1)
  near(rates.dayHours[5]!, (6 * 60 + 120) / 7)
  assert.ok(rates.dayHours[4]! < 0.5 && rates.dayHours[6]! < 0.5)
  near(rates.plainHours[6 * 24 + 5]!, 120, 0.03)
  near(rates.plainHours[5]!, 60, 0.03)
  assert.ok(rates.plainHours[6 * 24 + 6]! < 0.5)
})

const around = (middle: number, ...busy: number[]) => {
  const { minutes } = learnRates(
    fold(70, (minute) => (busy.includes(minute) ? 2 : 0)),
    1,
  )
  return [-3, -2, -1, 0, 1, 2, 3].map((step) => minutes[(middle + step + 1_440) % 1_440]!)
}

test('a minute lends its neighbours a part of what it releases, over midnight too', () => {
  const alone = around(700, 700)
  for (const [index, share] of [0.1, 0.2, 0.4, 0.2, 0.1].entries()) near(alone[index + 1]!, 2 * share, 0.1)
  assert.ok(Math.max(alone[0]!, alone[6]!) < 0.01, `${alone}`)
  const night = around(0, 1_439, 0)
  near(night[3]! / night[4]!, 2, 0.1)
  near(night[4]! / night[5]!, 3, 0.1)
})

test('a rate is of its minute and hour of the week, with the burst that is expected then', () => {
  const minutes = new Float32Array(1_440)
  minutes[630] = 2
  const plainHours = new Float32Array(168)
  plainHours[6 * 24 + 10] = 30
  const dayHours = new Float32Array(24)
  dayHours[10] = 60
  const bursts = new Map([
    [6 * 1_440 + 630, 5],
    [6 * 1_440 + 700, 4],
  ])
  const rates = { minutes, plainHours, weekHours: plainHours, dayHours, followers: 0, bursts }
  assert.deepEqual([rateAt(rates, 6, 630), rateAt(rates, 5, 630), rateAt(rates, 6, 631)], [6, 0, 0])
  assert.equal(rateAt(rates, 6, 700), 4)
  assert.equal(rateAt(rates, 6, 0), 0, 'an hour in which nothing is expected')
  for (const minute of [600, 659]) {
    minutes[minute] = 4
    assert.equal(rateAt(rates, 6, minute), 2, 'the first and the last minute of the hour')
  }
})

const weekly = (weeks: (week: number) => boolean) =>
  fold(70, (minute, weekday, week) =>
    weekday === 6 && minute === 1_439 && weeks(week) ? 10 : minute % 20 === 0 ? 1 : 0,
  )

test('a weekly burst is expected as large and as often as it came, and is taken out of every other rate', () => {
  const minute = 6 * 1_440 + 1_439
  const always = learnRates(
    weekly(() => true),
    1,
  )
  assert.deepEqual([...always.bursts.keys()], [minute])
  near(always.bursts.get(minute)!, 9.9)
  near(always.weekHours[167]! - always.plainHours[167]!, 9.9)
  near(always.plainHours[167]!, 3, 0.05)
  near(always.plainHours[143]!, 3, 0.05)
  const mostly = learnRates(
    weekly((week) => week > 0),
    1,
  )
  near(mostly.bursts.get(minute)!, 9)
  const half = learnRates(
    weekly((week) => week % 2 === 0),
    1,
  )
  near(half.bursts.get(minute)!, 8, 0.001)
  assert.equal(
    learnRates(
      weekly((week) => week === 0),
      1,
    ).bursts.size,
    0,
  )
})
