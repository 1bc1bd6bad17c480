import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SMS_WEBHOOK_PATH } from '../notify.ts'
import { signForm } from '../notify/testing.ts'
import { startTestHttp } from './testing.ts'
import type { TestHttp } from './testing.ts'

const TOKEN = 'the token of an account'
const PUBLIC_URL = 'https://madruga.example'
let http: TestHttp
before(async () => {
  const phone = { accountSid: `AC${'0'.repeat(32)}`, authToken: TOKEN, from: '+15005550006' }
  http = await startTestHttp({ config: { publicUrl: PUBLIC_URL, phone } })
})
after(() => http.stop())

/** A text message from a phone, posted like Twilio does: to the configured address, signed with a token. */
async function tell(text: string, { token = TOKEN, sent = text } = {}): Promise<number> {
  const fields = { From: '+13055550142', To: '+15005550006', Body: text, MessageSid: 'SM1' }
  const signature = signForm(token, `${PUBLIC_URL}${SMS_WEBHOOK_PATH}`, fields)
  const reply = await fetch(`${http.url}${SMS_WEBHOOK_PATH}`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, Body: sent }),
    headers: { 'x-twilio-signature': signature },
  })
  await reply.text()
  return reply.status
}

async function countOut(): Promise<number> {
  const { rows } = await http.database.database.pool.query('select 1 from sms_opt_outs')
  return rows.length
}

test('a phone that answers STOP is out and by START in again, and other words change neither', async () => {
  for (const [text, out] of [
    ['Hello?', 0],
    ['STOP', 1],
    ['stop', 1],
    ['Thanks', 1],
    ['START', 0],
    ['Thanks', 0],
  ] as const) {
    assert.equal(await tell(text), 200)
    assert.equal(await countOut(), out, text)
  }
})

test('a foreign or altered message is rejected and changes nothing', async () => {
  assert.equal(await tell('STOP', { token: 'another token' }), 400)
  assert.equal(await tell('Hello', { sent: 'STOP' }), 400)
  const bare = { method: 'POST', body: new URLSearchParams({ From: '+13055550142', Body: 'STOP' }) }
  assert.equal((await fetch(`${http.url}${SMS_WEBHOOK_PATH}`, bare)).status, 400)
  assert.equal(await countOut(), 0)
})
