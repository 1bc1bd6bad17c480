import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { after, mock, test } from 'node:test'
import { AppError } from '@madruga/core/errors.ts'
import { proposeFilter } from '@madruga/core/filters.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { STATION, stubPlatform } from './bot/testing-platform.ts'
import { createBrowser, startTestHttp } from './http/testing.ts'
import { systemClock } from './kit/clock.ts'
import { saveStations } from './platforms.ts'
import { VERSION } from './version.ts'
import { realNow } from './kit/testing.ts'

let failure: Error | null = null
const platform = stubPlatform(systemClock)
platform.answers = async () => {
  if (failure) throw failure
  return true
}
const http = await startTestHttp({ platform })
after(() => http.stop())

test('health and the API description answer without a session', async () => {
  const health = await fetch(`${http.url}/api/health`)
  assert.deepEqual(
    [health.status, await health.json()],
    [
      200,
      {
        status: 'ok',
        database: true,
        writes: true,
        workers: true,
        searches: true,
        platforms: true,
        silentBots: 0,
        version: VERSION,
      },
    ],
  )
  const description = await fetch(`${http.url}/api/openapi.json`)
  const document = (await description.json()) as {
    openapi: string
    paths: Record<string, Record<string, { operationId: string; security: object[]; responses: object }>>
  }
  assert.match(document.openapi, /^3\.1\./)
  assert.deepEqual(document.paths['/bot/start']?.['post']?.security, [{ session: [], xsrf: [] }])
  assert.deepEqual(document.paths['/health']?.['get']?.security, [])
  const operationIds = Object.values(document.paths).flatMap((item) => Object.values(item))
  assert.equal(operationIds.length, new Set(operationIds.map((each) => each.operationId)).size)
  assert.ok(operationIds.length >= 14 && operationIds.every((each) => '200' in each.responses))
  for (const [, reference = ''] of JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)) {
    const found = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, name) => Object(at)[name], document)
    assert.ok(found, reference)
  }
  assert.ok('default' in document.paths['/filters/{variant}']!['put']!.responses)
})

test('the whole of a visit: sign in, save a filter, start the bot, sign out', async () => {
  const paid = { plan: 'advanced', subscribedUntil: realNow() + DAY_MS } as const
  const ana = await http.addDriver({ variant: 'spark', ...paid, language: 'es' })
  const announced = mock.method(http.world.bots, 'filterSaved').mock
  const browser = createBrowser(http.url)
  const signedIn = await browser.signIn(ana)
  assert.equal(signedIn.status, 200)
  const { driver } = (await signedIn.json()) as { driver: object }
  assert.deepEqual(driver, {
    id: ana.id,
    email: ana.email,
    language: 'es',
    languageChosen: true,
    app: 'spark',
    plan: 'advanced',
    timeZone: 'America/New_York',
    role: 'driver',
    status: 'active',
    isDemo: false,
  })
  const secret = { email: ana.email, password: 'of the delivery app' }
  assert.equal((await browser.send('POST', '/api/platforms/account', secret)).status, 200)
  const found = await browser.call<{ version: number; filter: { plan: string } }>('GET', '/api/filters/spark')
  assert.deepEqual([found.body.version, found.body.filter.plan], [0, 'advanced'])
  const saved = await browser.call<{ version: number }>('PUT', '/api/filters/spark', {
    baseVersion: 0,
    filter: found.body.filter,
  })
  assert.deepEqual([saved.status, saved.body.version], [200, 1])
  assert.deepEqual(announced.calls.at(-1)?.arguments, [ana.id])
  const log = await browser.call<{ entries: { type: string }[]; lastSeq: number }>('GET', '/api/log?limit=5')
  assert.deepEqual([log.body.lastSeq, log.body.entries[0]?.type], [1, 'filter.saved'])
  assert.equal((await browser.send('POST', '/api/bot/start', { mode: 'regular', liveLog: true })).status, 200)
  // This process does not search: a process that does will prepare the run.
  const bot = await browser.call<{ phase: string }>('GET', '/api/bot')
  assert.equal(bot.body.phase, 'preparing')
  const changed = await browser.call<{ driver: { language: string } }>('PUT', '/api/accounts/language', {
    language: 'en',
  })
  assert.equal(changed.body.driver.language, 'en')
  assert.equal((await browser.send('POST', '/api/accounts/sign-out')).status, 200)
  const gone = await browser.call<{ driver: null }>('GET', '/api/accounts/session')
  assert.equal(gone.body.driver, null)
  assert.equal((await browser.call('GET', '/api/bot')).body.code, 'accounts.signed_out')
})

