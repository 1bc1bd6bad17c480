import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { formatMoney, formatNumber, formatTime, formatTimes, HOUR, makeFormats, zoneName } from './formats.ts'
import { LANGUAGE_CODES, localeOf } from './languages.ts'

test('money, hours and spans', () => {
  const { money, hours, span, weekday, clock, dayTime } = makeFormats('en', {
    now: () => Date.UTC(2026, 10, 20, 17),
  })
  assert.equal(money(9400), '$94')
  assert.equal(money(9250), '$92.50')
  assert.deepEqual([money(9400, 'EUR'), money(9250, 'EUR'), money(9250, 'USD')], ['€94', '€92.50', '$92.50'])
  assert.deepEqual(
    [55, 80, 210, 52 * 60].map((minutes) => hours(minutes * 60_000)),
    ['55 min', '1 h 20 min', '3 h 30 min', '52 h'],
  )
  assert.deepEqual(
    [0, 59, 60, 125].map((minutes) => span(minutes * 60_000)),
    ['0 min', '59 min', '1 h', '2 h 5 min'],
  )
  assert.equal(weekday(1), 'Monday')
  assert.equal(makeFormats('es', { now: () => Date.UTC(2026, 10, 20, 17) }).weekday(7), 'domingo')
  assert.match(clock(Date.UTC(2026, 10, 19), 'UTC'), /^Thu,? 12:00:00\sAM$/)
  assert.match(
    makeFormats('es', { now: () => Date.UTC(2026, 10, 20, 17) }).clock(Date.UTC(2026, 10, 19), 'UTC'),
    /^jue,? 12:00:00\sa\.\s?m\.$/,
  )
  assert.match(dayTime(Date.UTC(2026, 10, 15, 21, 15), 'America/Los_Angeles'), /^Sun,? 1:15\sPM$/)
})

test('a weekday alone is said up to six days away, before and after, then the day of the month too; long spans are days', () => {
  const now = Date.UTC(2026, 10, 20, 12)
  const { dayTime, span } = makeFormats('en', { now: () => now })
  assert.equal(dayTime(now + 2 * 86_400_000, 'UTC'), 'Sun 12:00 PM')
  assert.equal(dayTime(now + 7 * 86_400_000, 'UTC'), 'Fri, Nov 27, 12:00 PM')
  assert.equal(dayTime(now - 6 * 86_400_000, 'UTC'), 'Sat 12:00 PM')
  assert.equal(dayTime(now + 6 * 86_400_000, 'UTC'), 'Thu 12:00 PM')
  assert.equal(dayTime(now + 6 * 86_400_000 + 1, 'UTC'), 'Thu, Nov 26, 12:00 PM')
  assert.equal(dayTime(now - 7 * 86_400_000, 'UTC'), 'Fri, Nov 13, 12:00 PM')
  assert.equal(span(186.5 * 3_600_000), '7 d 18 h')
  assert.equal(span(47 * 3_600_000), '47 h')
  assert.equal(span(48 * 3_600_000), '2 d')
  assert.equal(span(49 * 3_600_000), '2 d 1 h')
})

test('a time of another year says the year, once the weekday does not tell it', () => {
  const now = Date.UTC(2026, 11, 30, 12)
  const formats = makeFormats('en', { now: () => now, timeZone: 'America/Los_Angeles' })
  const said = (at: number) => [formats.dayTime(at), formats.date(at), formats.clock(at)].map(plain)
  assert.deepEqual(said(Date.UTC(2027, 0, 2, 20)), ['Sat 12:00 PM', 'Jan 2 2027 12:00 PM', 'Sat 12:00:00 PM'])
  assert.deepEqual(said(Date.UTC(2025, 11, 1, 20)), [
    'Mon Dec 1 2025 12:00 PM',
    'Dec 1 2025 12:00 PM',
    'Dec 1 2025 12:00:00 PM',
  ])
  // The year is that of the driver's clock.
  assert.equal(plain(formats.date(Date.UTC(2027, 0, 1, 7))), 'Dec 31 11:00 PM')
  assert.deepEqual(
    ['2026-12-31', '2027-01-01'].map((day) => plain(formats.day(day))),
    ['Thu Dec 31', 'Fri Jan 1 2027'],
  )
})

const island = (at: number) => formatTime('en-US', HOUR, at, 'Australia/Lord_Howe')

