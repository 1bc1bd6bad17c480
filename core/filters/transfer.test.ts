import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { filter as shape } from '../contract/filter-shape.ts'
import { TRANSFER_VERSION, proposeFilter, readTransfer, validateFilter, writeTransfer } from '../filters.ts'
import type { AmazonFilter, CourierFilter, PriceRule, Setting } from '../filters.ts'
import type { Plan } from '../plans.ts'
import type { Schedule } from '../schedule.ts'
import { ZONE, amazon, custom, onMonday, own, row, shared } from './check/samples.ts'

const AT = Date.parse('2026-11-21T06:00Z')
const stations = ['s1', 's2', 's3'].map((id) => ({ id, code: `V${id.toUpperCase()}`, city: 'Van Nuys' }))
const driver = { variant: 'amazon' as const, plan: 'professional' as Plan, timeZone: ZONE, stations }
const write = (filter: AmazonFilter) => writeTransfer(filter, stations, AT)
const read = (text: string, changes: Partial<typeof driver> = {}) =>
  readTransfer(text, { ...driver, ...changes })

/** The result of a file that must be accepted. */
function readSound(text: string, changes: Partial<typeof driver> = {}) {
  const result = read(text, changes)
  assert.ok(result.ok, JSON.stringify(result))
  return result.read
}
function refusalOf(text: string, changes: Partial<typeof driver> = {}) {
  const result = read(text, changes)
  assert.ok(!result.ok, 'it was read')
  return result.refusal
}
/** A value from JSON, about which a test knows more than the compiler. */
// oxlint-disable-next-line typescript/no-explicit-any -- files are broken here on purpose, at any place
type Loose = any
/** The file with one change. */
function changed(filter: AmazonFilter, change: (file: Loose) => void): string {
  const file = JSON.parse(write(filter))
  change(file)
  return JSON.stringify(file)
}

const minute = fc.integer({ min: 0, max: 1440 })
const number = fc.oneof(fc.integer({ min: -5, max: 100_000 }), fc.constantFrom(0.5, 1e9, -1e9))
const schedule: fc.Arbitrary<Schedule> = fc.record({
  days: fc.array(
    fc.record({
      day: fc.constantFrom(1, 2, 3, 4, 5, 6, 7),
      allDay: fc.boolean(),
      ranges: fc.array(fc.record({ startMinute: minute, endMinute: minute }), { maxLength: 2 }),
    }),
    { maxLength: 7 },
  ),
  mustEndInside: fc.boolean(),
})
const price: fc.Arbitrary<PriceRule> = fc.record({
  perHourMinCents: number,
  perHourMaxCents: fc.option(number),
  totalMinCents: number,
  totalMaxCents: fc.option(number),
  combine: fc.constantFrom('both', 'either'),
  countTip: fc.boolean(),
  byDuration: fc.array(fc.record({ minutes: number, minCents: number, maxCents: fc.option(number) }), {
    maxLength: 4,
  }),
})
const setting: fc.Arbitrary<Setting> = fc.record({
  price,
  arrivalMinutes: number,
  schedule: fc.option(schedule),
})
const anyFilter: fc.Arbitrary<AmazonFilter> = fc
  .record({
    speed: fc.constantFrom('1X', '2X15', '2X30', '3X', '4X'),
    custom: fc.option(fc.record({ refreshMs: number, runMinutes: number, sleepMinutes: number })),
    schedule,
    shared: setting,
    maxMinutesPerDay: fc.option(number),
    stations: fc
      .uniqueArray(fc.constantFrom('s1', 's2', 's3'))
      .chain((ids) =>
        fc.tuple(
          ...ids.map((stationId) =>
            fc.record({ stationId: fc.constant(stationId), settings: fc.array(setting, { maxLength: 3 }) }),
          ),
        ),
      ),
  })
  // Through JSON, since objects without a prototype do not equal parsed ones.
  .map((parts) => amazon(JSON.parse(JSON.stringify(parts)) as Partial<AmazonFilter>))

