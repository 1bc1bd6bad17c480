import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, beforeEach, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { readConfig } from './config.ts'
import { startMarket } from './running-market.ts'

const NOON = Date.parse('2026-11-20T20:00:00Z')
const HOUR_MS = 3_600_000

let token = ''
let driverId = ''

const running = await startMarket({ clock: 'stepped', startAt: NOON })
after(() => running.stop())
beforeEach(async () => {
  await call('POST', '/admin/reset', { scenario: 'quiet' })
  const account = { email: 'ana@drivers.test', password: 'secret', variant: 'amazon', metro: 'los-angeles' }
  driverId = String((await call('POST', '/admin/drivers', account)).json.driverId)
  token = String((await call('POST', '/v1/sign-in', account)).json.accessToken)
})

interface Result {
  status: number
  headers: Headers
  text: string
  // Checks the wire format field by field.
  json: Record<string, unknown>
}

async function call(method: string, path: string, body?: object, bearer = token): Promise<Result> {
  const response = await fetch(running.url + path, {
    method,
    headers: { authorization: `Bearer ${bearer}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && !text.endsWith('…')
  let json = {}
  try {
    json = isJson ? (JSON.parse(text) as Record<string, unknown>) : {}
  } catch {
    // Truncated on purpose.
  }
  return { status: response.status, headers: response.headers, text, json }
}

async function place(startsInMs = HOUR_MS, more: object = {}): Promise<string> {
  const start = running.market.world.now + startsInMs
  const { json } = await call('POST', '/admin/offers', {
    stationId: 'st-vax2',
    kind: 'block',
    start: new Date(start).toISOString(),
    end: new Date(start + HOUR_MS).toISOString(),
    payCents: 2_400,
    ...more,
  })
  return String(json.offerId)
}

function codeOf(result: Result): unknown {
  return (result.json.error as { code?: string } | undefined)?.code
}

function count(text: string, part: string): number {
  return text.split(part).length - 1
}

/** Sends bytes on a new connection and collects the answer until `done` says that it is complete. */
function speak(bytes: string, done: (text: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(running.port, '127.0.0.1', () => socket.write(bytes))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
      if (done(text)) socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })
}

test('a block from the search to the end', async () => {
  const offerId = await place()
  const search = await call('GET', '/v1/offers')
  assert.equal(
    search.text,
    `{"offers":[{"offerId":"${offerId}","stationId":"st-vax2","kind":"block","start":"2026-11-20T21:00:00.000Z",` +
      '"end":"2026-11-20T22:00:00.000Z","payCents":2400,"tipCents":0,"expiresAt":"2026-11-20T21:00:00.000Z"}]}',
  )
  const accepted = await call('POST', `/v1/offers/${offerId}/accept`)
  assert.equal(accepted.status, 200)
  const { blockId } = accepted.json as { blockId: string }
  const again = await call('POST', `/v1/offers/${offerId}/accept`)
  assert.equal(again.status, 409)
  assert.deepEqual(again.json.error, {
    code: 'conflict',
    message: 'This overlaps a block that you hold.',
    offerId,
  })
  assert.deepEqual((await call('GET', '/v1/blocks')).json.blocks, [
    {
      blockId,
      offerId,
      stationId: 'st-vax2',
      kind: 'block',
      start: '2026-11-20T21:00:00.000Z',
      end: '2026-11-20T22:00:00.000Z',
      payCents: 2_400,
      tipCents: 0,
      tipFinal: false,
      state: 'held',
    },
  ])
  assert.deepEqual((await call('GET', '/v1/limits')).json, {
    day: { limitMinutes: 480, heldMinutes: 60 },
    week: { limitMinutes: 2_400, heldMinutes: 60 },
    quota: { perHour: 3_600, remaining: 599 },
  })
  assert.equal(
    codeOf(await call('POST', `/v1/blocks/${blockId}/check-in`, { lat: 34, lng: -118 })),
    'too_early',
  )
  await call('POST', '/admin/clock', { advanceMs: 50 * 60_000 })
  token = String(
    (await call('POST', '/v1/sign-in', { email: 'ana@drivers.test', password: 'secret' })).json.accessToken,
  )
  const arrived = await call('POST', `/v1/blocks/${blockId}/check-in`, { lat: 34.1867, lng: -118.449 })
  assert.deepEqual(arrived.json, { checkedInAt: new Date(running.market.world.now).toISOString() })
  const ledger = (await call('GET', `/admin/ledger?driverId=${driverId}`)).json
  const entries = ledger.entries as { action: string; status: number }[]
  assert.deepEqual(
    entries.map(({ action, status }) => `${action} ${status}`),
    ['sign_in 200', 'accept 200', 'accept 409', 'check_in 422', 'sign_in 200', 'check_in 200'],
  )
  const { blocks } = (await call('GET', '/admin/blocks')).json as { blocks: Record<string, unknown>[] }
  assert.equal(blocks[0]?.driverId, driverId)
  assert.equal(blocks[0]?.state, 'checked_in')
})

test('calls need a token, which expires on demand and after an hour and can be refreshed', async () => {
  assert.equal((await call('GET', '/v1/offers', undefined, 'nonsense')).status, 401)
  assert.equal(
    codeOf(await call('POST', '/v1/sign-in', { email: 'ana@drivers.test', password: 'x' })),
    'invalid_credentials',
  )
  const { json } = await call('POST', '/v1/sign-in', { email: 'Ana@Drivers.test', password: 'secret' })
  assert.equal((await call('POST', `/admin/drivers/${driverId}/expire-token`)).status, 204)
  assert.equal(codeOf(await call('GET', '/v1/blocks')), 'expired_token')
  const refreshed = await call('POST', '/v1/refresh', { refreshToken: json.refreshToken })
  assert.equal(refreshed.json.driverId, driverId)
  const fresh = String(refreshed.json.accessToken)
  assert.equal((await call('GET', '/v1/blocks', undefined, fresh)).status, 200)
  await call('POST', '/admin/clock', { advanceMs: HOUR_MS })
  assert.equal((await call('GET', '/v1/blocks', undefined, fresh)).status, 401)
  assert.equal(codeOf(await call('POST', '/v1/refresh', { refreshToken: 'no' })), 'expired_token')
})

test('a search over the quota gets 429 with a retry time', async () => {
  await call('PUT', '/admin/faults', { quotaPerHour: 12 })
  assert.equal((await call('GET', '/v1/offers')).status, 200)
  assert.equal((await call('GET', '/v1/offers')).status, 200)
  const refused = await call('GET', '/v1/offers')
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('retry-after'), '1800')
  assert.equal((refused.json.error as Record<string, unknown>).retryAfterMs, 1_800_000)
  assert.equal(codeOf(await call('POST', `/v1/offers/${await place()}/accept`)), 'aggressive_search')
  assert.equal((await call('GET', '/v1/blocks')).status, 200)
})

test('nothing is served until a person solves the human check', async () => {
  await call('POST', `/admin/drivers/${driverId}/require-human`)
  const refused = await call('GET', '/v1/offers')
  assert.equal(refused.status, 403)
  const { challengeId, question, image } = (await call('GET', '/v1/verification')).json as Record<
    string,
    string
  >
  assert.equal((refused.json.error as Record<string, unknown>).challengeId, challengeId)
  // What a person does: find the signs of that color in the picture and read their digits.
  const colour = { amber: '#ffb81c', green: '#0b5c46', blue: '#0b5cad', red: '#b3261e' }[
    /the (\w+) signs/.exec(question ?? '')?.[1] ?? ''
  ]
  const signs = [...(image ?? '').matchAll(/rx="9" fill="(#\w+)".*?>(\d)<\/text>/g)]
  const answer = signs.filter((sign) => sign[1] === colour).map((sign) => sign[2])
  assert.ok(answer.length >= 2)
  assert.equal(codeOf(await call('POST', `/v1/verification/${challengeId}`, { answer: '0' })), 'wrong_answer')
  assert.equal(
    (await call('POST', `/v1/verification/${challengeId}`, { answer: answer.join(' ') })).status,
    204,
  )
  assert.deepEqual((await call('GET', '/v1/verification')).json, { challengeId: null })
  assert.equal((await call('GET', '/v1/offers')).status, 200)
})

test('stations for amazon, stores for spark, instant offers need a place and a confirmation', async () => {
  const { stations } = (await call('GET', '/v1/stations')).json as { stations: Record<string, unknown>[] }
  assert.deepEqual(stations[0], {
    id: 'st-vax2',
    code: 'VAX2',
    name: 'Van Nuys Delivery Station',
    city: 'Van Nuys',
    state: 'CA',
    programme: 'logistics',
    lat: 34.1867,
    lng: -118.449,
    timeZone: 'America/Los_Angeles',
  })
  assert.equal((await call('GET', '/v1/stores')).status, 404)
  assert.equal(codeOf(await call('PUT', '/v1/instant-offers', { enabled: true })), 'no_location')
  assert.equal((await call('PUT', '/v1/location', { lat: 34, lng: -118 })).status, 204)
  const pending = await call('PUT', '/v1/instant-offers', { enabled: true })
  assert.deepEqual(pending.json, { enabled: true, confirmation: 'pending' })
  await call('POST', `/admin/drivers/${driverId}/confirm-instant`)
  assert.deepEqual((await call('GET', '/v1/instant-offers')).json, {
    enabled: true,
    confirmation: 'confirmed',
  })
  const spark = { email: 'sol@drivers.test', password: 'secret', variant: 'spark', metro: 'miami' }
  await call('POST', '/admin/drivers', spark)
  const { accessToken } = (await call('POST', '/v1/sign-in', spark)).json
  const { stores } = (await call('GET', '/v1/stores', undefined, String(accessToken))).json
  assert.deepEqual(Object.keys((stores as object[])[0] ?? {}), [
    'id',
    'name',
    'address',
    'city',
    'state',
    'lat',
    'lng',
    'timeZone',
  ])
})

test('malformed input is refused with its issues', async () => {
  const bad = await call('PUT', '/v1/location', { lat: 91, lng: 'x' })
  assert.equal(bad.status, 400)
  assert.equal((bad.json.error as { issues: string[] }).issues.length, 2)
  assert.equal((await call('POST', '/admin/drivers', { email: 'x' })).status, 400)
  assert.equal((await call('POST', '/admin/offers', {})).status, 400)
  assert.equal((await call('POST', '/admin/drivers/none/require-human')).status, 404)
  assert.equal((await call('GET', '/v1/nothing')).status, 404)
  assert.equal((await call('GET', '/v1/offers?wait=99999')).status, 400)
  const clash = { email: 'ana@drivers.test', password: 'p', variant: 'spark', metro: 'miami' }
  assert.equal((await call('POST', '/admin/drivers', clash)).status, 400)
  await call('POST', `/admin/drivers/${driverId}/hour-limit`)
  assert.equal(codeOf(await call('POST', `/v1/offers/${await place()}/accept`)), 'hour_limit')
})

test('a held search answers when the list changes or its time is over', async () => {
  await call('GET', '/v1/offers')
  const changed = call('GET', '/v1/offers?wait=20000')
  await searchesReach(2)
  const offerId = await place()
  assert.ok((await changed).text.includes(offerId))
  const unchanged = call('GET', '/v1/offers?wait=20000')
  await searchesReach(3)
  running.advance(20_000)
  assert.ok((await unchanged).text.includes(offerId))
})

/** Waits until this many searches have arrived (the held one is then waiting). */
async function searchesReach(total: number): Promise<void> {
  while (running.market.world.counts.searches < total) await new Promise((resolve) => setImmediate(resolve))
}

test('one connection may search, do something else, and search again; also in one packet, or in pieces', async () => {
  const offerId = await place()
  const search = `GET /v1/offers HTTP/1.1\r\nHost: m\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const blocks = search.replace('/v1/offers', '/v1/blocks')
  const three = await speak(search + search + search, (text) => count(text, offerId) === 3)
  assert.equal(count(three, 'HTTP/1.1 200 OK'), 3)
  const mixed = await speak(search + blocks + search, (text) => count(text, offerId) === 2)
  assert.equal(count(mixed, 'HTTP/1.1 200 OK'), 3)
  assert.ok(mixed.indexOf('"blocks"') > mixed.indexOf(offerId))
  const turns = await new Promise<string>((resolve, reject) => {
    const parts = [search, blocks, search.slice(0, 20), search.slice(20), search]
    const socket = connect(running.port, '127.0.0.1', () => socket.write(search.slice(0, 9)))
    let text = ''
    setImmediate(() => socket.write(search.slice(9)))
    socket.on('data', (chunk) => {
      text += chunk.toString()
      const next = parts.shift()
      if (next === undefined) socket.end()
      else socket.write(next)
      if (next === search.slice(0, 20)) socket.write(parts.shift() ?? '')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })
  assert.equal(count(turns, 'HTTP/1.1 200 OK'), 5)
  assert.equal(count(turns, offerId), 4)
})

test('both lanes answer the same bytes', async () => {
  await place()
  const fast = await call('GET', '/v1/offers')
  const plain = await call('GET', '/v1/offers?lane=plain')
  assert.equal(fast.text, plain.text)
  for (const name of ['content-type', 'content-length', 'date']) {
    assert.equal(fast.headers.get(name), plain.headers.get(name), name)
  }
  assert.equal(fast.headers.get('date'), new Date(running.market.world.now).toUTCString())
})

test('every fault does what it says', async () => {
  const offerId = await place()
  const fault = (faults: object) => call('PUT', '/admin/faults', faults)
  await fault({ unavailable: 1 })
  assert.ok([503, 504].includes((await call('GET', '/v1/blocks')).status))
  await fault({ empty: true })
  assert.equal((await call('GET', '/v1/offers')).text, '{"offers":[]}')
  await fault({ duplicate: 1 })
  assert.equal((await call('GET', '/v1/offers')).text.split(offerId).length - 1, 2)
  await fault({ truncate: 1 })
  const cut = await call('GET', '/v1/offers')
  assert.throws(() => JSON.parse(cut.text))
  await fault({ wrongTypes: 1 })
  const wrong = (await call('GET', '/v1/offers')).json as { offers: { payCents: unknown }[] }
  assert.equal(wrong.offers[0]?.payCents, '$2400')
  await fault({ huge: 1 })
  const huge = await call('GET', '/v1/offers')
  assert.ok(huge.text.length > 10_000_000)
  assert.equal((huge.json.offers as unknown[]).length, 1)
  await fault({ skewMs: 60_000 })
  const skewed = await call('GET', '/v1/offers')
  const ahead = new Date(running.market.world.now + 60_000).toUTCString()
  assert.equal(skewed.headers.get('date'), ahead)
  assert.ok(
    skewed.text.includes(
      `"expiresAt":"${new Date(running.market.world.now + HOUR_MS + 60_000).toISOString()}"`,
    ),
  )
  await fault({ slowShare: 1, slowMs: 1 })
  assert.equal((await call('GET', '/v1/blocks')).status, 200)
  await fault({ drop: 1 })
  await assert.rejects(call('GET', '/v1/offers'))
  await fault({})
  assert.equal((await call('GET', '/v1/offers')).status, 200)
})

test('the ledger shows whether a dropped accept was executed', async () => {
  await call('PUT', '/admin/faults', { drop: 1 })
  for (let index = 0; index < 6; index++) {
    const offerId = await place((2 + 2 * index) * HOUR_MS)
    await assert.rejects(call('POST', `/v1/offers/${offerId}/accept`))
  }
  await call('PUT', '/admin/faults', {})
  const { entries } = (await call('GET', '/admin/ledger')).json as {
    entries: { action: string; status: number }[]
  }
  const won = entries.filter(({ action, status }) => action === 'accept' && status === 200)
  const { blocks } = (await call('GET', '/v1/blocks')).json as { blocks: object[] }
  assert.equal(blocks.length, won.length)
  assert.ok(won.length > 0 && won.length < 6)
})

test('another site’s page may not make admin calls', async () => {
  const response = await fetch(`${running.url}/admin/reset`, {
    method: 'POST',
    headers: { origin: 'https://elsewhere.test' },
  })
  assert.equal(response.status, 403)
})

test('the document names every call; the pages are there; the feed begins with the picture', async () => {
  const { json } = await call('GET', '/openapi.json')
  assert.equal(json.openapi, '3.1.0')
  const paths = json.paths as Record<string, Record<string, unknown>>
  for (const path of ['/v1/offers/{offerId}/accept', '/v1/verification/{challengeId}', '/admin/faults']) {
    assert.ok(paths[path], path)
  }
  assert.deepEqual(Object.keys(paths['/v1/instant-offers'] ?? {}).sort(), ['get', 'put'])
  const page = await call('GET', '/')
  assert.ok(page.text.includes('<h1>The market</h1>'))
  assert.ok((await call('GET', '/docs')).text.includes('/v1/sign-in'))
  const feed = await speak('GET /live HTTP/1.1\r\nHost: m\r\n\r\n', (text) => text.includes('"offers":['))
  assert.ok(feed.includes('text/event-stream') && feed.includes('event: picture'))
  assert.match(feed, /Cache-Control: no-store, no-transform\r\nX-Accel-Buffering: no\r\n/)
})

test('the page opens where the first driver works, with what was won last and how the race was', async () => {
  const offerId = await place(20 * HOUR_MS, { takenAfterMs: 60_000 })
  assert.equal((await call('POST', `/v1/offers/${offerId}/accept`)).status, 200)
  const feed = await speak('GET /live HTTP/1.1\r\nHost: m\r\n\r\n', (text) => text.includes('"offers":['))
  assert.match(feed, /"home":\{"variant":"amazon","metroId":"los-angeles"\}/)
  assert.match(feed, /"what":"accepted".*"note":"after \d+ ms, \d+ ms before quick rival 100"/)
})

test('an empty feed of the page says "yet" only where nothing was counted', async () => {
  const { text } = await call('GET', '/page.js')
  const [code] = /function emptyFeed\([\s\S]*?\n\}/.exec(text) ?? []
  const emptyFeed = runInNewContext(`${code}; emptyFeed`) as (name: string, counts: object) => string
  assert.match(emptyFeed('drivers', { accepted: 0 }), /nothing yet/)
  assert.match(emptyFeed('drivers', { accepted: 9 }), /lately/)
  assert.match(emptyFeed('crowd', { taken: 0 }), /nothing yet/)
  assert.match(emptyFeed('crowd', { taken: 9 }), /lately/)
})

test('the page lists who has instant offers to confirm, until they are confirmed', async () => {
  const page = await call('GET', '/')
  assert.ok(page.text.includes('id="unconfirmed"'))
  assert.ok((await call('GET', '/page.js')).text.includes('/confirm-instant'))
  assert.deepEqual(await readUnconfirmed(), [])

  assert.equal((await call('PUT', '/v1/location', { lat: 34, lng: -118 })).status, 204)
  await call('PUT', '/v1/instant-offers', { enabled: true })
  const [waiting, ...others] = await readUnconfirmed()
  assert.deepEqual(others, [])
  assert.deepEqual(waiting, { driverId, driver: `an… ${driverId.slice(-4)}`, enabled: true })

  // Like the page's button: from the market's own origin.
  const path = `${running.url}/admin/drivers/${driverId}/confirm-instant`
  const confirm = (origin: string) => fetch(path, { method: 'POST', headers: { origin } })
  assert.equal((await confirm('https://elsewhere.test')).status, 403)
  assert.equal((await readUnconfirmed()).length, 1)
  assert.equal((await confirm(running.url)).status, 204)
  assert.deepEqual(await readUnconfirmed(), [])
  const { json } = await call('GET', '/v1/instant-offers')
  assert.deepEqual(json, { enabled: true, confirmation: 'confirmed' })
})

/** The page's feed of drivers with a pending change. */
async function readUnconfirmed(): Promise<unknown[]> {
  const feed = await speak('GET /live HTTP/1.1\r\nHost: m\r\n\r\n', (text) => text.includes('"offers":['))
  const [, list] = /"unconfirmed":(\[.*?\])/.exec(feed) ?? []
  return JSON.parse(list ?? 'null') as unknown[]
}

test('a taken port is one clear line', async () => {
  await assert.rejects(startMarket({ port: running.port }), (error: NodeJS.ErrnoException) => {
    assert.equal(error.code, 'EADDRINUSE')
    assert.equal(
      error.message,
      `the market's port 127.0.0.1:${running.port} is taken; choose another with MARKET_PORT`,
    )
    return true
  })
})

test('a running clock advances by itself and cannot be stepped', async () => {
  const fast = await startMarket({ scenario: 'demo', clock: { factor: 100 }, startAt: NOON })
  const { listed } = fast.market.world.counts
  while (fast.market.world.counts.listed < listed + 20) await new Promise((resolve) => setImmediate(resolve))
  const moved = await fetch(`${fast.url}/admin/clock`, { method: 'POST', body: '{"advanceMs":1}' })
  assert.equal(moved.status, 409)
  await fast.stop()
})

test('invalid environment variables are refused with a plain message', () => {
  assert.deepEqual(readConfig({}), { port: 8_090, host: '127.0.0.1', scenario: 'demo', clock: 'real' })
  assert.deepEqual(
    readConfig({
      MARKET_PORT: '0',
      MARKET_SCENARIO: 'rush',
      MARKET_SPEED: '60',
      MARKET_SEED: 's',
      MARKET_DATA: 'd',
    }),
    { port: 0, host: '127.0.0.1', scenario: 'rush', clock: { factor: 60 }, seed: 's', dataFolder: 'd' },
  )
  assert.throws(() => readConfig({ MARKET_PORT: '70000' }), /MARKET_PORT/)
  assert.throws(() => readConfig({ MARKET_SCENARIO: 'toString' }), /it may be calm, demo/)
  assert.throws(() => readConfig({ MARKET_SPEED: 'fast' }), /MARKET_SPEED/)
})
