import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { testDatabase } from '../db/testing.ts'
import type { TestDatabase } from '../db/testing.ts'
import { systemClock } from '../kit/clock.ts'
import { SMS_WEBHOOK_PATH, createOptOuts } from './opt-outs.ts'
import { signForm } from './providers/twilio.ts'

const TOKEN = 'the token of an account'
const PHONE = '13055550142'
const publicUrl = 'https://madruga.example'
let fresh: TestDatabase
before(async () => {
  fresh = await testDatabase()
})
after(() => fresh.drop())

const open = (authToken: string | null = TOKEN) =>
  createOptOuts({ db: fresh.database.kysely, clock: systemClock, key: 'a key', publicUrl, authToken })

/** Twilio's request for a text message, with its signature. */
function told(body: string, from = `+${PHONE}`): [string, string] {
  const fields = { From: from, To: '+15005550006', Body: body, MessageSid: 'SM1' }
  const signature = signForm(TOKEN, `${publicUrl}${SMS_WEBHOOK_PATH}`, fields)
  return [new URLSearchParams(fields).toString(), signature]
}

test('STOP ends text messages to that phone, START brings them back, and nothing else does either', async () => {
  const optOuts = open()
  for (const [body, out] of [
    ['hello', false],
    [' stop ', true],
    ['STOP', true],
    ['thanks', true],
    ['Start', false],
    ['“Stop, please.”', true],
    ['I cannot stop now', true],
    ['start!', false],
    ['I cannot stop now', false],
    ['PARAR', true],
    ['alta', false],
  ] as const) {
    assert.equal(await optOuts.sync(...told(body)), 'taken')
    assert.equal(await optOuts.isOut(PHONE), out, body)
    assert.equal(await optOuts.isOut('13055550143'), false)
  }
})

test('what Twilio did not sign changes nothing', async () => {
  const [form, signature] = told('STOP')
  assert.equal(await open().sync(form.replace('0142', '0199'), signature), 'forged')
  assert.equal(await open().sync(form, ''), 'forged')
  assert.equal(await open(null).sync(form, signature), 'forged')
  assert.equal(await open().isOut('13055550199'), false)
})

test('the table holds no phone', async () => {
  await open().sync(...told('STOP'))
  const { rows } = await fresh.database.pool.query('select * from sms_opt_outs')
  assert.equal(rows.length, 1)
  assert.ok(!JSON.stringify(rows).includes('5550142'))
})