test('any filter goes into a file and comes back as it was, valid or not', () => {
  fc.assert(
    fc.property(anyFilter, (filter) => {
      assert.deepEqual(readSound(write(filter)), {
        filter,
        unknownStations: [],
        dropped: [],
        otherZone: null,
      })
    }),
    { numRuns: 300 },
  )
})

test('whatever is at one place of a file, it is read exactly when the contract would let it through', () => {
  const base = JSON.parse(
    JSON.stringify({ ...own([{ schedule: onMonday([60, 120]) }]), speed: '4X', custom }),
  )
  base.shared.price.byDuration = [row(180, 7500)]
  const paths = pathsOf(base).filter((path) => path.join() !== 'variant')
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(
      undefined,
      null,
      '',
      'x'.repeat(101),
      -1,
      1e9 + 1,
      7,
      8,
      true,
      [],
      {},
      '4X',
      'tax',
      'basic',
    ),
  )
  fc.assert(
    fc.property(fc.constantFrom(...paths), value, (path, put) => {
      const filter = structuredClone(base)
      if (put === undefined) unset(filter, path)
      else set(filter, path, put)
      const result = read(
        JSON.stringify({ format: 'madruga.filter', formatVersion: TRANSFER_VERSION, stations: [], filter }),
      )
      const allowed = shape.safeParse(filter).success
      assert.equal(
        result.ok,
        allowed,
        `${path.join('.')} = ${JSON.stringify(put)}: ${JSON.stringify(result)}`,
      )
      if (!result.ok && result.refusal.reason === 'broken')
        assert.ok(result.refusal.path.startsWith(`filter.${path[0]}`), result.refusal.path)
    }),
    { numRuns: 2000 },
  )
})

test('a file of format 1 is read, which called the plan an edition', () => {
  const old = (plan: unknown) =>
    changed(amazon(), (file) => {
      file.formatVersion = 1
      file.filter.edition = plan
      delete file.filter.plan
      nameAsBefore(file)
    })
  assert.deepEqual(readSound(old('professional')).filter, amazon())
  assert.equal(readSound(old('basic')).filter.plan, 'professional', 'what its driver has now')
  assert.deepEqual(refusalOf(old('gold')), { reason: 'broken', path: 'filter.plan' })
  assert.deepEqual(refusalOf(old(undefined)), { reason: 'broken', path: 'filter.plan' })
  const today = changed(amazon(), (file) => {
    file.filter.edition = file.filter.plan
    delete file.filter.plan
  })
  assert.deepEqual(refusalOf(today), { reason: 'broken', path: 'filter.plan' }, 'of format 2 it is none')
})

/** The names that formats 1 and 2 had for confirmation and safety limits. */
function nameAsBefore(file: Loose): void {
  const { confirmation, safetyLimits, ...filter } = file.filter
  file.filter = { ...filter, ask: confirmation, guards: safetyLimits }
}

test('a file of format 2 is read, which had ask and guards', () => {
  const old = changed(amazon(), (file) => {
    file.formatVersion = 2
    nameAsBefore(file)
  })
  assert.deepEqual(readSound(old).filter, amazon())
  const today = changed(amazon(), nameAsBefore)
  assert.deepEqual(refusalOf(today), { reason: 'broken', path: 'filter.confirmation' })
})

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      assert.equal(read(text).ok, false)
    }),
  )
})

test('a file can be read by a person: codes beside ids, the day, a format', () => {
  const file = JSON.parse(write(amazon()))
  assert.equal(file.format, 'madruga.filter')
  assert.equal(file.formatVersion, 3)
  assert.equal(file.exportedAt, '2026-11-21T06:00:00.000Z')
  assert.deepEqual(
    file.stations.map((station: { code: string }) => station.code),
    ['VS1', 'VS2'],
  )
  assert.ok(write(amazon()).split('\n').length > 100, 'a value a line')
})

