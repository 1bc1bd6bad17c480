import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { CHANNELS } from '@madruga/core/notify.ts'
import type { Channel } from '@madruga/core/notify.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import { sql } from 'kysely'
import { handClock } from '../kit/testing.ts'
import { testDatabase } from '../db/testing.ts'
import { createLogger } from '../kit/logger.ts'
import { makeKeyRing } from '../kit/encryption.ts'
import type { NewMessage } from './model.ts'
import {
  createOutbox,
  createSender,
  forgetSent,
  listMessages,
  readMessageTroubles,
  readTextError,
  retryMessages,
} from './outbox.ts'
import type { Sender } from './outbox.ts'
import type { Arrival, Delivery, Outgoing, Provider } from './providers.ts'
import { putIntoWords } from './words.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const LEASE_MS = 2 * MINUTE_MS
const fresh = await testDatabase()
const db = fresh.database.kysely
const { pool } = fresh.database
const keyRing = makeKeyRing()
const settings = DEFAULT_SETTINGS.messages
const optedOut = new Set<string>()
let lines: string[] = []
const logger = createLogger({ level: 'info', style: 'json', write: (line) => lines.push(line) })
const clock = handClock(NOW, { pools: [pool] })
const outbox = createOutbox({ clock, keyRing })
after(() => fresh.drop())

/** The provider, which the test plays. */
type Foreigner = {
  sent: Outgoing[]
  answer(message: Outgoing, channel: Channel): Delivery | Promise<Delivery>
}
let foreigner: Foreigner

await sql`insert into drivers (id, name, email) values ('ana', 'Ana', 'ana@drivers.test')`.execute(db)

beforeEach(async () => {
  await sql`truncate outbox`.execute(db)
  await clock.advance(DAY_MS * 2)
  lines = []
  foreigner = { sent: [], answer: () => ({ outcome: 'sent', reference: 'r1' }) }
})

function openSender(
  over: { at?: Foreigner; phoneCaps?: typeof settings.phoneCaps; arrival?: () => Arrival } = {},
): Sender {
  const at = over.at ?? foreigner
  const providerOf = (channel: Channel): Provider => ({
    async send(message) {
      at.sent.push(message)
      return await at.answer(message, channel)
    },
    close: async () => {},
  })
  const providers = Object.fromEntries(CHANNELS.map((channel) => [channel, providerOf(channel)])) as Record<
    Channel,
    Provider
  >
  const { arrival } = over
  if (arrival) providers.sms.readArrival = async () => arrival()
  return createSender({
    isOptedOut: async (phone) => optedOut.has(phone),
    unsubscribeUrl: (driverId) => `https://madruga.example/${driverId}`,
    db,
    clock,
    logger,
    keyRing,
    settings: { ...settings, phoneCaps: over.phoneCaps ?? settings.phoneCaps },
    providers,
    render: (content) => putIntoWords(content, 'https://madruga.example'),
    random: () => 0.5,
  })
}

function code(event: string, over: Partial<NewMessage> = {}): NewMessage {
  return {
    driverId: null,
    channel: 'sms',
    recipient: '15550100200',
    language: 'en',
    timeZone: 'America/New_York',
    template: 'code',
    params: { purpose: 'register', code: '482913', minutes: 10 },
    event,
    expiresAt: null,
    ...over,
  } as NewMessage
}

async function put(...messages: NewMessage[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const message of messages) await outbox.sendMessage(tx, message)
  })
}

const rows = async () => await db.selectFrom('outbox').selectAll().orderBy('id').execute()
const states = async () => (await rows()).map((row) => row.state)

test('fifty parallel calls for one event make one message', async () => {
  await Promise.all(Array.from({ length: 50 }, () => put(code('once'))))
  assert.equal((await rows()).length, 1)
  const sender = openSender()
  await sender.wake()
  await put(code('once'))
  await sender.wake()
  assert.equal(foreigner.sent.length, 1)
})

test('a message is sent only if its transaction commits', async () => {
  await assert.rejects(
    db.transaction().execute(async (tx) => {
      await outbox.sendMessage(tx, code('undone'))
      throw new Error('undone')
    }),
    /undone/,
  )
  await openSender().wake()
  assert.equal(foreigner.sent.length, 0)
})

