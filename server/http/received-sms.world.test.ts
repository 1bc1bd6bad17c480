import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Problem } from '@madruga/core/errors.ts'
import { enter, enterOperator, visit } from '../people/accounts/testing.ts'
import { startTestHttp } from './testing.ts'
import type { TestHttp } from './testing.ts'
import { realNow } from '../kit/testing.ts'

// As outside a demo: the page of received messages is for operators.
let http: TestHttp
before(async () => {
  http = await startTestHttp()
})
after(() => http.stop())

/** A message that the embedded gateway received. */
async function keep(channel: 'sms' | 'call', recipient: string, server = http): Promise<number> {
  const message = { channel, sender: '+15005550006', recipient, subject: null, text: 'A friend joined.' }
  const row = await server.database.database.kysely
    .insertInto('received_messages')
    .values({ ...message, received_at: new Date(realNow()) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

type Caller = Pick<Awaited<ReturnType<typeof visit>>, 'call'>
type Answered = Outputs['notify']['answerReceived']

const answer = ({ call }: Caller, id: number, text: string) =>
  call<Answered & Problem>('POST', '/api/notify/received/answer', { id, text })

/** Which received messages are marked as stopped, oldest first. */
async function readStopped({ call }: Caller): Promise<boolean[]> {
  const { body } = await call<Outputs['notify']['received']>('GET', '/api/notify/received')
  return body.messages.map(({ stopped }) => stopped).toReversed()
}

test('STOP to a received SMS ends texts to its phone alone, START brings them back', async () => {
  const desk = await enterOperator(http)
  const [first, other] = [await keep('sms', '+13055550142'), await keep('sms', '+13055550143')]
  await keep('sms', '+13055550142')
  await keep('call', '+13055550142')
  assert.deepEqual(await readStopped(desk), [false, false, false, false])

  const stopped = await answer(desk, first, 'STOP')
  assert.deepEqual([stopped.status, stopped.body], [200, { stopped: true }])
  assert.deepEqual(await readStopped(desk), [true, false, true, false])
  assert.deepEqual((await answer(desk, first, 'STOP')).body, { stopped: true })
  assert.deepEqual((await answer(desk, other, 'START')).body, { stopped: false })
  assert.deepEqual((await answer(desk, first, 'START')).body, { stopped: false })
  assert.deepEqual(await readStopped(desk), [false, false, false, false])
})

test('only an operator can reply, only to an SMS, and only with those words', async () => {
  const desk = await enterOperator(http)
  const [sms, call] = [await keep('sms', '+13055550144'), await keep('call', '+13055550144')]
  for (const [caller, status] of [
    [await visit(http), 401],
    [await enter(http), 403],
  ] as const)
    assert.equal((await answer(caller, sms, 'STOP')).status, status)
  assert.equal((await answer(desk, call, 'STOP')).body.code, 'request.not_found')
  assert.equal((await answer(desk, sms + call, 'STOP')).body.code, 'request.not_found')
  assert.equal((await answer(desk, sms, 'HELLO')).status, 400)
  assert.ok((await readStopped(desk)).every((stopped) => !stopped))
})

test('an operator without their second factor answers nothing', async () => {
  const id = await keep('sms', '+13055550142')
  const refused = await answer(await enter(http, { role: 'operator' }), id, 'STOP')
  assert.deepEqual([refused.status, refused.body.code], [403, 'operators.factor_missing'])
})

test('where phones are reached by a provider, they answer for themselves', async () => {
  const phone = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'a token', from: '+15005550006' }
  const real = await startTestHttp({ config: { phone } })
  try {
    const id = await keep('sms', '+13055550142', real)
    const refused = await answer(await enterOperator(real), id, 'STOP')
    assert.equal(refused.body.code, 'request.not_found')
  } finally {
    await real.stop()
  }
})
