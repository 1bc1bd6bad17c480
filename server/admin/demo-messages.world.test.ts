import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { RequestOptions } from 'node:http'
import { after, test } from 'node:test'
import { readConfig } from '../config.ts'
import { testDatabase } from '../db/testing.ts'
import { makeKeyRing } from '../kit/encryption.ts'
import { startTestHttp } from '../http/testing.ts'
import { realNow } from '../kit/testing.ts'

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

/**
 * Reads the sent messages of a demo with this configuration, answers an SMS, and checks whether the demo
 * links to the page.
 */
async function ask(
  env: NodeJS.ProcessEnv,
  headers: Record<string, string>[],
): Promise<{ answers: number[]; replies: number[]; messagesOpen: boolean }> {
  const config = readConfig({ PORT: '0', DEMO: 'on', ...env }, ['--role=all'])
  const { url, stop } = await startTestHttp({ config, beside: { database }, keyRing })
  try {
    const { port } = new URL(url)
    const answers = []
    const session = await fetch(`${url}/api/accounts/session`)
    const cookies = session.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    const token = /XSRF-TOKEN=([^;]+)/.exec(cookies.join(';'))?.[1] ?? ''
    const proof = { cookie: cookies.join('; '), 'x-xsrf-token': token }
    const replies = []
    for (const each of headers) {
      answers.push(await statusOf({ port, path: PATH, headers: each }))
      const given = { ...each, ...proof, 'content-type': 'application/json' }
      const input = { port, path: `${PATH}/answer`, method: 'POST', headers: given }
      replies.push(await statusOf(input, JSON.stringify({ id, text: 'STOP' })))
    }
    return {
      answers,
      replies,
      messagesOpen: ((await session.json()) as { messagesOpen: boolean }).messagesOpen,
    }
  } finally {
    await stop()
  }
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

test('sent messages are readable at this machine, not through a proxy or under a foreign name', async () => {
  const found = await ask({}, [
    {},
    { host: 'localhost:8080' },
    { 'x-forwarded-for': '203.0.113.7' },
    { via: '1.1 proxy' },
    { host: 'evil.example' },
  ])
  const answers = [200, 200, 401, 401, 401]
  assert.deepEqual(found, { answers, replies: answers, messagesOpen: true })
})

for (const env of [
  { HOST: '0.0.0.0', PLAIN_HTTP: 'on' },
  { PUBLIC_URL: 'https://madruga.example' },
  { TRUST_PROXY: 'on' },
  { NODE_ENV: 'production', CARDS_ALLOW_TEST_IN_PRODUCTION: 'on' },
])
  test(`what was sent is open to nobody but operators where ${Object.keys(env)[0]} says that others come, in a demo too`, async () => {
    assert.deepEqual(await ask(env, [{}, { host: 'localhost:8080' }]), {
      answers: [401, 401],
      replies: [401, 401],
      messagesOpen: false,
    })
  })
