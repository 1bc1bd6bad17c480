import assert from 'node:assert/strict'
import { createServer, connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Role } from '../config.ts'
import { testDatabase } from '../db/testing.ts'
import { createBrowser, startTestHttp } from '../http/testing.ts'
import type { TestHttp } from '../http/testing.ts'
import { makeKeyRing } from '../kit/encryption.ts'
import { until } from '../kit/testing.ts'

/** A database that a test can keep from its work. */
export type Relay = {
  url: string
  /** Connections stay open, and nothing passes any more. */
  silence(): void
  /** Connections end, and new ones are refused as by a server that has none left. */
  refuse(): void
  /** Answers take this many ms. */
  slow(ms: number): void
  /** As before. */
  speak(): void
  close(): Promise<void>
}

/** How PostgreSQL refuses a connection, in its own format: FATAL, SQLSTATE 53300. */
const REFUSAL = (() => {
  const fields = ['SFATAL', 'VFATAL', 'C53300', 'Msorry, too many clients already', '']
  const body = Buffer.from(fields.map((field) => `${field}\0`).join(''))
  const head = Buffer.from('E....')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
})()

/** Starts a relay to the database at `url`. */
export async function startRelay(url: string): Promise<Relay> {
  const target = new URL(url)
  const folder = target.searchParams.get('host')
  const reach = (): Socket =>
    folder === null
      ? connect(Number(target.port), target.hostname)
      : connect(`${folder}/.s.PGSQL.${target.port || 5432}`)
  const sockets = new Set<Socket>()
  let [silent, refuses, slowMs] = [false, false, 0]
  const server = createServer((near) => {
    near.on('error', () => near.destroy())
    if (refuses) return void near.once('data', () => near.end(REFUSAL))
    const far = reach()
    const late = (data: Buffer): void => {
      if (slowMs === 0) near.write(data)
      else setTimeout(() => near.destroyed || near.write(data), slowMs)
    }
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      if (silent) from.pause()
      from.on('data', from === far ? late : (data) => to.write(data))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const through = new URL(url)
  through.searchParams.delete('host')
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    silence() {
      silent = true
      for (const socket of sockets) socket.pause()
    },
    refuse() {
      refuses = true
      for (const socket of sockets) socket.destroy()
    },
    slow(ms) {
      slowMs = ms
    },
    speak() {
      ;[silent, refuses, slowMs] = [false, false, 0]
      for (const socket of sockets) socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const ROLES: Role[] = ['all', 'api', 'bot', 'jobs']
/** The application's connections in use. */
const USED =
  /^db_client_connection_count\{db_client_connection_pool_name="app",db_client_connection_state="used"\} (\d+)$/m
const metricsToken = 'a-token-of-the-monitor'
const health = { host: '127.0.0.1', port: 0, tls: null }

const start = (role: Role, more: Parameters<typeof startTestHttp>[0] = {}): Promise<TestHttp> =>
  startTestHttp({ ...more, config: { role, metricsToken, health, ...more.config } })

async function probe(url: string, path: string): Promise<[number, string]> {
  const answer = await fetch(`${url}${path}`)
  return [answer.status, (await answer.text()).trim()]
}

/** Until all answer that they are ready: a database that is slow for a moment makes them unready as well. */
const untilReady = (roles: readonly TestHttp[]) =>
  until(async () => {
    const answers = await Promise.all(roles.map(({ url }) => probe(url, '/ready')))
    return answers.every(([status, text]) => status === 200 && text === 'ok')
  }, 'all are ready')

const readMetrics = (url: string, token = metricsToken) =>
  fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })

for (const role of ROLES) {
  test(`${role}: live and ready while it works, live and not ready while it drains`, async (t) => {
    const http = await start(role)
    t.after(() => http.stop())
    assert.deepEqual(await probe(http.url, '/live'), [200, 'ok'])
    await untilReady([http])
    http.world.drain()
    assert.deepEqual(await probe(http.url, '/ready'), [503, 'draining'])
    assert.deepEqual(await probe(http.url, '/live'), [200, 'ok'])
    assert.equal((await fetch(`${http.url}/ready`, { method: 'POST' })).status, 404)
  })

  test(`${role}: metrics of its own for callers with the token alone`, async (t) => {
    const http = await start(role)
    t.after(() => http.stop())
    const answer = await readMetrics(http.url)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const text = await answer.text()
    const about = `service_name="madruga",service_version="[^"]+",madruga_role="${role}"`
    assert.match(text, new RegExp(`^target_info\\{${about}\\} 1$`, 'm'))
    assert.match(text, /^madruga_polls_total 0$/m)
    assert.match(text, /^nodejs_eventloop_delay_p99_seconds /m)
    assert.match(text, /^process_memory_usage_bytes /m)
    assert.match(text, USED)
    assert.equal(/^madruga_lease_age_seconds /m.test(text), role === 'all' || role === 'bot')
    assert.equal(/^madruga_silent_bots 0$/m.test(text), role === 'all' || role === 'jobs')
    assert.equal((await readMetrics(http.url, 'another-token-of-nobody')).status, 404)
    assert.equal((await fetch(`${http.url}/metrics`)).status, 404)
  })
}

test('guesses of the token are limited on the small port too', async (t) => {
  const http = await start('bot')
  t.after(() => http.stop())
  let status = 404
  for (let guess = 0; guess < 200 && status === 404; guess++)
    status = (await readMetrics(http.url, 'guess')).status
  assert.equal(status, 429)
  // Probes are never refused.
  await untilReady([http])
})

/** A process of each role, whose database may fall silent; `all` probes each of them. */
async function startRoles(t: TestContext) {
  const fresh = await testDatabase()
  const relay = await startRelay(fresh.url)
  const started: TestHttp[] = []
  t.after(async () => {
    relay.speak()
    await Promise.all(started.map((http) => http.stop()))
    await relay.close()
    await fresh.drop()
  })
  const shared = { beside: { database: fresh }, databaseUrl: relay.url, keyRing: makeKeyRing() }
  for (const role of ROLES) started.push(await start(role, shared))
  const all = (path: string) => Promise.all(started.map((http) => probe(http.url, path)))
  return { fresh, relay, started, all }
}

test('a database that hangs makes every role not ready, and it recovers by itself', async (t) => {
  const { relay, started, all } = await startRoles(t)
  await untilReady(started)
  relay.silence()
  // An answer may serve the probes of a moment.
  await until(async () => (await all('/ready')).every(([status]) => status === 503), 'none is ready')
  assert.deepEqual(
    await all('/ready'),
    ROLES.map(() => [503, 'no database']),
  )
  assert.deepEqual(
    await all('/live'),
    ROLES.map(() => [200, 'ok']),
  )
  const text = await (await readMetrics(started[3]!.url)).text()
  assert.doesNotMatch(text, /^madruga_silent_bots /m, 'nothing is claimed of a fleet that cannot be read')
  assert.match(text, /^process_memory_usage_bytes /m)
  relay.speak()
  await untilReady(started)
})

const WORSE = [
  { name: 'out of connections', order: 'refuse', why: /^no connections$/ },
  { name: 'that answers late', order: 'slow', why: /^no database$/ },
] as const

for (const { name, order, why } of WORSE)
  test(`a database ${name}: no role is ready, changes are refused or done once, and all come back`, async (t) => {
    const { fresh, relay, started, all } = await startRoles(t)
    const [everything] = started
    assert.ok(everything)
    const browser = createBrowser(everything.url)
    await browser.signIn(await everything.addDriver())
    const open = (text: string) => browser.call('POST', '/api/support/requests', { topic: 'bot', text })
    assert.equal((await open('before')).status, 200)

    relay[order](2_000)
    await until(
      async () => (await all('/ready')).every(([status, text]) => status === 503 && why.test(text)),
      'all say why they are not ready',
    )
    assert.deepEqual(
      await all('/live'),
      ROLES.map(() => [200, 'ok']),
    )
    const answer = (await (await fetch(`${everything.url}/api/health`)).json()) as object
    assert.partialDeepStrictEqual(answer, { status: 'degraded', database: false, writes: false })
    const worse = await open('in between')
    relay.speak()
    await untilReady(started)
    assert.equal((await open('after')).status, 200)
    const { rows } = await fresh.database.pool.query<{ text: string }>(
      'select text from support_messages order by id',
    )
    const isDone = worse.status === 200
    assert.deepEqual(
      rows.map(({ text }) => text),
      ['before', ...(isDone ? ['in between'] : []), 'after'],
    )
    if (order === 'refuse') assert.deepEqual([worse.status, worse.body.code], [503, 'server.unavailable'])
  })

test('a process whose connections are all busy is ready nevertheless', async (t) => {
  const http = await start('api')
  t.after(() => http.stop())
  const { pool } = http.world.database
  const { max } = pool.options
  const busy = await Promise.all(Array.from({ length: max }, () => pool.connect()))
  await untilReady([http])
  const text = await (await readMetrics(http.url)).text()
  assert.equal(Number(USED.exec(text)?.[1]), max)
  for (const client of busy) client.release()
})

test('a usual port that is taken is no reason not to start, a chosen one is', async (t) => {
  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => holder.once('listening', listening))
  t.after(() => holder.close())
  const { port } = holder.address() as AddressInfo
  const first = await start('bot', { config: { health: { ...health, port: null } } })
  t.after(() => first.stop())
  const second = await start('jobs', { config: { health: { ...health, port: null } } })
  t.after(() => second.stop())
  assert.notEqual(first.url, second.url)
  assert.deepEqual(await probe(second.url, '/live'), [200, 'ok'])
  await assert.rejects(start('bot', { config: { health: { ...health, port } } }), { code: 'EADDRINUSE' })
})