test('what is no filter is refused by what it is', () => {
  assert.deepEqual(refusalOf(''), { reason: 'not_a_filter' })
  assert.deepEqual(refusalOf('{"format":'), { reason: 'not_a_filter' })
  for (const text of ['null', '7', '[]', '{}', '{"format":"other"}'])
    assert.deepEqual(refusalOf(text), { reason: 'not_a_filter' }, text)
  const refused = (change: (file: Loose) => void) => refusalOf(changed(amazon(), change))
  assert.deepEqual(
    refused((file) => (file.formatVersion = 4)),
    { reason: 'newer_format' },
  )
  assert.deepEqual(
    refused((file) => delete file.formatVersion),
    { reason: 'broken', path: 'formatVersion' },
  )
  assert.deepEqual(
    refused((file) => delete file.filter),
    { reason: 'broken', path: 'filter' },
  )
  assert.deepEqual(
    refused((file) => (file.filter.shared.price.combine = 'none')),
    { reason: 'broken', path: 'filter.shared.price.combine' },
  )
  const spark = proposeFilter('spark', 'basic', ZONE, ['s1'])
  assert.deepEqual(
    refused((file) => (file.filter = spark)),
    { reason: 'other_variant' },
  )
})

test('a byte order mark and what else is in the file do no harm', () => {
  assert.deepEqual(readSound(`\uFEFF${write(amazon())}`).filter, amazon())
  const more = changed(amazon(), (file) => {
    file.note = 'mine'
    file.filter.colour = 'green'
    delete file.stations
  })
  assert.deepEqual(readSound(more).filter, amazon())
})

test('stations of another account are found by their code, and those that it does not show are taken out and named', () => {
  const other = [
    { id: 'm7', code: 'VS2', city: 'Van Nuys' },
    { id: 'm8', code: 'X9', city: 'Reno' },
  ]
  const filter = {
    ...own([{ arrivalMinutes: 5 }]),
    stations: [
      { stationId: 's1', settings: [] },
      { stationId: 's2', settings: [shared] },
    ],
  }
  const brought = readSound(write(filter), { stations: other })
  assert.deepEqual(brought.filter.stations, [{ stationId: 'm7', settings: [shared] }])
  assert.deepEqual(brought.unknownStations, ['VS1'])
  const nameless = changed(filter, (file) => (file.stations = 'lost'))
  assert.deepEqual(readSound(nameless, { stations: other }).unknownStations, ['s1', 's2'])
})

test('two stations of a file that are one here come in once', () => {
  const text = changed(
    amazon(),
    (file) =>
      (file.stations = [
        { id: 's9', code: 'VS1' },
        { id: 's8', code: 'VS1' },
      ]),
  )
    .replaceAll('"stationId":"s1"', '"stationId":"s9"')
    .replaceAll('"stationId":"s2"', '"stationId":"s8"')
  assert.deepEqual(
    readSound(text).filter.stations.map((choice) => choice.stationId),
    ['s1'],
  )
})

test('a filter of a higher plan comes in without what that plan alone has, which is named', () => {
  const violations = { ...own([{ schedule: onMonday([60, 120]) }]), speed: '4X' as const, custom }
  const { filter, dropped } = readSound(write(violations), { plan: 'basic' })
  assert.deepEqual(dropped, ['settings', 'own_rhythm'])
  assert.equal(filter.plan, 'basic')
  assert.deepEqual(validateFilter(filter), [])
  assert.deepEqual(readSound(write(amazon({}, 'basic'))).filter, amazon())
})

test("hours count in the driver's own zone, and another one is named", () => {
  const brought = readSound(write(amazon({ timeZone: 'America/New_York' })))
  assert.equal(brought.filter.timeZone, ZONE)
  assert.equal(brought.otherZone, 'America/New_York')
})