test('what was sent is marked with the reference of the other side, and what it said is forgotten', async () => {
  await put(code('told'))
  assert.ok((await rows())[0]!.sealed_content)
  await openSender().wake()
  const [row] = await rows()
  assert.equal(row!.state, 'sent')
  assert.equal(row!.reference, 'r1')
  assert.equal(row!.sent_at, clock.now())
  assert.equal(row!.sealed_content, null)
  assert.match(foreigner.sent[0]!.words.sms, /482913/)
})

async function dump(): Promise<string> {
  const { rows: found } = await sql<{ line: string }>`select o::text as line from outbox o`.execute(db)
  const { rows: bytes } = await sql<{ line: string }>`
    select encode(sealed_content, 'escape') as line from outbox where sealed_content is not null`.execute(db)
  return [...found, ...bytes].map(({ line }) => line).join('\n')
}

test('neither the database nor the log ever holds a code or a recipient of it', async () => {
  await put(code('a', { params: { purpose: 'register', code: '482913', minutes: 10 } }))
  assert.match(await dump(), /15550100200/)
  assert.doesNotMatch(await dump(), /482913/)
  for (const outcome of ['failed', 'refused'] as const) {
    foreigner.answer = () => ({ outcome, error: 'smtp_500' })
    await openSender().wake()
    assert.doesNotMatch(await dump(), /482913/)
    await clock.advance(HOUR_MS)
  }
  assert.equal((await rows())[0]!.sealed_content, null)
  foreigner.answer = () => Promise.reject(new Error('a fault of ours'))
  await put(code('b'))
  await openSender().wake()
  assert.ok(lines.length >= 2)
  assert.doesNotMatch(lines.join(), /482913|5550100200/)
})

test('two senders never send one message twice', async () => {
  await put(
    ...Array.from({ length: 60 }, (_, index) =>
      code(`many ${index}`, { recipient: `1555010${1000 + index}` }),
    ),
  )
  foreigner.answer = async () => {
    await new Promise((next) => setImmediate(next))
    return { outcome: 'sent', reference: null }
  }
  const senders = [openSender(), openSender(), openSender()]
  await Promise.all(senders.flatMap((sender) => [sender.wake(), sender.wake()]))
  assert.equal(foreigner.sent.length, 60)
  assert.equal(new Set(foreigner.sent.map((message) => message.key)).size, 60)
  assert.deepEqual(new Set(await states()), new Set(['sent']))
})

test('a message that another sender is just taking is passed over without waiting', async () => {
  await put(code('contested', { channel: 'email', recipient: 'ana@example.com' }))
  await db.transaction().execute(async (tx) => {
    await sql`select from outbox for update`.execute(tx)
    await openSender().wake()
    assert.equal(foreigner.sent.length, 0)
  })
  await openSender().wake()
  assert.equal(foreigner.sent.length, 1)
})

test("a dead sender's message is sent by another after its lease, not before", async () => {
  await put(code('left', { channel: 'email', recipient: 'ana@example.com' }))
  const dying: Foreigner = { sent: [], answer: () => new Promise(() => {}) }
  void openSender({ at: dying }).wake()
  await clock.advance(0)
  assert.equal(dying.sent.length, 1)

  const other = openSender()
  await other.sweep()
  assert.equal(foreigner.sent.length, 0)
  await clock.advance(LEASE_MS)
  await other.sweep()
  assert.equal(foreigner.sent.length, 1)
  // The same Message-ID: the provider can detect the repetition.
  assert.equal(foreigner.sent[0]!.key, dying.sent[0]!.key)
  assert.deepEqual(await states(), ['sent'])
})

test('a sender that was believed dead does not undo what another one did', async () => {
  await put(code('slow'))
  const answer = Promise.withResolvers<Delivery>()
  const slow: Foreigner = { sent: [], answer: () => answer.promise }
  const waking = openSender({ at: slow }).wake()
  await clock.advance(LEASE_MS)
  await openSender().wake()
  assert.deepEqual(await states(), ['sent'])
  answer.resolve({ outcome: 'failed', error: 'timeout' })
  await waking
  assert.deepEqual(await states(), ['sent'])
  assert.equal((await rows())[0]!.reference, 'r1')
})