test('in the hour that a clock shows twice every time says which one it is', () => {
  const first = Date.UTC(2026, 10, 1, 5, 30)
  const [timeZone, hour] = ['America/New_York', 3_600_000]
  const { time, dayTime, date, clock, there } = makeFormats('en', { timeZone, now: () => first })
  assert.deepEqual(
    [time, dayTime, date, clock].map((say) => plain(say(first))),
    ['1:30 AM EDT', 'Sun 1:30 AM EDT', 'Nov 1 1:30 AM EDT', 'Sun 1:30:00 AM EDT'],
  )
  assert.deepEqual(
    [first + hour, first + 1.5 * hour, first - hour].map((at) => plain(time(at))),
    ['1:30 AM EST', '2:00 AM', '12:30 AM'],
  )
  assert.equal(plain(there(first, 'America/Chicago')), ' (12:30 AM Central)')
  assert.equal(plain(makeFormats('es', { timeZone, now: () => first }).time(first)), '1:30 a.m. EDT')
  const begins = first - hour / 2
  assert.deepEqual([plain(time(begins - 1)), plain(time(begins))], ['12:59 AM', '1:00 AM EDT'])
  // Lord Howe's clock goes back by half an hour, from two to half past one.
  assert.deepEqual(
    [-1, 0, 30, 60].map((minutes) => island(Date.UTC(2026, 3, 4, 14, 30 + minutes))),
    ['01:29', '01:30 GMT+11', '01:30 GMT+10:30', '02:00'],
  )
  // Spring skips an hour, and no time is there twice.
  const spring = Date.UTC(2026, 2, 8, 6, 30)
  assert.deepEqual(
    [spring, spring + hour].map((at) => plain(time(at))),
    ['1:30 AM', '3:30 AM'],
  )
})

const range = (from: string, to: string) =>
  plain(formatTimes('en-US', { startAt: Date.parse(from), endAt: Date.parse(to) }, 'America/New_York'))

test('a range says its days nowhere, and which hour it means where a clock shows it twice', () => {
  assert.equal(range('2026-11-26T14:00-05:00', '2026-11-26T16:00-05:00'), '2:00 – 4:00 PM')
  assert.equal(range('2026-11-26T09:00-05:00', '2026-11-26T12:00-05:00'), '9:00 AM – 12:00 PM')
  assert.equal(range('2026-11-26T22:55-05:00', '2026-11-27T00:00-05:00'), '10:55 PM – 12:00 AM')
  assert.equal(range('2026-11-26T22:00-05:00', '2026-11-27T02:00-05:00'), '10:00 PM – 2:00 AM')
  assert.equal(range('2026-11-01T01:30-04:00', '2026-11-01T01:45-05:00'), '1:30 AM EDT – 1:45 AM EST')
  assert.equal(range('2026-11-01T01:30-04:00', '2026-11-01T03:00-05:00'), '1:30 AM EDT – 3:00 AM')
})

const plain = (text: string) => text.replaceAll(/[\s,]+/g, ' ')

test("times are the driver's wherever the device is; a station whose clock differs is named beside", () => {
  const { time, dayTime, date, clock, there, timeZone } = makeFormats('en', {
    timeZone: 'America/Los_Angeles',
    now: () => Date.UTC(2026, 10, 20, 17),
  })
  const at = Date.UTC(2026, 10, 23, 6, 15)
  assert.equal(timeZone, 'America/Los_Angeles')
  assert.deepEqual([time(at), dayTime(at), date(at), clock(at)].map(plain), [
    '10:15 PM',
    'Sun 10:15 PM',
    'Nov 22 10:15 PM',
    'Sun 10:15:00 PM',
  ])
  assert.deepEqual(
    ['America/Los_Angeles', 'America/Tijuana', undefined].map((zone) => there(at, zone)),
    ['', '', ''],
  )
  assert.equal(plain(there(at, 'America/New_York')), ' (Mon 1:15 AM Eastern)')
  assert.equal(plain(there(at - 3 * 3_600_000, 'America/New_York')), ' (10:15 PM Eastern)')
  const { there: alla } = makeFormats('es', {
    timeZone: 'America/Los_Angeles',
    now: () => Date.UTC(2026, 10, 20, 17),
  })
  assert.equal(plain(alla(at - 3 * 3_600_000, 'America/New_York')), ' (10:15 p.m. hora oriental)')
  // No line ends within it.
  assert.equal(there(at, 'America/New_York').lastIndexOf(' '), 0)
})