function pathsOf(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [at]
  const inside = Object.entries(value).flatMap(([key, held]) => pathsOf(held, [...at, key]))
  return at.length === 0 ? inside : [at, ...inside]
}
function set(target: Loose, path: readonly string[], value: unknown): void {
  const holder = path.slice(0, -1).reduce((held, key) => held[key], target)
  holder[path.at(-1)!] = value
}
function unset(target: Loose, path: readonly string[]): void {
  const holder = path.slice(0, -1).reduce((held, key) => held[key], target)
  if (Array.isArray(holder)) holder.splice(Number(path.at(-1)), 1)
  else delete holder[path.at(-1)!]
}

test('texts of a file have their length, and a station without a code is named by its id', () => {
  const refused = (change: (file: Loose) => void) => refusalOf(changed(amazon(), change))
  for (const timeZone of ['', 'x'.repeat(65)])
    assert.deepEqual(
      refused((file) => (file.filter.timeZone = timeZone)),
      { reason: 'broken', path: 'filter.timeZone' },
    )
  for (const stationId of ['', 'x'.repeat(101)])
    assert.deepEqual(
      refused((file) => (file.filter.stations[0].stationId = stationId)),
      { reason: 'broken', path: 'filter.stations.0.stationId' },
    )
  const gone = changed(amazon(), (file) => {
    file.filter.stations[0].stationId = 'x9'
    file.stations = [{ id: 'x9', code: 7 }, { id: 8, code: 'V8' }, null]
  })
  assert.deepEqual(readSound(gone).unknownStations, ['x9'])
})

test('a file of before rest was asked for has none, and one whose rest is no record is refused', () => {
  const rest = { hoursBetweenDays: 0, maxDaysInARow: 0, hoursPerWeek: 0 }
  const before = changed(amazon(), ({ filter }) => delete filter.rest)
  assert.deepEqual(readSound(before).filter.rest, rest)
  const uncosted = changed(amazon(), ({ filter }) => delete filter.net.ownCentsPerMile)
  assert.equal(readSound(uncosted).filter.net.ownCentsPerMile, 0)
  assert.equal(read(changed(amazon(), ({ filter }) => (filter.rest = 7))).ok, false)
})

test('lists of a file have their lengths, and numbers their size', () => {
  const filter = { ...own([{}]), schedule: onMonday([60, 120]) }
  const codeOf = (path: string, value: unknown) => {
    const result = read(changed(filter, (file) => set(file.filter, path.split('.'), value)))
    return result.ok ? null : result.refusal
  }
  const lists: [path: string, most: number, each: unknown][] = [
    ['stations', 500, { stationId: 's1', settings: [] }],
    ['stations.0.settings', 20, shared],
    ['shared.price.byDuration', 48, row(60, 1)],
    ['schedule.days', 14, filter.schedule.days[0]],
    ['schedule.days.0.ranges', 10, { startMinute: 1, endMinute: 2 }],
  ]
  for (const [path, most, each] of lists) {
    assert.equal(codeOf(path, Array(most).fill(each)), null, path)
    assert.deepEqual(codeOf(path, Array(most + 1).fill(each)), { reason: 'broken', path: `filter.${path}` })
  }
  for (const size of [1e9, -1e9]) assert.equal(codeOf('shared.arrivalMinutes', size), null)
  assert.deepEqual(codeOf('shared.arrivalMinutes', 1e9 + 1), {
    reason: 'broken',
    path: 'filter.shared.arrivalMinutes',
  })
  assert.equal(codeOf('timeZone', 'x'.repeat(64)), null)
})

const skilled = (count: number): CourierFilter => ({
  ...(proposeFilter('courier', 'professional', ZONE, ['s1']) as CourierFilter),
  maxMinutes: 90,
  skills: Array.from({ length: count }, (_, index) => `skill ${index}`),
})
const transfer = (filter: CourierFilter) =>
  readTransfer(writeTransfer(filter, stations, AT), { ...driver, variant: 'courier' })

test('a courier filter comes back out of its file as it was, with fifty skills at most', () => {
  const result = transfer(skilled(50))
  assert.deepEqual(result.ok && result.read.filter, skilled(50))
  assert.equal(transfer(skilled(51)).ok, false)
})
