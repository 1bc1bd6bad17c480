import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCookie, readXsrfToken } from './cookie.ts'
import { parseEvent, readEvents } from './events.ts'
import { createLink, encodeInput, nameOperations } from './link.ts'
import { problemOf, toProblem } from './problem.ts'

test('input fills the path, then the query or the body', () => {
  assert.deepEqual(encodeInput({ method: 'GET', path: '/log' }, { limit: 5, before: undefined }), {
    path: '/log',
    query: '?limit=5',
    body: null,
  })
  assert.deepEqual(encodeInput({ method: 'PUT', path: '/filters/{variant}' }, { variant: 'a/b', x: 1 }), {
    path: '/filters/a%2Fb',
    query: '',
    body: '{"x":1}',
  })
})

test('an operation that the contract lacks is a mistake of ours', async () => {
  const link = createLink(
    async () => undefined,
    'http://x',
    () => Promise.reject(new Error('not sent')),
    () => null,
  )
  await assert.rejects(async () => link.call(['log', 'live'], {}, { context: {} }), /log\.live/)
})

test('an operation is called by its name in the contract, with its input and its signal', async () => {
  const sent: Request[] = []
  let driver: string | null = null
  const link = createLink(
    async (name) => ({ 'bot.get': 'GET /bot', 'filters.save': 'PUT /filters/{variant}' })[name],
    'http://x/api',
    async (request) => {
      sent.push(request)
      return Response.json({ ok: true })
    },
    () => driver,
  )
  const api = nameOperations<{
    bot: { get: (input?: undefined, options?: { signal: AbortSignal }) => Promise<unknown> }
    filters: { save: (input: { variant: string; version: number }) => Promise<unknown> }
  }>(link)
  const over = new AbortController()
  assert.deepEqual(await api.bot.get(undefined, { signal: over.signal }), { ok: true })
  await api.filters.save({ variant: 'amazon', version: 2 })
  assert.deepEqual(
    sent.map((request) => [request.method, request.url]),
    [
      ['GET', 'http://x/api/bot'],
      ['PUT', 'http://x/api/filters/amazon'],
    ],
  )
  assert.equal(await sent[1]?.text(), '{"version":2}')
  driver = 'ana'
  await api.bot.get()
  await api.filters.save({ variant: 'amazon', version: 3 })
  await api.bot.get({ since: 4 } as never)
  assert.deepEqual(
    sent.slice(2).map((request) => request.url.slice('http://x/api'.length)),
    ['/bot?as=ana', '/filters/amazon?as=ana', '/bot?since=4&as=ana'],
    'each names the driver whom the page shows',
  )
  over.abort()
  assert.equal(sent[0]?.signal.aborted, true)
})

test('events: names, comments, several data lines', () => {
  assert.deepEqual(parseEvent('event: message\nid: 4\ndata: {"a":\ndata: 1}'), {
    name: 'message',
    data: '{"a":\n1}',
  })
  assert.equal(parseEvent(': still here'), null)
  assert.deepEqual(parseEvent('event: done'), { name: 'done', data: '' })
})

test('a stream cut anywhere gives the same values', async () => {
  const text = ': hi\n\nevent: message\nid: 1\ndata: {"n":1}\n\ndata: {"n":2}\r\n\r\nevent: done\n\n'
  for (let cut = 0; cut < text.length; cut += 1) {
    const values: unknown[] = []
    for await (const value of readEvents(streamOf(text.slice(0, cut), text.slice(cut)))) values.push(value)
    assert.deepEqual(values, [{ n: 1 }, { n: 2 }])
  }
})

test('lines may end in CRLF, in an event of several lines too', async () => {
  const values: unknown[] = []
  const text = 'event: message\r\ndata: {"n":\r\ndata: 1}\r\n\r\nevent: done\r\n\r\n'
  for await (const value of readEvents(streamOf(text))) values.push(value)
  assert.deepEqual(values, [{ n: 1 }])
})

test('a stream that breaks off throws after what arrived', async () => {
  const values: unknown[] = []
  await assert.rejects(async () => {
    for await (const value of readEvents(streamOf('data: 1\n\ndata: 2'))) values.push(value)
  })
  assert.deepEqual(values, [1])
})

test('problems are read by code, other answers by status', async () => {
  const body = JSON.stringify({ code: 'bot.cooling', params: { until: 5 } })
  const told = await problemOf(new Response(body, { status: 409 }))
  assert.deepEqual([told.code, told.params], ['bot.cooling', { until: 5 }])
  assert.equal((await problemOf(new Response('<html>', { status: 502 }))).code, 'server.unavailable')
  assert.equal((await problemOf(new Response('', { status: 401 }))).code, 'accounts.signed_out')
  assert.equal(toProblem('anything').code, 'server.fault')
})

test('cookies by their whole name', () => {
  assert.equal(readCookie('XSRF-TOKEN', 'a=1; XSRF-TOKEN=x%3Dy.z; b=2'), 'x=y.z')
  assert.equal(readCookie('TOKEN', 'XSRF-TOKEN=1'), null)
  assert.equal(readXsrfToken('XSRF-TOKEN=planted; __Host-XSRF-TOKEN=ours'), 'ours')
  assert.equal(readXsrfToken('a=1; XSRF-TOKEN=ours'), 'ours')
  assert.equal(readXsrfToken('a=1'), null)
})

function streamOf(...parts: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) if (part !== '') controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })
}
