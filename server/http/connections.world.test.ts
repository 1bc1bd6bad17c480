import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import type { Clock } from '../kit/clock.ts'
import { createBrowser, startTestHttp } from './testing.ts'
import type { TestHttp } from './testing.ts'
import { realNow, until } from '../kit/testing.ts'

/** A clock with timers that a test moves by hand. */
function steppedClock(): Clock & { advance(ms: number): void } {
  let now = realNow()
  let due: { at: number; call: () => void }[] = []
  return {
    now: () => now,
    after(ms, call) {
      const entry = { at: now + ms, call }
      due.push(entry)
      return () => void (due = due.filter((each) => each !== entry))
    },
    advance(ms) {
      for (const end = now + ms; now < end;) {
        now = Math.min(end, now + 1_000)
        const ripe = due.filter(({ at }) => at <= now)
        due = due.filter(({ at }) => at > now)
        for (const { call } of ripe) call()
      }
    },
  }
}

const metricsToken = 'a-token-of-the-monitor'

async function open(http: TestHttp, text = '', localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port: Number(new URL(http.url).port), host: '127.0.0.1', localAddress })
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(text)
  return socket
}

/** How many connections the server holds, by its own count. */
async function countOpen(http: TestHttp): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}`, connection: 'close' }
  const text = await (await fetch(`${http.url}/metrics`, { headers })).text()
  return Number(/madruga_open_connections (\d+)/.exec(text)?.[1])
}

const untilOpen = (http: TestHttp, count: number) =>
  until(async () => (await countOpen(http)) === count, `${count} open connections`)

const from = (address: string) => ({ 'x-forwarded-for': address })
const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: any\r\n\r\n`

test('a client that reads nothing is disconnected; one that reads or only waits is not', async (t) => {
  const clock = steppedClock()
  const generous = { points: 100_000, windowS: 60 }
  const http = await startTestHttp({ clock, config: { metricsToken }, limits: { address: generous } })
  t.after(() => http.stop())
  const idle = await open(http)
  const reading = await open(http, ask('/api/health'))
  reading.resume()
  const live = createBrowser(http.url)
  await live.signIn(await http.addDriver())
  const stream = await live.send('GET', '/api/log/live')
  const before = await countOpen(http)
  // More than the kernel's buffers hold, none of it read.
  const paused = await open(http, ask('/api/openapi.json').repeat(400))
  const closed = once(paused, 'close')
  await untilOpen(http, before + 1)
  await until(async () => {
    clock.advance(10_000)
    return (await countOpen(http)) === before
  }, 'the client that reads nothing is gone')
  paused.resume()
  await closed
  assert.deepEqual([idle.destroyed, reading.destroyed], [false, false])
  assert.equal(await countOpen(http), before)
  await stream.body?.cancel()
  for (const socket of [idle, reading]) socket.destroy()
})

test('an address holds this many connections at once, others are as free as before, and what is closed is given back', async (t) => {
  const http = await startTestHttp({ config: { metricsToken }, limits: { connectionsPerAddress: 4 } })
  t.after(() => http.stop())
  const neighbour = '127.0.0.9'
  const held = await Promise.all(Array.from({ length: 4 }, () => open(http, '', neighbour)))
  await untilOpen(http, 5)
  const refused = await open(http, '', neighbour)
  const chunks: Buffer[] = []
  refused.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(refused, 'close')
  assert.match(Buffer.concat(chunks).toString(), /^HTTP\/1\.1 429 [^]*Retry-After: 30/)
  assert.equal((await fetch(`${http.url}/api/health`)).status, 200)
  held[0]?.destroy()
  await untilOpen(http, 4)
  const again = await open(http, ask('/api/health'), neighbour)
  const [answer] = (await once(again, 'data')) as [Buffer]
  assert.match(answer.toString(), /^HTTP\/1\.1 200/)
  for (const socket of [...held, again]) socket.destroy()
})

test('behind a proxy its connections are not counted, but the requests under way of each address that it names', async (t) => {
  const http = await startTestHttp({ config: { trustProxy: true }, limits: { connectionsPerAddress: 2 } })
  t.after(() => http.stop())
  const browser = createBrowser(http.url)
  await browser.signIn(await http.addDriver())
  const streams = []
  for (const address of ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:3::1'])
    streams.push(await browser.send('GET', '/api/log/live', undefined, from(address)))
  const refused = await browser.send('GET', '/api/health', undefined, from('2001:db8:1:2::3'))
  assert.deepEqual(
    [refused.status, refused.headers.get('retry-after'), ((await refused.json()) as { code: string }).code],
    [429, '5', 'request.too_many'],
  )
  assert.equal((await browser.send('GET', '/api/health', undefined, from('2001:db8:1:3::2'))).status, 200)
  for (const stream of streams) await stream.body?.cancel()
})

test('the description of the API is compressed, kept by browsers, and counted like any request', async (t) => {
  const http = await startTestHttp({ limits: { address: { points: 4, windowS: 60 } } })
  t.after(() => http.stop())
  const read = (headers: Record<string, string> = {}) => fetch(`${http.url}/api/openapi.json`, { headers })
  const small = await read({ 'accept-encoding': 'br' })
  assert.equal(small.headers.get('content-encoding'), 'br')
  assert.match(small.headers.get('cache-control') ?? '', /max-age=/)
  const sent = Number(small.headers.get('content-length'))
  const document = await small.text()
  assert.ok(sent > 0 && sent * 5 < document.length)
  const plain = await read({ 'accept-encoding': 'identity' })
  assert.equal(plain.headers.get('content-encoding'), null)
  assert.equal(await plain.text(), document)
  assert.equal((await read({ 'if-none-match': small.headers.get('etag') ?? '' })).status, 304)
  assert.deepEqual([(await read()).status, (await read()).status], [200, 429])
})
