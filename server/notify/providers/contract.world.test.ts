import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startMailGateway } from '../gateways/mail.ts'
import type { Fault } from '../gateways/model.ts'
import { startPhoneGateway } from '../gateways/phone.ts'
import type { Received } from '../gateways/store.ts'
import { startTestApns, startTestFcm, startTestPush } from '../testing.ts'
import { putIntoWords } from '../words.ts'
import { createMailProvider } from './mail.ts'
import type { Outgoing, Provider } from './model.ts'
import { createCallProvider, createSmsProvider } from './phone.ts'
import { createPushProvider } from './push.ts'
import webPush from 'web-push'

const NOW = Date.UTC(2026, 10, 21, 12)
/** Long enough for this machine to answer, short enough to wait for an answer that never comes. */
const TIMEOUT_MS = 1_500

/** One provider with a real counterpart, and a recipient for each of its behaviors. */
type Side = {
  provider: Provider
  /** Received messages, as text. */
  texts(): string[]
  close(): Promise<void>
  good: string
  /** An invalid recipient: nothing may be sent. */
  malformed: readonly string[]
  /** The counterpart refuses permanently. */
  refused: string
  refusedBy: RegExp
  later: string
  laterBy: RegExp
  silent: string
}

const SIDES: Record<string, () => Promise<Side>> = {
  'e-mail': mailSide,
  sms: () => phoneSide('sms'),
  call: () => phoneSide('call'),
  push: pushSide,
  'push to Android': () => storeSide('fcm'),
  'push to iOS': () => storeSide('apns'),
}

for (const [name, open] of Object.entries(SIDES)) {
  describe(name, () => {
    let side: Side
    before(async () => {
      side = await open()
    })
    after(async () => {
      await side.provider.close()
      await side.close()
    })

    test('accepts a message with its full content', async () => {
      const delivery = await side.provider.send(outgoing(side.good))
      assert.equal(delivery.outcome, 'sent')
      assert.equal(side.texts().length, 1)
      assert.match(side.texts()[0]!, /test/i)
    })

    test('refuses an invalid recipient permanently, and sends nothing', async () => {
      const arrived = side.texts().length
      for (const recipient of side.malformed) {
        const delivery = await side.provider.send(outgoing(recipient))
        assert.equal(delivery.outcome, 'refused', recipient)
      }
      assert.equal(side.texts().length, arrived)
    })

    test('refuses a recipient unknown to the other side permanently', async () => {
      const delivery = await side.provider.send(outgoing(side.refused))
      assert.equal(delivery.outcome, 'refused')
      assert.match('error' in delivery ? delivery.error : '', side.refusedBy)
    })

    test('says that it may go later when the other side says so', async () => {
      const delivery = await side.provider.send(outgoing(side.later))
      assert.equal(delivery.outcome, 'failed')
      assert.match('error' in delivery ? delivery.error : '', side.laterBy)
    })

    test('times out', async () => {
      const delivery = await side.provider.send(outgoing(side.silent))
      assert.deepEqual(delivery, { outcome: 'failed', error: 'timeout' })
    })

    test('says that it may go later when no one is there', async () => {
      await side.close()
      const delivery = await side.provider.send(outgoing(side.good))
      assert.equal(delivery.outcome, 'failed')
      assert.match('error' in delivery ? delivery.error : '', /_unreachable$/)
    })
  })
}

function outgoing(recipient: string): Outgoing {
  const content = {
    language: 'en',
    timeZone: 'America/New_York',
    at: NOW,
    template: 'test',
    params: {},
  } as const
  const words = putIntoWords(content, 'https://madruga.example')
  return {
    recipient,
    driverId: 'ana',
    words,
    key: 'a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4',
    now: NOW,
    expiresAt: null,
  }
}

const MISBEHAVING: Record<string, 'later' | 'silent'> = {
  'later@example.com': 'later',
  'silent@example.com': 'silent',
  '+15550100503': 'later',
  '+15550100000': 'silent',
}
const fault: Fault = (recipient) => MISBEHAVING[recipient] ?? null

/** Closes once, however often it is called. */
function once(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | null = null
  return () => (closed ??= close())
}

