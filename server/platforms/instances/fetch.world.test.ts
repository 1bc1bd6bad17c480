import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { systemClock } from '../../kit/clock.ts'
import { openConnection } from '../adapters/socketcluster/connection.ts'
import { openInstanceHttp } from './fetch.ts'
import type { InstanceHttp, InstanceHttpOptions, InstanceRequest } from './fetch.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '../testing/certificate.ts'

const GET = { method: 'GET', path: '/jobs?page=1', headers: {}, timeoutMs: 2_000, priority: 'poll' } as const

/** A server on this machine with what it was asked for, and the HTTP of an instance that is there. */
async function startInstance(
  behave: RequestListener,
  { host = '127.0.0.1', secure = false, ...options }: Partial<InstanceHttpOptions> & Where = {},
) {
  const asked: string[] = []
  const listen: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    behave(request, response)
  }
  const tls = { cert: TEST_CERTIFICATE, key: TEST_KEY }
  const server = secure ? createTlsServer(tls, listen) : createServer(listen)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const baseUrl = `${secure ? 'https' : 'http'}://${host}:${port}/under`
  const http = openInstanceHttp({ baseUrl, allowPrivate: true, ...options })
  const close = async (): Promise<void> => {
    await http.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { http, asked, close, port }
}

type Where = { host?: string; secure?: boolean }

async function failureOf(http: InstanceHttp, request: InstanceRequest = GET): Promise<string> {
  const reply = await http.fetch(request)
  assert.equal(reply.kind, 'no_answer')
  return reply.kind === 'no_answer' ? reply.detail : ''
}

test('answers what the instance answers, under its base path', async () => {
  const { http, asked, close } = await startInstance((request, response) => {
    response.writeHead(418, { 'x-told': request.headers['authorization'] ?? '' })
    request.pipe(response)
  })
  const headers = { authorization: 'Bearer one' }
  const reply = await http.fetch({ ...GET, method: 'PUT', headers, body: '{"a":1}' })
  assert.ok(reply.kind === 'answer')
  assert.deepEqual([reply.status, reply.body, reply.headers['x-told']], [418, '{"a":1}', 'Bearer one'])
  assert.deepEqual(asked, ['PUT /under/jobs?page=1'])
  await close()
})

test('asks for packed answers and reads them, unless they become too much', async () => {
  let text = '{"a":1}'
  const { http, close } = await startInstance((request, response) => {
    assert.equal(request.headers['accept-encoding'], 'gzip')
    response.writeHead(200, { 'content-encoding': 'gzip' })
    response.end(gzipSync(text))
  })
  const reply = await http.fetch(GET)
  assert.equal(reply.kind === 'answer' && reply.body, text)
  text = 'x'.repeat(10_000_000)
  assert.match(await failureOf(http), /larger/)
  await close()
})

test('without the record’s word nothing reaches this machine, by number or by name', async () => {
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
    const { http, asked, close } = await startInstance((_, response) => response.end(), {
      host,
      allowPrivate: false,
    })
    assert.match(await failureOf(http), /not allowed/, host)
    assert.deepEqual(asked, [])
    await close()
  }
})

/** Names resolve to these addresses. */
const resolvesTo =
  (...found: { address: string; family: number }[]): NonNullable<InstanceHttpOptions['resolve']> =>
  (_host, _options, done) =>
    done(null, found)

test('of a name’s addresses, only those that are allowed are connected to', async () => {
  const host = 'instance.example'
  const metadata = { address: '169.254.169.254', family: 4 }
  const loopback = { address: '127.0.0.1', family: 4 }
  const mixed = await startInstance((_, response) => response.end('[]'), {
    host,
    resolve: resolvesTo(metadata, loopback),
  })
  assert.equal((await mixed.http.fetch(GET)).kind, 'answer')
  await mixed.close()
  for (const allowPrivate of [true, false]) {
    const { http, asked, close } = await startInstance((_, response) => response.end(), {
      host,
      allowPrivate,
      resolve: resolvesTo(metadata, allowPrivate ? metadata : loopback),
    })
    assert.match(await failureOf(http), /not allowed/)
    assert.deepEqual(asked, [])
    await close()
  }
})