test('a failed message is retried at growing intervals, and dropped after eight attempts', async () => {
  await put(code('stubborn'))
  foreigner.answer = () => ({ outcome: 'failed', error: 'timeout' })
  const sender = openSender()
  await sender.wake()
  const start = clock.now()
  const tried = [0]
  while ((await states())[0] === 'waiting') {
    const [row] = await rows()
    assert.equal(row!.error, 'timeout')
    await clock.advance(row!.due_at - clock.now() - 1)
    await sender.wake()
    assert.equal(foreigner.sent.length, tried.length, 'too early')
    await clock.advance(1)
    await sender.wake()
    tried.push((clock.now() - start) / SECOND_MS)
  }
  assert.deepEqual(tried, [0, 20, 80, 260, 800, 2_420, 7_280, 14_480])
  assert.equal(foreigner.sent.length, 8)
  const [row] = await rows()
  assert.deepEqual([row!.state, row!.error, row!.sealed_content], ['given_up', 'timeout', null])
})

test('a refused message is not retried', async () => {
  await put(code('nobody'))
  foreigner.answer = () => ({ outcome: 'refused', error: 'twilio_21211' })
  await openSender().wake()
  await clock.advance(DAY_MS)
  await openSender().wake()
  assert.equal(foreigner.sent.length, 1)
  const [row] = await rows()
  assert.deepEqual([row!.state, row!.error, row!.sealed_content], ['failed', 'twilio_21211', null])
})

test('a code that came too late is not sent', async () => {
  const expiresAt = clock.now() + MINUTE_MS
  await put(code('late', { expiresAt }), code('in time', { expiresAt: expiresAt + HOUR_MS }))
  await clock.advance(MINUTE_MS)
  await openSender().sweep()
  assert.equal(foreigner.sent.length, 1)
  const [late, inTime] = await rows()
  assert.deepEqual([late!.state, late!.error, late!.sealed_content], ['given_up', 'expired', null])
  assert.equal(inTime!.state, 'sent')
})

test('a code is not tried again beyond its time', async () => {
  await put(code('brief', { expiresAt: clock.now() + 15 * SECOND_MS }))
  foreigner.answer = () => ({ outcome: 'failed', error: 'timeout' })
  await openSender().wake()
  assert.deepEqual(await states(), ['given_up'])
})

test('a message that kills its senders is dropped eventually', async () => {
  await put(code('poison'))
  const dying: Foreigner = { sent: [], answer: () => new Promise(() => {}) }
  for (let turn = 0; turn < settings.tries + 2; turn += 1) {
    void openSender({ at: dying }).wake()
    await clock.advance(LEASE_MS)
  }
  assert.equal(dying.sent.length, settings.tries)
  assert.deepEqual(await states(), ['given_up'])
})

test('an invitation is one of the text messages of a phone and day, and none beyond the cap', async () => {
  const sender = openSender({ phoneCaps: { recipient: 2, overall: 5 } })
  const invitation = (event: string) =>
    code(event, {
      template: 'invitation',
      params: { name: 'Ana', link: 'https://madruga.example/#/register' },
    })
  await put(invitation('first'))
  await sender.wake()
  await put(invitation('second'), code('a code'))
  await sender.wake()
  assert.equal(foreigner.sent.length, 2)
  const capped = (await rows()).filter((row) => row.state === 'failed')
  assert.deepEqual(
    capped.map(({ event, error }) => [event, error]),
    [['second', 'daily_cap']],
  )
})

test('one phone is sent so much a day, SMS and calls together; tomorrow continues', async () => {
  const caps = { recipient: 3, overall: 5 }
  const sender = openSender({ phoneCaps: caps })
  await put(
    ...['a1', 'a2', 'a3', 'a4'].map((event) => code(event, { channel: event === 'a2' ? 'call' : 'sms' })),
    code('mail', { channel: 'email', recipient: 'ana@example.com' }),
  )
  await sender.wake()
  assert.equal(foreigner.sent.length, 4)
  const capped = (await rows()).filter((row) => row.state === 'failed')
  assert.equal(capped.length, 1)
  assert.deepEqual([capped[0]!.error, capped[0]!.sealed_content], ['daily_cap', null])
  assert.match(lines.join(), /daily cap/)

  await put(...['b', 'c', 'd'].map((event, index) => code(event, { recipient: `1555010030${index}` })))
  await sender.wake()
  assert.deepEqual((await states()).filter((state) => state === 'failed').length, 2)
  await clock.advance(DAY_MS + 1)
  await put(code('tomorrow'))
  await sender.wake()
  assert.equal((await rows()).at(-1)!.state, 'sent')
})