async function mailSide(): Promise<Side> {
  const arrived: Received[] = []
  const gateway = await startMailGateway({ keep: async (received) => void arrived.push(received), fault })
  return {
    provider: createMailProvider({
      url: gateway.url,
      from: 'Madruga <hello@madruga.example>',
      timeoutMs: TIMEOUT_MS,
    }),
    texts: () => arrived.map((received) => `${received.subject} ${received.text}`),
    close: once(() => gateway.close()),
    good: 'ana@example.com',
    malformed: [
      '',
      'ana',
      'ana@example.com, eve@example.com',
      'ana@example.com;eve@example.com',
      'ana@example.com eve@example.com',
      '"ana" <eve@example.com>',
      'ana@example.com\r\nBcc: eve@example.com',
      'ana@example.com>\r\nRCPT TO:<eve@example.com',
      'group:ana@example.com,eve@example.com;',
      'ana@[127.0.0.1]',
    ],
    refused: 'nobody@example.invalid',
    refusedBy: /^smtp_550$/,
    later: 'later@example.com',
    laterBy: /^smtp_451$/,
    silent: 'silent@example.com',
  }
}

async function phoneSide(channel: 'sms' | 'call'): Promise<Side> {
  const arrived: Received[] = []
  const gateway = await startPhoneGateway({ keep: async (received) => void arrived.push(received), fault })
  const { url: origin, accountSid, authToken, from } = gateway
  const create = channel === 'sms' ? createSmsProvider : createCallProvider
  return {
    provider: create({ accountSid, authToken, from, origin, timeoutMs: TIMEOUT_MS }),
    texts: () => arrived.map((received) => received.text),
    close: once(() => gateway.close()),
    good: '15550100200',
    malformed: [
      '',
      '0550100200',
      '+15550100200',
      '15550100200,15550100201',
      '1555010020a',
      '3461234567890123',
    ],
    refused: '15005550001',
    refusedBy: /^twilio_21211$/,
    later: '15550100503',
    laterBy: /^twilio_20503$/,
    silent: '15550100000',
  }
}

async function pushSide(): Promise<Side> {
  const service = await startTestPush()
  const keys = webPush.generateVAPIDKeys()
  const browser = (path = '/ok') => ({ kind: 'web' as const, ...service.subscribe(path) })
  const broken = { ...browser(), p256dh: 'AAAA' }
  const devices = new Map([
    ['good', browser()],
    ['refused', browser('/refused')],
    ['later', browser('/later')],
    ['silent', browser('/silent')],
    ['elsewhere', { ...browser(), endpoint: 'https://push.example/ok' }],
    ['plain', { ...browser(), endpoint: 'http://fcm.googleapis.com/fcm/send/x' }],
    ['broken', broken],
  ])
  return {
    provider: createPushProvider({
      subject: 'mailto:hello@madruga.example',
      hosts: [service.host],
      readKeys: async () => keys,
      fcm: null,
      apns: null,
      readDevice: async (id) => devices.get(id) ?? null,
      forgetDevice: async () => assert.fail('nothing here is gone'),
      timeoutMs: TIMEOUT_MS,
    }),
    texts: () => service.received.map(({ payload }) => JSON.stringify(payload)),
    close: once(() => service.close()),
    good: 'good',
    malformed: ['unknown', 'elsewhere', 'plain', 'broken'],
    refused: 'refused',
    refusedBy: /^push_403$/,
    later: 'later',
    laterBy: /^push_503$/,
    silent: 'silent',
  }
}

const tokenOf = (digit: string) => digit.repeat(64)

async function storeSide(kind: 'fcm' | 'apns'): Promise<Side> {
  const [fcm, apns] = [await startTestFcm(), await startTestApns()]
  const service = kind === 'fcm' ? fcm : apns
  const devices = { good: 'a', refused: 'b', later: 'c', silent: 'd' }
  for (const name of ['refused', 'later', 'silent'] as const) service.faults.set(tokenOf(devices[name]), name)
  const tokens = new Map(Object.entries(devices).map(([name, digit]) => [name, tokenOf(digit)]))
  tokens.set('address', 'https://push.example/ok')
  return {
    provider: createPushProvider({
      subject: 'mailto:hello@madruga.example',
      hosts: [],
      readKeys: async () => assert.fail('web push alone has these keys'),
      fcm: fcm.account,
      apns: apns.account,
      readDevice: async (id) => (tokens.has(id) ? { kind, endpoint: tokens.get(id) ?? '' } : null),
      forgetDevice: async (id) => assert.equal(id, 'address', 'nothing else here is gone'),
      timeoutMs: TIMEOUT_MS,
    }),
    texts: () => service.received.map(({ message }) => JSON.stringify(message)),
    close: once(async () => {
      await Promise.all([fcm.close(), apns.close()])
    }),
    good: 'good',
    malformed: ['unknown', 'address'],
    refused: 'refused',
    refusedBy: kind === 'fcm' ? /^fcm_invalid_argument$/ : /^apns_BadPriority$/,
    later: 'later',
    laterBy: kind === 'fcm' ? /^fcm_unavailable$/ : /^apns_ServiceUnavailable$/,
    silent: 'silent',
  }
}