test('a name that changes after its look-up is found out by the peer', async () => {
  let readings = 0
  const turned = {
    family: 4,
    get address() {
      return readings++ === 0 ? '8.8.8.8' : '127.0.0.1'
    },
  }
  const { http, asked, close } = await startInstance((_, response) => response.end(), {
    host: 'instance.example',
    secure: true,
    ca: TEST_CERTIFICATE,
    allowPrivate: false,
    resolve: resolvesTo(turned),
  })
  assert.equal(await failureOf(http), 'requests to 127.0.0.1 are not allowed')
  assert.deepEqual(asked, [])
  await close()
})

test('a socket of events obeys the record as requests do', async () => {
  let connections = 0
  const server = createTcpServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const reach = async (host: string, allowPrivate: boolean): Promise<void> => {
    const http = openInstanceHttp({ baseUrl: `http://${host}:${port}`, allowPrivate })
    await new Promise<void>((resolve) => {
      const handlers = { ready() {}, subscribed() {}, published() {}, kickedOut() {}, lost: resolve }
      const url = `ws://${host}:${port}/socketcluster/`
      openConnection({ url, clock: systemClock, dispatcher: http.dispatcher }, handlers)
    })
    await http.close()
  }
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) await reach(host, false)
  assert.equal(connections, 0)
  await reach('127.0.0.1', true)
  assert.equal(connections, 1)
  await new Promise((resolve) => server.close(resolve))
})

test('without TLS, no address but this machine’s is connected to', async () => {
  const http = openInstanceHttp({ baseUrl: 'http://10.255.255.1:9', allowPrivate: true })
  assert.match(await failureOf(http), /not allowed/)
  await http.close()
})

test('over TLS, only the holder of the certificate is spoken to', async () => {
  const trusting = await startInstance((_, response) => response.end('[]'), {
    secure: true,
    ca: TEST_CERTIFICATE,
  })
  assert.equal((await trusting.http.fetch(GET)).kind, 'answer')
  const strict = openInstanceHttp({ baseUrl: `https://127.0.0.1:${trusting.port}`, allowPrivate: true })
  await failureOf(strict)
  assert.equal(trusting.asked.length, 1)
  await strict.close()
  await trusting.close()
})

test('a redirect is an answer and is not followed', async () => {
  const { http, asked, close } = await startInstance((_, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  )
  const reply = await http.fetch(GET)
  assert.ok(reply.kind === 'answer')
  assert.equal(reply.status, 302)
  assert.equal(asked.length, 1)
  await close()
})

test('a body beyond 2 MB and one that drips end without an answer', async () => {
  const { http, close } = await startInstance((request, response) => {
    if (request.url?.includes('large')) response.end(Buffer.alloc(2 * 1024 * 1024 + 1))
    else response.write('[')
  })
  await failureOf(http, { ...GET, path: '/large' })
  await failureOf(http, { ...GET, path: '/dripping', timeoutMs: 100 })
  await close()
})

test('what the budget does not bear is not sent', async () => {
  const taken: string[] = []
  const { http, asked, close } = await startInstance((_, response) => response.end(), {
    take: async (priority, driver) => {
      taken.push(`${priority} ${driver}`)
      return priority === 'poll' ? 1_500 : null
    },
  })
  assert.deepEqual(await http.fetch(GET), { kind: 'over_budget', retryAfterMs: 1_500 })
  const accept = { ...GET, headers: { authorization: 'Bearer ana' }, priority: 'accept' } as const
  assert.equal((await http.fetch(accept)).kind, 'answer')
  assert.deepEqual(taken, ['poll ', 'accept Bearer ana'])
  assert.equal(asked.length, 1)
  await close()
})