test('a refusal travels as a problem, a fault without its cause and recorded once with its request', async () => {
  const browser = createBrowser(http.url)
  await browser.signIn(await http.addDriver())
  failure = new AppError('bot.cooling', { until: 5 })
  const refused = await browser.call('GET', '/api/platforms/status')
  assert.equal(refused.headers.get('content-type'), 'application/problem+json')
  assert.deepEqual(refused.body, {
    type: 'urn:madruga:error:bot.cooling',
    title: 'Conflict',
    status: 409,
    code: 'bot.cooling',
    params: { until: 5 },
    requestId: refused.headers.get('x-request-id'),
  })
  failure = new Error('password=hush at postgres://a:hush@db')
  const written = http.logger.length
  const faulty = await browser.call('GET', '/api/platforms/status')
  failure = null
  assert.deepEqual([faulty.status, faulty.body.code, faulty.body.params], [500, 'server.fault', {}])
  const lines = http.logger.slice(written)
  assert.equal(lines.length, 1)
  const { role, host, pid, requestId } = JSON.parse(lines[0]!) as Record<string, unknown>
  assert.deepEqual([role, host, pid, requestId], ['api', hostname(), process.pid, faulty.body.requestId])
  assert.doesNotMatch(lines[0] ?? '', /a:hush/)
})

test('what was sent for a driver who was deleted meanwhile is no fault', async () => {
  const browser = createBrowser(http.url)
  await browser.signIn(await http.addDriver())
  const orphan = { code: '23503', severity: 'ERROR', constraint: 'filters_driver_id_fkey' }
  failure = Object.assign(new Error('violates foreign key constraint'), orphan)
  const answer = await browser.call('GET', '/api/platforms/status')
  failure = null
  assert.deepEqual([answer.status, answer.body.code], [404, 'request.not_found'])
})

test('a database that is down is told from a fault', async () => {
  const browser = createBrowser(http.url)
  await browser.signIn(await http.addDriver())
  const refused = Object.assign(new Error('connect ECONNREFUSED'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  })
  const shutDown = Object.assign(new Error('shutting down'), { code: '57P01', severity: 'FATAL' })
  const outer = new Error('outer', { cause: shutDown })
  const gone = new Error('Connection terminated')
  const broken = new Error('Client has encountered a connection error and is not queryable')
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01', severity: 'ERROR' })
  for (failure of [refused, outer, gone, broken, deadlock])
    assert.equal((await browser.call('GET', '/api/platforms/status')).body.code, 'server.unavailable')
  failure = null
})

async function enter(): Promise<ReturnType<typeof createBrowser>> {
  const browser = createBrowser(http.url)
  await browser.signIn(await http.addDriver())
  return browser
}

test('answers are compressed', async () => {
  const driver = await http.addDriver()
  const browser = createBrowser(http.url)
  await browser.signIn(driver)
  const stations = Array.from({ length: 50 }, (_, index) => ({ ...STATION, id: `st-${index}` }))
  await saveStations(http.database.database.kysely, driver.id, platform.name, 'amazon', stations)
  const answer = await browser.send('GET', '/api/platforms/stations')
  assert.match(answer.headers.get('content-encoding') ?? '', /^(br|gzip)$/)
  assert.equal(((await answer.json()) as { stations: object[] }).stations.length, 50)
})

test('a refusal that is long arrives as it is announced', async () => {
  const browser = await enter()
  const stations = Array.from({ length: 40 }, () => ({ stationId: '', settings: [] }))
  const filter = { ...proposeFilter('amazon', 'basic', 'America/New_York', []), stations }
  const refused = await browser.call('PUT', '/api/filters/amazon', { baseVersion: 0, filter })
  assert.equal(refused.status, 400)
  assert.ok(JSON.stringify(refused.body).length > 1_024)
})

test('a refused input names its fields', async () => {
  const browser = await enter()
  const refused = await browser.call('POST', '/api/bot/start', { mode: 'fast' })
  assert.deepEqual(refused.body.params.fields, [
    { path: 'mode', code: 'field.invalid' },
    { path: 'liveLog', code: 'field.required' },
  ])
})

