import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import { stubPlatform } from '../bot/testing-platform.ts'
import { readConfig } from '../config.ts'
import { createBrowser, startTestHttp } from '../http/testing.ts'
import { systemClock } from '../kit/clock.ts'
import { saveStations } from '../platforms.ts'
import { realNow } from '../kit/testing.ts'

const PLATFORM = stubPlatform(systemClock).name

const webRoot = await mkdtemp(path.join(tmpdir(), 'madruga-landing-'))
after(() => rm(webRoot, { recursive: true }))
await mkdir(path.join(webRoot, 'assets/map-1a2b3c/zips'), { recursive: true })
await mkdir(path.join(webRoot, '.landing'))
const zips = ['101\tMiami\tFL\t25.779\t-80.199', '901\tFar Away\tFL\t30.400\t-87.200']
await writeFile(path.join(webRoot, 'assets/map-1a2b3c/zips/33.txt'), zips.join('\n'))
await writeFile(path.join(webRoot, 'index.html'), 'the app')
for (const language of ['en', 'es'])
  await writeFile(
    path.join(webRoot, '.landing', `${language}.html`),
    `${language} {{block}} {{per_hour}} {{operator}} {{origin}}`,
  )

const config = readConfig({ PORT: '0', DEMO: 'off', OPERATOR_NAME: 'Vega & Sons' }, [])
const http = await startTestHttp({ config: { ...config, role: 'api' }, webRoot })
after(() => http.stop())

const NOON = Math.floor(realNow() / DAY_MS) * DAY_MS + DAY_MS + 17 * HOUR_MS
/** A block of four hours at noon in Miami, a day ahead. */
function block(id: string, payCents: number, changes: Partial<Offer> = {}): Offer {
  const rest = { tipCents: 0, miles: null, stops: null, batched: false, expiresAt: null }
  return {
    id,
    stationId: 's1',
    kind: 'block',
    startAt: NOON,
    endAt: NOON + 4 * HOUR_MS,
    payCents,
    ...rest,
    ...changes,
  }
}

/** Ana works from a station in Miami, where two blocks at one time were seen, and a poor one. */
async function observe(): Promise<{ email: string; password: string }> {
  const ana = await http.addDriver()
  const names = { code: 'VMI1', name: 'Miami', address: '', city: 'Miami', state: 'FL' }
  const where = { programme: 'logistics', latitude: 25.8, longitude: -80.2, timeZone: 'America/New_York' }
  const station = { id: 's1', variant: 'amazon', ...names, ...where } as const
  const { kysely: db } = http.database.database
  await saveStations(db, ana.id, PLATFORM, 'amazon', [station])
  const { observations } = http.world
  const now = realNow()
  observations.note(PLATFORM, 'amazon', [block('old', 9_000)], now - 8 * DAY_MS)
  observations.note(PLATFORM, 'amazon', [block('a', 10_000)], now - 2 * HOUR_MS)
  observations.note(PLATFORM, 'amazon', [block('b', 12_000)], now - HOUR_MS)
  observations.note(PLATFORM, 'amazon', [block('c', 6_000)], now - 1_000)
  await observations.flush()
  return ana
}
const ana = await observe()

test('a stranger sees the newest offers as the sample filter judges them, without a driver or an id of the platform', async () => {
  const answer = await fetch(`${http.url}/api/landing`)
  assert.equal(answer.status, 200)
  const facts = (await answer.json()) as Outputs['landing']['facts']
  assert.deepEqual(
    facts.offers.map(({ payCents, stationCode, city, failed }) => [payCents, stationCode, city, failed]),
    [
      [
        6_000,
        'VMI1',
        'Miami',
        { rule: 'price_per_hour', passed: false, value: 1_500, limit: 2_000, bound: 'min' },
      ],
      [12_000, 'VMI1', 'Miami', null],
      [10_000, 'VMI1', 'Miami', null],
    ],
  )
  assert.deepEqual(Object.keys(facts.offers[0] ?? {}).toSorted(), [
    'batched',
    'city',
    'currency',
    'endAt',
    'endEstimated',
    'failed',
    'full',
    'id',
    'kind',
    'miles',
    'payBasis',
    'payCents',
    'seenAt',
    'skills',
    'startAt',
    'state',
    'stationCode',
    'stops',
    'timeZone',
    'tipCents',
    'variant',
  ])
  assert.deepEqual(facts.operator, { name: 'Vega & Sons', contact: null })
  assert.equal(facts.prices.blockCents, config.settings.billing.prices.blockCents)
})

