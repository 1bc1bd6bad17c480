import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { RequestOptions } from 'node:http'
import { after, test } from 'node:test'
import { readConfig } from '../../config.ts'
import { testDatabase } from '../../db/testing.ts'
import { makeKeyRing } from '../../kit/encryption.ts'
import { startTestHttp } from '../../http/testing.ts'
import { realNow } from '../../kit/testing.ts'
import { DEMO_OPERATOR } from './demo-drivers.ts'

const database = await testDatabase()
const SMS = {
  channel: 'sms',
  sender: '+15005550006',
  recipient: '+13055550142',
  subject: null,
  text: 'News',
} as const
const { id } = await database.database.kysely
  .insertInto('received_messages')
  .values({ ...SMS, received_at: new Date(realNow()) })
  .returning('id')
  .executeTakeFirstOrThrow()
const keyRing = makeKeyRing()
const PATH = '/api/notify/received'
after(() => database.drop())

/** A demo with this configuration, and what one visitor of it gets. */
async function startDemo(env: NodeJS.ProcessEnv = {}) {
  const config = readConfig({ PORT: '0', DEMO: 'on', ...env }, ['--role=all'])
  const demo = await startTestHttp({ config, beside: { database }, keyRing })
  const { port } = new URL(demo.url)
  /** Reads the sent messages, answers an SMS, and signs in as the demo's operator, with these headers. */
  const visit = async (headers: Record<string, string> = {}) => {
    const session = await fetch(`${demo.url}/api/accounts/session`, { headers })
    const cookies = [
      ...(headers['cookie'] === undefined ? [] : [headers['cookie']]),
      ...session.headers.getSetCookie().map((line) => line.split(';')[0] ?? ''),
    ].join('; ')
    const token = /XSRF-TOKEN=([^;]+)/.exec(cookies)?.[1] ?? ''
    const given = { ...headers, cookie: cookies, 'x-xsrf-token': token, 'content-type': 'application/json' }
    const post = async (path: string, body: object) =>
      await statusOf({ port, path, method: 'POST', headers: given }, JSON.stringify(body))
    return {
      messages: await statusOf({ port, path: PATH, headers: given }),
      reply: await post(`${PATH}/answer`, { id, text: 'STOP' }),
      signIn: await post('/api/accounts/sign-in', DEMO_OPERATOR),
      messagesOpen: ((await session.json()) as { messagesOpen: boolean }).messagesOpen,
    }
  }
  return { ...demo, visit }
}

// Not by fetch, which sets the host itself.
function statusOf(input: RequestOptions, body = ''): Promise<number> {
  return new Promise((done, fail) => {
    request({ host: '127.0.0.1', ...input }, (answer) => {
      answer.resume()
      done(answer.statusCode ?? 0)
    })
      .once('error', fail)
      .end(body)
  })
}

const NOTHING = { messages: 401, reply: 401, signIn: 403, messagesOpen: false }

test('without the link of the terminal a demo opens nothing, wherever the visitor seems to come from', async () => {
  const { visit, stop } = await startDemo()
  try {
    for (const headers of [
      // A forwarded port, and a proxy that sends the address it forwards to and no header of its own.
      {},
      { host: 'localhost:8080' },
      { 'x-forwarded-for': '203.0.113.7' },
      { via: '1.1 proxy' },
      { host: 'evil.example' },
      { cookie: 'madruga.demo=nonce.signature' },
      { cookie: 'madruga.demo=' },
    ])
      assert.deepEqual(await visit(headers), NOTHING, JSON.stringify(headers))
  } finally {
    await stop()
  }
})

test('the link opens the demo in one browser and is used then; the next one opens another', async () => {
  const { url, world, visit, stop } = await startDemo()
  try {
    const door = world.demoDoor!
    const path = door.path()
    const open = async (asked: string, headers: Record<string, string> = {}) =>
      await fetch(url + asked, { headers, redirect: 'manual' })
    const first = await open(path)
    const cookie = first.headers.getSetCookie()[0]!.split(';')[0]!
    assert.deepEqual([first.status, first.headers.get('location')], [303, '/'])
    const { signIn, ...read } = await visit({ cookie })
    assert.deepEqual(read, { messages: 200, reply: 200, messagesOpen: true })
    assert.notEqual(signIn, 403)

    const spanish = await open(path, { 'accept-language': 'es-US' })
    assert.equal(spanish.status, 403)
    assert.match(await spanish.text(), /ya se usó/)
    assert.equal((await open(path, { cookie })).status, 303)
    assert.equal((await open(`${path}x`)).status, 403)
    assert.equal((await open(door.path())).status, 303)
  } finally {
    await stop()
  }
})

for (const env of [
  { HOST: '0.0.0.0', PLAIN_HTTP: 'on' },
  { PUBLIC_URL: 'https://madruga.example' },
  { TRUST_PROXY: 'on' },
  { NODE_ENV: 'production' },
])
  test(`a demo has no link where ${Object.keys(env)[0]} says that others can reach it`, async () => {
    const { world, visit, stop } = await startDemo(env)
    try {
      assert.equal(world.demoDoor, null)
      const { signIn: _, ...closed } = await visit({ host: 'localhost:8080' })
      assert.deepEqual(closed, { messages: 401, reply: 401, messagesOpen: false })
    } finally {
      await stop()
    }
  })
