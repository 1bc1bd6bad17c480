import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AppError } from '@madruga/core/errors.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { testDatabase } from './db/testing.ts'
import { systemClock } from './kit/clock.ts'
import type { Clock } from './kit/clock.ts'
import { addKey, makeKeyRing } from './kit/encryption.ts'
import { createNotify } from './notify.ts'
import type { NewMessage, Notify, NotifyDeps } from './notify.ts'
import { notifyDeps, startTestApns, startTestFcm, startTestPush } from './notify/testing.ts'
import { readPushKeys } from './notify/providers.ts'
import { until } from './kit/testing.ts'

const fresh = await testDatabase()
const db = fresh.database.kysely
const keyRing = makeKeyRing()
const push = await startTestPush()
const fcm = await startTestFcm()
const apns = await startTestApns()
const DEPS: NotifyDeps = {
  ...notifyDeps(fresh),
  keyRing,
  push: { subject: 'mailto:hello@madruga.example', hosts: [push.host], fcm: fcm.account, apns: apns.account },
}
/** One process that only puts messages into the outbox, and one that sends them. */
let api: Notify
let jobs: Notify

before(async () => {
  api = await createNotify(DEPS)
  jobs = await createNotify({ ...DEPS, sends: true })
})
after(async () => {
  await Promise.all([api.close(), jobs.close()])
  await Promise.all([push.close(), fcm.close(), apns.close()])
  await fresh.drop()
})

async function addDriver(
  id: string,
  over: { phone?: string; phoneConfirmed?: boolean; preferred?: string } = {},
) {
  await db
    .insertInto('drivers')
    .values({
      id,
      name: id,
      email: `${id}@example.com`,
      plan_number: null,
      language: 'es',
      time_zone: 'America/Chicago',
      phone: over.phone ?? null,
      phone_confirmed: over.phoneConfirmed ?? false,
      preferred_email: over.preferred ?? null,
    } as never)
    .execute()
  return id
}

function code(channel: NewMessage['channel'], recipient: string, event: string): NewMessage {
  const params = { purpose: 'register', code: '771204', minutes: 10 } as const
  const to = { driverId: null, channel, recipient, language: 'es', timeZone: 'America/Chicago' } as const
  return { ...to, template: 'code', params, event, expiresAt: systemClock.now() + 600_000 }
}

const refusal = async (promise: Promise<unknown>) =>
  await promise.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error : Promise.reject(error)),
  )

test("one process's message is sent by another at commit, and arrives at the embedded gateways", async () => {
  await db.transaction().execute(async (tx) => {
    await api.sendMessage(tx, code('email', 'New@Example.com', 'c1'))
    await api.sendMessage(tx, code('sms', '15550100200', 'c2'))
    await api.sendMessage(tx, code('call', '15550100200', 'c3'))
  })
  await until(async () => (await api.listReceived({ limit: 10 })).messages.length === 3, 'three received')
  const { messages } = await api.listReceived({ limit: 10 })
  const of = (channel: string) => messages.find((message) => message.channel === channel)!
  assert.equal(of('email').subject, 'Tu código de Madruga')
  assert.equal(of('email').recipient, 'new@example.com')
  assert.equal(of('email').sender, 'hello@madruga.example')
  assert.match(of('email').text, /Escribe este código para registrarte:[\s\S]*771204/)
  assert.match(of('sms').text, /771204 es tu clave para registrarte/)
  assert.match(of('call').text, /(7, 7, 1, 2, 0, 4[\s\S]*){2}/)

  const mail = await api.listReceived({ limit: 10, to: ' NEW@example.com' })
  assert.deepEqual(
    mail.messages.map(({ channel }) => channel),
    ['email'],
  )
  for (const to of ['15550100200', '+15550100200']) {
    const phone = await api.listReceived({ limit: 1, to })
    assert.equal(phone.messages.length, 1)
    assert.equal(phone.more, true)
    const rest = await api.listReceived({ limit: 1, to, before: phone.messages[0]!.id })
    assert.deepEqual([rest.messages.length, rest.more], [1, false])
  }
  assert.deepEqual((await api.listReceived({ limit: 1 })).elsewhere, [])
})