async function near(zip: string) {
  const answer = await fetch(`${http.url}/api/landing/near?zip=${encodeURIComponent(zip)}`)
  return { status: answer.status, body: await answer.json() }
}

test('near a ZIP code the week is replayed as what-if does, and one driver holds no two blocks at a time', async () => {
  const miami = await near('33101-1234')
  assert.deepEqual(miami, {
    status: 200,
    body: {
      zip: '33101',
      city: 'Miami',
      state: 'FL',
      miles: 30,
      days: 7,
      stations: 1,
      considered: 3,
      currency: null,
      fit: { count: 2, cents: 22_000, minutes: 480, others: [] },
      held: { count: 1, cents: 10_000, minutes: 240, others: [] },
      nearest: null,
    },
  })
  const far = (await near('33901')).body as Outputs['landing']['near']
  assert.deepEqual(
    [far.stations, far.considered, far.held],
    [0, 0, { count: 0, cents: 0, minutes: 0, others: [] }],
  )
  assert.deepEqual([far.nearest?.city, far.nearest?.state], ['Miami', 'FL'])
  const codes = []
  for (const zip of ['3310', 'miami', '33102', '99999'])
    codes.push((await near(zip)).body as { code: string })
  assert.deepEqual(
    codes.map(({ code }) => code),
    ['landing.zip_invalid', 'landing.zip_invalid', 'landing.zip_unknown', 'landing.zip_unknown'],
  )
})

test('the first page is the stranger’s, in their language and with prices and operator; who has a session gets the app', async () => {
  const open = async (url: string, headers: Record<string, string>) => {
    const answer = await fetch(`${http.url}${url}`, { headers })
    const { headers: got } = answer
    return [await answer.text(), got.get('content-language'), got.get('vary')?.includes('Accept-Language')]
  }
  const origin = config.publicUrl
  assert.deepEqual(await open('/', { 'accept-language': 'es-US' }), [
    `es $5 $20 Vega &amp; Sons ${origin}`,
    'es',
    true,
  ])
  const [english] = await open('/?lang=en', { 'accept-language': 'es' })
  assert.equal(english, `en $5 $20 Vega &amp; Sons ${origin}`)
  const browser = createBrowser(http.url)
  await browser.signIn(ana)
  const [app] = await open('/', browser.headers())
  assert.equal(app, 'the app')
})

test('an address that asks without end waits', async () => {
  const { asksPerMinute } = config.settings.landing
  const statuses = []
  for (let asked = 0; asked <= asksPerMinute; asked++)
    statuses.push((await fetch(`${http.url}/api/landing`)).status)
  assert.equal(statuses.at(-1), 429)
})

test('the newest observations are those of each app, however many another one has', async () => {
  const { observations } = http.world
  const { kysely: db } = http.database.database
  const store = { id: 's2', variant: 'spark', code: 'W2', name: 'Store', address: '', city: 'Miami' } as const
  const where = {
    state: 'FL',
    programme: 'x',
    latitude: 25.8,
    longitude: -80.2,
    timeZone: 'America/New_York',
  }
  const { id } = await http.addDriver()
  await saveStations(db, id, PLATFORM, 'spark', [{ ...store, ...where }])
  const now = realNow()
  const trip = block('trip', 2_000, { stationId: 's2', kind: 'curbside', stops: 1, miles: 4 })
  observations.note(PLATFORM, 'spark', [trip], now - 3 * HOUR_MS)
  await observations.flush()
  const latest = await observations.readLatest(PLATFORM, { since: now - DAY_MS, most: 2 })
  assert.deepEqual(
    latest.map(({ variant, payCents }) => [variant, payCents]),
    [
      ['spark', 2_000],
      ['amazon', 6_000],
      ['amazon', 12_000],
    ],
  )
})