test('a cap holds among senders that work at once', async () => {
  await put(...Array.from({ length: 30 }, (_, index) => code(`pump ${index}`)))
  const caps = { recipient: 7, overall: 100 }
  foreigner.answer = async () => {
    await new Promise((next) => setImmediate(next))
    return { outcome: 'sent', reference: null }
  }
  await Promise.all([1, 2, 3].map(() => openSender({ phoneCaps: caps }).wake()))
  assert.equal(foreigner.sent.length, 7)
})

test('codes come first, and a hanging channel delays no other', async () => {
  const news = Array.from({ length: 12 }, (_, index) =>
    code(`news ${index}`, {
      channel: 'email',
      recipient: `d${index}@example.com`,
      template: 'test',
      params: {},
    }),
  )
  await put(...news, code('code', { channel: 'email', recipient: 'ana@example.com' }))
  const hanging = Promise.withResolvers<Delivery>()
  foreigner.answer = (message) =>
    message.recipient === '15550100200' ? { outcome: 'sent', reference: null } : hanging.promise
  const sender = openSender()
  const waking = sender.wake()
  await clock.advance(0)
  assert.equal(foreigner.sent.length, 5)
  assert.equal(foreigner.sent[0]!.recipient, 'ana@example.com')
  await put(code('by phone'))
  const again = sender.wake()
  await clock.advance(0)
  assert.equal(foreigner.sent.length, 6)
  assert.equal(foreigner.sent[5]!.recipient, '15550100200')
  hanging.resolve({ outcome: 'sent', reference: null })
  await Promise.all([waking, again])
  assert.deepEqual(new Set(await states()), new Set(['sent']))
})

test('a slow message does not hold up the next of its channel', async () => {
  const hanging = Promise.withResolvers<Delivery>()
  await put(code('slow', { recipient: '15550100201' }))
  foreigner.answer = (message) =>
    message.recipient === '15550100201' ? hanging.promise : { outcome: 'sent', reference: null }
  const sender = openSender()
  const waking = sender.wake()
  await clock.advance(0)
  await put(code('next'))
  const again = sender.wake()
  await clock.advance(0)
  assert.deepEqual(await states(), ['waiting', 'sent'])
  hanging.resolve({ outcome: 'sent', reference: null })
  await Promise.all([waking, again])
})

test('a sender that closes lets what is under way end and takes nothing more', async () => {
  await put(code('under way'))
  const hanging = Promise.withResolvers<Delivery>()
  foreigner.answer = () => hanging.promise
  const sender = openSender()
  void sender.wake()
  await clock.advance(0)
  await put(code('too late', { recipient: '15550100209' }))
  const closing = sender.close()
  hanging.resolve({ outcome: 'sent', reference: null })
  await closing
  await sender.wake()
  assert.deepEqual(await states(), ['sent', 'waiting'])
})

test('operators see what was sent, newest first, in pages and by state', async () => {
  await put(code('m1'), code('m2', { channel: 'email', recipient: 'ana@example.com' }), code('m3'))
  foreigner.answer = (message) =>
    message.recipient === '15550100200'
      ? { outcome: 'sent', reference: null }
      : { outcome: 'refused', error: 'x' }
  await openSender().wake()
  const first = await listMessages(db, { limit: 2 }, NOW)
  assert.equal(first.more, true)
  const second = await listMessages(db, { limit: 2, before: first.messages.at(-1)!.id }, NOW)
  assert.equal(second.more, false)
  const all = [...first.messages, ...second.messages]
  assert.deepEqual(
    all.map((message) => message.recipient),
    ['15550100200', 'ana@example.com', '15550100200'],
  )
  const [failed] = (await listMessages(db, { limit: 9, state: 'failed' }, NOW)).messages
  assert.deepEqual(
    { ...failed, id: 0 },
    {
      id: 0,
      channel: 'email',
      recipient: 'ana@example.com',
      template: 'code',
      state: 'failed',
      attempts: 1,
      error: 'x',
      at: clock.now(),
      sentAt: null,
      arrivedAt: null,
      canRetry: false,
    },
  )
})