test('"send me one now" reaches the driver where their news goes, and says so', async () => {
  const ana = await addDriver('ana', {
    phone: '15550100300',
    phoneConfirmed: true,
    preferred: 'work@example.com',
  })
  for (const [channel, to] of [
    ['email', 'work@example.com'],
    ['sms', '15550100300'],
    ['call', '15550100300'],
  ] as const) {
    assert.deepEqual(await api.sendTest(ana, channel), { state: 'sent', detail: null })
    const { messages } = await api.listReceived({ limit: 1, to })
    assert.equal(messages[0]!.channel, channel)
    assert.match(messages[0]!.text, /prueba/)
  }
  await api.subscribePush(ana, { ...push.subscribe(), userAgent: null })
  assert.deepEqual(await api.sendTest(ana, 'push'), { state: 'sent', detail: null })
  const { kind, title } = push.received.at(-1)!.payload as { kind: string; title: string }
  assert.deepEqual([kind, title], ['test', 'Mensaje de prueba'])
})

test('a channel that cannot reach the driver is refused with the reason', async () => {
  await addDriver('ben')
  await addDriver('cleo', { phone: '15550100301' })
  for (const [driver, channel, why] of [
    ['ben', 'sms', 'no_phone'],
    ['cleo', 'sms', 'phone_not_confirmed'],
    ['cleo', 'call', 'phone_not_confirmed'],
    ['cleo', 'push', 'no_device'],
  ] as const) {
    const error = await refusal(api.sendTest(driver, channel))
    assert.equal(error?.code, 'notify.channel_missing')
    assert.equal(error.params['why'], why)
  }
})

test('a device that its push service reports as gone is deleted', async () => {
  const dora = await addDriver('dora')
  await api.subscribePush(dora, { ...push.subscribe('/gone'), userAgent: null })
  assert.deepEqual(await api.sendTest(dora, 'push'), { state: 'failed', detail: 'push_410' })
  assert.equal((await refusal(api.sendTest(dora, 'push')))?.params['why'], 'no_device')
})

const TOKENS = { fcm: `dKx9:APA91b${'a'.repeat(130)}`, apns: 'ab01'.repeat(16) }

test('"send me one now" reaches the store app of either platform in the driver\'s language', async () => {
  const hugo = await addDriver('hugo')
  for (const kind of ['fcm', 'apns'] as const) {
    const device = { kind, token: TOKENS[kind], userAgent: 'store app' }
    const { id } = await api.registerDevice(hugo, device)
    assert.deepEqual(await api.registerDevice(hugo, device), { id }, 'registered at every start')
    assert.deepEqual(await api.sendTest(hugo, 'push'), { state: 'sent', detail: null })
    await api.unsubscribePush(hugo, device.token)
    assert.equal((await refusal(api.sendTest(hugo, 'push')))?.params['why'], 'no_device')
  }
  assert.equal(fcm.received.at(-1)?.message.data['title'], 'Mensaje de prueba')
  assert.equal(apns.received.at(-1)?.message.aps.alert.title, 'Mensaje de prueba')
})

test('a device of a store app that its service reports as gone is deleted', async () => {
  for (const [kind, service, detail] of [
    ['fcm', fcm, 'fcm_unregistered'],
    ['apns', apns, 'apns_Unregistered'],
  ] as const) {
    const driver = await addDriver(`gone-${kind}`)
    const token = TOKENS[kind].replace('a', 'b')
    service.faults.set(token, 'gone')
    await api.registerDevice(driver, { kind, token, userAgent: null })
    assert.deepEqual(await api.sendTest(driver, 'push'), { state: 'failed', detail })
    assert.equal((await refusal(api.sendTest(driver, 'push')))?.params['why'], 'no_device')
  }
})

test('a store app is refused where push is not set up, and what is no token', async () => {
  const off = await createNotify({ ...DEPS, push: { ...DEPS.push, apns: null } })
  try {
    const ida = await addDriver('ida')
    const apple = { kind: 'apns', token: TOKENS.apns, userAgent: null } as const
    assert.deepEqual(off.storePush, { fcm: true, apns: false })
    assert.equal((await refusal(off.registerDevice(ida, apple)))?.code, 'notify.push_off')
    const wrong = { ...apple, token: `${TOKENS.apns}/..` }
    assert.equal((await refusal(api.registerDevice(ida, wrong)))?.code, 'notify.push_refused')
    assert.deepEqual((await api.readSettings(ida)).pushDevices, [])
  } finally {
    await off.close()
  }
})