test('floods are told to wait, by address and by driver', async () => {
  const small = await startTestHttp({
    limits: { address: { points: 12, windowS: 60 }, driver: { points: 3, windowS: 60 } },
  })
  try {
    const browser = createBrowser(small.url)
    await browser.signIn(await small.addDriver())
    const answers = []
    for (let turn = 0; turn < 14; turn++) answers.push(await browser.call('GET', '/api/bot'))
    assert.deepEqual(
      answers.slice(0, 4).map((each) => each.status),
      [200, 200, 200, 429],
    )
    const last = answers.at(-1)
    assert.deepEqual([last?.status, last?.body.code], [429, 'request.too_many'])
    assert.match(last?.headers.get('retry-after') ?? '', /^\d+$/)
    assert.equal((await fetch(`${small.url}/api/health`)).status, 429)
  } finally {
    await small.stop()
  }
})

test('closing ends live streams and waits for no one', async () => {
  const never = { now: realNow, after: () => () => {} }
  const own = await startTestHttp({ clock: never })
  const browser = createBrowser(own.url)
  await browser.signIn(await own.addDriver())
  const stream = await browser.send('GET', '/api/log/live')
  assert.equal(stream.headers.get('content-type'), 'text/event-stream')
  assert.equal(stream.headers.get('cache-control'), 'no-store, no-transform')
  assert.equal(stream.headers.get('x-accel-buffering'), 'no')
  const read = stream.text()
  await own.stop()
  assert.equal(await read, ': \n\n')
})

test('pages are compressed, kept only where their name says so, and under a strict policy', async () => {
  const page = await fetch(http.url, { headers: { 'accept-encoding': 'br' } })
  assert.deepEqual(
    ['content-encoding', 'cache-control', 'content-type'].map((name) => page.headers.get(name)),
    ['br', 'no-cache', 'text/html; charset=utf-8'],
  )
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'.*script-src 'self'/)
  assert.match(await page.text(), /<title>app/)
  assert.match(page.headers.getSetCookie().join(), /XSRF-TOKEN=/)
  const script = await fetch(`${http.url}/assets/app-1a2b3c.js`, { headers: { 'accept-encoding': 'gzip' } })
  assert.match(script.headers.get('cache-control') ?? '', /immutable/)
  assert.equal(script.headers.get('content-encoding'), 'gzip')
  assert.match(await script.text(), /export const text/)
  const etag = script.headers.get('etag') ?? ''
  const again = await fetch(`${http.url}/assets/app-1a2b3c.js`, { headers: { 'if-none-match': etag } })
  assert.equal(again.status, 304)
  for (const path of [
    '/assets/gone.js',
    '/.secret',
    '/..%2f..%2fetc/passwd',
    '/%00',
    '/%ff',
    '/assets',
    '/home',
  ])
    assert.equal((await fetch(`${http.url}${path}`)).status, 404, path)
})

test('metrics need their token; an address is not enough', async (t) => {
  const metricsToken = 'a-token-of-the-monitor'
  const own = await startTestHttp({
    config: { metricsToken },
    limits: { address: { points: 8, windowS: 60 } },
  })
  t.after(() => own.stop())
  const ask = (authorization?: string, more: Record<string, string> = {}) =>
    fetch(`${own.url}/metrics`, { headers: { ...more, ...(authorization && { authorization }) } })
  const opened = await ask(`Bearer ${metricsToken}`)
  assert.match(await opened.text(), /madruga_live_streams 0/)
  assert.equal(opened.headers.get('cache-control'), 'no-store')
  for (const wrong of [undefined, 'Bearer', `Bearer ${metricsToken}x`, metricsToken, `Basic ${metricsToken}`])
    assert.equal((await ask(wrong)).status, 404)
  assert.equal((await ask(undefined, { 'x-forwarded-for': '127.0.0.1' })).status, 404)
  // Guesses count against the address like any request.
  assert.deepEqual([(await ask('Bearer x')).status, (await ask('Bearer y')).status], [404, 429])
})

test('without a token no one reads the metrics, this machine neither', async () => {
  for (const authorization of ['', 'Bearer ', 'Bearer null', 'Bearer undefined'])
    assert.equal((await fetch(`${http.url}/metrics`, { headers: { authorization } })).status, 404)
})

test('behind a proxy with an https address, what came to it by plain HTTP is refused', async (t) => {
  const own = await startTestHttp({ config: { publicUrl: 'https://madruga.example', trustProxy: true } })
  t.after(() => own.stop())
  const ask = async (...protocol: string[]) => {
    const headers = protocol.map((value): [string, string] => ['x-forwarded-proto', value])
    return (await fetch(`${own.url}/api/health`, { headers })).status
  }
  // Probes come without the proxy. Of several entries the last one is the proxy's.
  assert.deepEqual([await ask(), await ask('https'), await ask('http, https')], [200, 200, 200])
  assert.deepEqual([await ask('http'), await ask('https, HTTP')], [403, 403])
})