test('what failed is tried again from the start, one or all; no code and nothing outdated is', async () => {
  const notice = { driverId: 'ana', template: 'test', params: {} } as const
  await put(
    code('one', notice),
    code('two', notice),
    code('code'),
    code('old', notice),
    code('gone', { ...notice, expiresAt: clock.now() + MINUTE_MS }),
    code('stranger', { ...notice, driverId: null }),
  )
  foreigner.answer = () => ({ outcome: 'refused', error: 'twilio_21606' })
  await openSender().wake()
  assert.deepEqual(new Set(await states()), new Set(['failed']))
  await sql`update outbox set created_at = created_at - interval '4 days' where event = 'old'`.execute(db)
  await clock.advance(2 * MINUTE_MS)
  const listed = (await listMessages(db, { limit: 9 }, clock.now())).messages
  const retryable = (await rows()).filter(({ id }) => listed.some((each) => each.id === id && each.canRetry))
  assert.deepEqual(
    retryable.map(({ event }) => event),
    ['one', 'two'],
  )

  foreigner.answer = () => ({ outcome: 'sent', reference: null })
  foreigner.sent = []
  assert.equal(await retryMessages(db, retryable[0]!.id, clock.now()), 1)
  await openSender().wake()
  assert.equal(foreigner.sent.length, 1)
  assert.equal(await retryMessages(db, retryable[0]!.id, clock.now()), 0, 'it was sent')
  assert.equal(await retryMessages(db, null, clock.now()), 1)
  await openSender().wake()
  assert.equal(foreigner.sent.length, 2)
  const sent = (await rows()).filter(({ state }) => state === 'sent')
  assert.deepEqual(
    sent.map(({ event, attempts, sealed_content }) => [event, attempts, sealed_content]),
    [
      ['one', 1, null],
      ['two', 1, null],
    ],
  )
  const withContent = async () =>
    (await rows()).filter((row) => row.sealed_content !== null).map(({ event }) => event)
  assert.deepEqual(await withContent(), ['old', 'gone'])
  await forgetSent(db, 0, clock.now())
  assert.deepEqual(await withContent(), ['gone'], 'what is tried again no more keeps no content')
})

test('what is done with is forgotten in time; what waits is not', async () => {
  await put(code('done'))
  await openSender().wake()
  await put(code('waits'))
  await clock.advance(settings.keepMs + 1)
  await forgetSent(db, clock.now() - settings.keepMs, clock.now())
  assert.deepEqual(await states(), ['waiting'])
})

test('a phone that answered STOP gets no text message but a code that is asked for', async () => {
  optedOut.add('13055550188')
  const told = {
    driverId: null,
    recipient: '13055550188',
    language: 'en',
    timeZone: 'UTC',
    expiresAt: null,
  } as const
  const invitation = {
    ...told,
    channel: 'sms',
    template: 'invitation',
    params: { name: 'Ana', link: 'x' },
  } as const
  await put({ ...invitation, event: 'stopped' })
  await put({ ...invitation, recipient: '13055550189', event: 'open' })
  const params = { purpose: 'register', code: '123456', minutes: 5 } as const
  await put({ ...told, channel: 'sms', template: 'code', params, event: 'asked' })
  const sender = openSender()
  await sender.wake()
  await sender.close()
  const found = (await rows()).map(({ event, state, error }) => [event, state, error])
  assert.deepEqual(found, [
    ['stopped', 'failed', 'opted_out'],
    ['open', 'sent', null],
    ['asked', 'sent', null],
  ])
})

const { arrival } = settings
const inTime = () => ({ expiresAt: clock.now() + 10 * MINUTE_MS })

test('a code that its text did not bring is spoken to the same phone, once', async () => {
  await put(code('lost', inTime()))
  const sender = openSender({ arrival: () => ({ arrived: false, error: 'twilio_30003' }) })
  await sender.wake()
  await sender.sweep()
  assert.deepEqual(await states(), ['sent'], 'asked too early')
  await clock.advance(arrival.firstMs)
  await Promise.all([sender.sweep(), sender.sweep()])
  await sender.sweep()
  const told = (await rows()).map(({ channel, recipient, state, error, sealed_content: content }) => {
    return { channel, recipient, state, error, content }
  })
  const shared = { recipient: '15550100200', content: null }
  assert.deepEqual(told, [
    { ...shared, channel: 'sms', state: 'failed', error: 'twilio_30003' },
    { ...shared, channel: 'call', state: 'sent', error: null },
  ])
  assert.match(foreigner.sent[1]!.words.spoken, /4, 8, 2, 9, 1, 3|4 8 2 9 1 3/)
})