test('test messages are limited per driver, without affecting others', async () => {
  const [eve, finn] = [await addDriver('eve'), await addDriver('finn')]
  for (let round = 0; round < DEPS.settings.tests.count; round += 1) {
    assert.equal((await api.sendTest(eve, 'email')).state, 'sent')
  }
  const error = await refusal(api.sendTest(eve, 'email'))
  assert.equal(error?.code, 'request.too_many')
  assert.ok(Number(error.params['retryAfterSeconds']) > 0)
  assert.equal((await api.sendTest(finn, 'email')).state, 'sent')
})

test('all processes have the same keys for web push, from the first moment; they are encrypted, and survive a rotation', async () => {
  await db.deleteFrom('service_keys').execute()
  const all = await Promise.all(Array.from({ length: 8 }, () => readPushKeys(db, keyRing)))
  assert.equal(new Set(all.map((keys) => keys.privateKey)).size, 1)
  assert.equal(await api.readPushKey(), all[0]!.publicKey)
  const { sealed_value: encrypted } = await db
    .selectFrom('service_keys')
    .selectAll()
    .executeTakeFirstOrThrow()
  assert.ok(!encrypted.toString('latin1').includes(all[0]!.privateKey))
  const rotated = addKey(keyRing)
  const later = await createNotify({ ...DEPS, keyRing: rotated })
  assert.equal(await later.readPushKey(), all[0]!.publicKey)
  await later.close()
  await db.deleteFrom('service_keys').execute()
})

test('a deleted driver gets no messages, and none of them are kept', async () => {
  const gus = await addDriver('gus')
  const hold = { ...code('email', 'gus@example.com', 'gus 1'), driverId: gus, expiresAt: null }
  await db.transaction().execute(async (tx) => {
    await api.sendMessage(tx, hold)
    await api.forgetDriver(tx, gus)
    await api.sendMessage(tx, {
      ...hold,
      driverId: null,
      event: 'gus 2',
      template: 'account_deleted',
      params: {},
    })
  })
  await until(
    async () => (await api.listReceived({ limit: 9, to: 'gus@example.com' })).messages.length,
    'goodbye',
  )
  const { messages } = await api.listReceived({ limit: 9, to: 'gus@example.com' })
  assert.deepEqual(
    messages.map(({ subject }) => subject),
    ['Tu cuenta se borró'],
  )
  assert.equal((await db.selectFrom('outbox').select('id').where('driver_id', '=', gus).execute()).length, 0)
})

test('received messages are limited in age and number', async () => {
  const settings = { ...DEPS.settings, received: { keepMs: DAY_MS, newest: 3 } }
  await db.deleteFrom('received_messages').execute()
  const put = async (text: string, at: number) =>
    await db
      .insertInto('received_messages')
      .values({
        channel: 'sms',
        sender: '+1',
        recipient: '+2',
        subject: null,
        text,
        received_at: new Date(at),
      })
      .execute()
  const now = systemClock.now()
  for (const [text, ago] of [
    ['old', DAY_MS + 1],
    ['a', 4],
    ['b', 3],
    ['c', 2],
    ['d', 1],
  ] as const)
    await put(text, now - ago)
  const clock: Clock = { ...systemClock, now: () => now }
  const keeper = await createNotify({ ...DEPS, clock, settings })
  await keeper.sweeps.forgetMessages()
  const texts = async () => (await keeper.listReceived({ limit: 9 })).messages.map(({ text }) => text)
  assert.deepEqual(await texts(), ['d', 'c', 'b'])
  const young = await createNotify({ ...DEPS, clock: { ...clock, now: () => now + DAY_MS - 1 }, settings })
  await young.sweeps.forgetMessages()
  assert.deepEqual(await texts(), ['d'])
  await Promise.all([keeper.close(), young.close()])
})

test('channels with their own provider are said to be elsewhere', async () => {
  const phone = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'x', from: '+15550100999' }
  const real = await createNotify({
    ...DEPS,
    mail: { url: 'smtp://mail.example', from: 'a@b.example' },
    phone,
  })
  assert.deepEqual((await real.listReceived({ limit: 1 })).elsewhere, ['email', 'sms', 'call'])
  await real.close()
})
