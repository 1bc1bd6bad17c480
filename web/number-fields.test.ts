import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { test } from 'node:test'
import { readCents, readNumber, readWhole } from '@madruga/core/numbers.ts'
import { FORMATS } from './card-gateway/rules.ts'
import { orNaN, toCents, toMaxCents } from './screens/filters/fields.ts'

/**
 * Every number field of the app and how it is read. A field that is missing here, or read in another way,
 * fails.
 */
const STEPPERS: Record<string, 'sum' | 'rate' | 'fine'> = {
  arrivalMinutes: 'sum',
  hoursPerDay: 'rate',
  hoursPerWeek: 'rate',
  restBetweenDays: 'rate',
  restPerWeek: 'rate',
  daysInARow: 'sum',
  refreshSeconds: 'rate',
  runMinutes: 'sum',
  sleepMinutes: 'sum',
  sleepAfterAwardMinutes: 'sum',
  hours: 'rate',
  min: 'sum',
  max: 'sum',
  minPay: 'sum',
  maxStops: 'sum',
  miles: 'rate',
  pay: 'sum',
  minMinutes: 'sum',
  maxMinutes: 'sum',
  maxMiles: 'rate',
  perHour: 'rate',
  perHourMax: 'rate',
  perMile: 'fine',
  total: 'sum',
  totalMax: 'sum',
  lowerPayPercent: 'sum',
  lessArrivalMinutes: 'sum',
  weekGoal: 'sum',
  pauseAfterMisses: 'sum',
  pauseAfterReleases: 'sum',
  pauseMinutes: 'sum',
  drivingMph: 'sum',
  perHourMin: 'rate',
  ownPerMile: 'fine',
  milesPerGallon: 'sum',
  fuelPerGallon: 'fine',
  milesPerHour: 'sum',
  every: 'sum',
  times: 'sum',
}

/** Files with other number fields, or fields of digits, by their number of `inputMode`s. */
const TYPED: Record<string, number> = {
  'card-gateway/EmbeddedFields.tsx': 1,
  'screens/admin/billing/MakeCoupon.tsx': 2,
  'screens/admin/billing/PaymentCard.tsx': 1,
  'screens/admin/billing/PriceInputs.tsx': 3,
  'screens/admin/billing/PricePreview.tsx': 1,
  'screens/admin/instances/Confirm.tsx': 1,
  'screens/admin/instances/HouseFields.tsx': 2,
  'screens/admin/instances/InstanceForm.tsx': 1,
  // ZIP code, phone, codes: digits alone.
  'screens/landing/NearYou.tsx': 1,
  'screens/platforms/InstanceForm.tsx': 1,
  'ui/CodeField.tsx': 1,
  'ui/Stepper.tsx': 1,
}

async function readSources(): Promise<[file: string, text: string][]> {
  const found: [string, string][] = []
  for await (const file of glob('**/*.tsx', {
    cwd: import.meta.dirname,
    exclude: (name) => name.endsWith('node_modules'),
  }))
    found.push([file, readFileSync(`${import.meta.dirname}/${file}`, 'utf8')])
  return found
}

test('every stepper is listed with the way it reads a number', async () => {
  const met = new Set<string>()
  for (const [file, text] of await readSources()) {
    if (file.endsWith('Rows.tsx') && !file.endsWith('ExtrasRows.tsx')) continue
    for (const [tag] of text.matchAll(/<(?:NumberRow|Stepper)\b[^]*?\/>/g)) {
      const [, name = 'none'] = /\bname="(\w+)"|value=\{repeat\.(\w+)\}/.exec(tag)?.filter(Boolean) ?? []
      const unit = /unit="(\w+)"/.exec(tag)?.[1]
      const kind = /kind="(\w+)"/.exec(tag)?.[1] ?? (unit === 'hours' ? 'rate' : 'sum')
      assert.equal(kind, STEPPERS[name], `${name} in ${file}`)
      met.add(name)
    }
  }
  assert.deepEqual([...met].toSorted(), Object.keys(STEPPERS).toSorted())
})

test('no other field takes numbers, and none by the browser’s own reading', async () => {
  const met: Record<string, number> = {}
  for (const [file, text] of await readSources()) {
    assert.doesNotMatch(text, /type="number"|valueAsNumber|parseFloat\((?!getComputedStyle)/, file)
    const count = [...text.matchAll(/inputMode[^\n]*(?:numeric|decimal)/g)].length
    if (count > 0) met[file] = count
  }
  assert.deepEqual(met, Object.fromEntries(Object.entries(TYPED).toSorted()))
})

/** In cents; null = refused. */
const AMOUNTS: [typed: string, cents: number | null][] = [
  ['19,50', 1950],
  ['19,5', 1950],
  ['19.50', 1950],
  ['3,45', 345],
  ['0,35', 35],
  ['1.250,00', 125_000],
  ['1,250.00', 125_000],
  ['$ 19.50', 1950],
  ['1 250,00', 125_000],
  ['1\u00a0250,00', 125_000],
  ["1'250", 125_000],
  ['１９，５０', 1950],
  ['١٩٫٥٠', 1950],
  ['1e3', null],
  ['19k', null],
  ['1.2.3', null],
]

test('every field takes the same amounts, and saves none that it cannot read', () => {
  for (const [typed, cents] of AMOUNTS) {
    for (const [name, kind] of Object.entries(STEPPERS)) {
      const read = readNumber(typed, kind)
      const value = 'value' in read ? read.value : Number.NaN
      assert.equal(toCents(value), cents ?? Number.NaN, `${name}: ${typed}`)
      assert.equal(toMaxCents(value), cents ?? Number.NaN, `the most of ${name}: ${typed}`)
      assert.equal(orNaN(value), cents === null ? Number.NaN : cents / 100)
    }
    // Operators' prices and fees; coupons and refunds.
    for (const kind of ['rate', 'sum'] as const) assert.equal(readCents(typed, kind), cents, typed)
  }
  for (const typed of ['1,250', '1.250']) {
    assert.equal(readCents(typed, 'sum'), 125_000, typed)
    assert.equal(readCents(typed, 'rate'), null, typed)
    assert.equal(readWhole(typed), 1250, typed)
  }
})

test('a field of digits takes those of every script', () => {
  assert.equal(FORMATS.number('４２４２４２４２٤٢٤٢٤٢٤٢'), '4242 4242 4242 4242')
  assert.equal(FORMATS.expiry('７/３４'), '07 / 34')
})