test('a text that arrived is no longer asked about, and what it said is forgotten', async () => {
  await put(code('arrived', inTime()))
  let asked = 0
  const answers: Arrival[] = [null, { arrived: true }]
  const sender = openSender({ arrival: () => answers[asked++] ?? null })
  await sender.wake()
  assert.ok((await rows())[0]!.sealed_content, 'it may have to be spoken')
  for (let look = 0; look < 5; look += 1) {
    await clock.advance(arrival.firstMs * 2 ** look)
    await sender.sweep()
  }
  const [row] = await rows()
  assert.equal(asked, 2)
  assert.deepEqual([row!.state, row!.sealed_content, row!.ask_at], ['sent', null, null])
  assert.ok(row!.arrived_at)
})

test('a text whose fate its provider never knows stays sent, and its code is not stored beyond its time', async () => {
  await put(code('unknown', inTime()))
  let asked = 0
  const sender = openSender({ arrival: () => (asked++, null) })
  await sender.wake()
  await clock.advance(10 * MINUTE_MS)
  await sender.sweep()
  assert.equal((await rows())[0]!.sealed_content, null)
  for (let hour = 0; hour < 24; hour += 1) {
    await clock.advance(HOUR_MS)
    await sender.sweep()
  }
  assert.deepEqual(await states(), ['sent'])
  assert.ok(asked > 2 && asked < 10, String(asked))
})

test('a lost text counts among those of its phone and day, since it was paid for', async () => {
  const sender = openSender({
    phoneCaps: { recipient: 2, overall: 9 },
    arrival: () => ({ arrived: false, error: 'twilio_30007' }),
  })
  for (const event of ['p1', 'p2', 'p3']) {
    await put(code(event))
    await sender.wake()
    await clock.advance(arrival.firstMs)
    await sender.sweep()
  }
  assert.deepEqual(
    (await rows()).map(({ error }) => error),
    ['twilio_30007', 'twilio_30007', 'daily_cap'],
  )
})

test("a refusal of the service's own number is the operator's: other texts wait, a code is spoken", async () => {
  foreigner.answer = (_message, channel) =>
    channel === 'call' ? { outcome: 'sent', reference: null } : { outcome: 'failed', error: 'twilio_21606' }
  const since = clock.now() - HOUR_MS
  const read = () => readMessageTroubles(db, { since, now: clock.now(), ours: ['twilio_21606'] })
  assert.equal((await read()).ours, 0)
  await put(code('urgent', inTime()), code('never spoken'))
  await openSender().wake()
  await openSender().wake()
  assert.deepEqual(
    (await rows()).map(({ channel, state, error }) => [channel, state, error]),
    [
      ['sms', 'failed', 'twilio_21606'],
      ['sms', 'failed', 'twilio_21606'],
      ['call', 'sent', null],
    ],
  )
  await put(code('a test', { template: 'test', params: {} }))
  await openSender().wake()
  assert.equal((await states()).at(-1), 'waiting')
  assert.equal((await read()).ours, 3)
})

test('a driver learns that the last text to their phone was lost, until one arrives', async () => {
  let answer: Arrival = { arrived: false, error: 'twilio_30007' }
  const sender = openSender({ arrival: () => answer })
  const text = async (event: string) => {
    await put(code(event, { driverId: 'ana', template: 'test', params: {} }))
    await sender.wake()
    await clock.advance(arrival.firstMs)
    await sender.sweep()
    return await readTextError(db, 'ana', '15550100200')
  }
  assert.equal(await readTextError(db, 'ana', '15550100200'), null)
  assert.equal(await text('first'), 'twilio_30007')
  assert.equal(await readTextError(db, 'ana', '15550100299'), null, 'another phone')
  answer = { arrived: true }
  assert.equal(await text('second'), null)
})

test('alerts by e-mail can be ended from the mail program; codes and security mail cannot', async () => {
  const mail = { driverId: 'ana', channel: 'email', recipient: 'ana@drivers.test' } as const
  const news = (kind: 'goal_reached' | 'account_changed') => {
    const params = kind === 'goal_reached' ? { goalCents: 1, bookedCents: 2 } : { what: 'email' }
    return { ...mail, template: 'news', params: { id: 1, kind, params } } as Partial<NewMessage>
  }
  await put(code('n1', news('goal_reached')), code('n2', news('account_changed')), code('n3', mail))
  await openSender().wake()
  const urls = foreigner.sent.map(({ words, unsubscribeUrl }) => [words.code, unsubscribeUrl ?? null])
  assert.deepEqual(
    urls.filter(([, url]) => url !== null),
    [[null, 'https://madruga.example/ana']],
  )
  assert.equal(urls.length, 3)
})