test('outside of the United States a reader has a clock of 24 hours, and keeps it for places elsewhere', () => {
  const at = Date.UTC(2026, 10, 20, 16, 5)
  for (const [timeZone, time] of [
    ['Europe/Paris', '17:05'],
    ['America/Toronto', '11:05'],
    ['America/Kentucky/Louisville', '11:05 AM'],
    ['Pacific/Honolulu', '6:05 AM'],
  ] as const)
    assert.equal(plain(makeFormats('en', { timeZone, now: () => at }).time(at)), time)
  const [paris, miami] = ['Europe/Paris', 'America/New_York'].map((timeZone) =>
    makeFormats('es', { timeZone, now: () => at }),
  )
  assert.equal(plain(paris!.time(at, 'America/New_York')), '11:05')
  assert.equal(plain(miami!.time(at, 'Europe/Paris')), '5:05 p.m.')
  assert.equal(miami!.there(at, 'America/Toronto'), '')
  assert.equal(plain(paris!.clock(at)), 'vie 17:05:00')
  assert.equal(
    plain(formatTimes('en-US', { startAt: at, endAt: at + 3_600_000 }, 'Europe/Paris')),
    '17:05 – 18:05',
  )
  const night = { startAt: at, endAt: at + 7 * 3_600_000 }
  assert.equal(plain(formatTimes('en-US', night, 'Europe/Paris')), '17:05 – 00:05')
})

test('a zone has its name, and an unknown one keeps its own', () => {
  assert.equal(zoneName('en-US', 'America/Phoenix'), 'Mountain Standard Time')
  assert.equal(zoneName('en-US', 'Moon/Crater'), 'Moon/Crater')
})

test('money and numbers are what the platform says in every language', () => {
  const cents = fc.integer({ min: -2_000_000_00, max: 2_000_000_00 })
  for (const language of LANGUAGE_CODES) {
    const locale = localeOf(language)
    fc.assert(
      fc.property(fc.oneof(cents, fc.integer({ min: -200, max: 200 })), (value) => {
        const digits = value % 100 === 0 ? 0 : 2
        const options = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const
        const said = new Intl.NumberFormat(locale, {
          ...options,
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        })
        assert.equal(formatMoney(language, value), said.format(value / 100))
      }),
    )
    const plainNumber = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
    fc.assert(
      // Of tenths: a finer value may be rounded from its decimal or its binary form.
      fc.property(
        fc.oneof(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: -20, max: 20 })),
        (tenths) =>
          assert.equal(
            formatNumber(language, tenths / 10),
            plainNumber.format(tenths / 10).replace(/^-0$/, '0'),
          ),
      ),
    )
  }
})

test('nothing has no sign, and what rounds to nothing neither', () => {
  const { money, number } = makeFormats('en', { now: () => 0 })
  assert.deepEqual(
    [-1, 0, 1].map((cents) => money(cents)),
    ['-$0.01', '$0', '$0.01'],
  )
  assert.deepEqual([-1, -0.1, -0.04, 0, 0.1].map(number), ['-1', '-0.1', '0', '0', '0.1'])
})

test('French has a comma, its sign of money behind, and a clock of 24 hours', () => {
  const { money, number, time, percent, day } = makeFormats('fr', {
    timeZone: 'Europe/Paris',
    now: () => Date.UTC(2026, 10, 20, 17),
  })
  assert.deepEqual(
    [money(1_250, 'EUR'), money(9_400), money(123_450), number(1_234.5)].map((text) =>
      text.replaceAll(/\s/g, ' '),
    ),
    ['12,50 €', '94 $', '1 234,50 $', '1 234,5'],
  )
  assert.equal(time(Date.UTC(2026, 10, 20, 17, 5)), '18:05')
  assert.match(percent(0.054), /^5,4\s%$/)
  assert.equal(day('2026-11-21'), 'sam. 21 nov.')
})

test('a share has a tenth of a percent', () => {
  const { percent } = makeFormats('en', { now: () => 0 })
  assert.deepEqual([percent(0.1234), percent(0.5), percent(1)], ['12.3%', '50%', '100%'])
})
