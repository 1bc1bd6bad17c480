import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import webPush from 'web-push'
import { isLoopbackAddress } from '../gateways/model.ts'
import { startPhoneGateway } from '../gateways/phone.ts'
import type { Received } from '../gateways/store.ts'
import { startTestPush } from '../testing.ts'
import { putIntoWords } from '../words.ts'
import type { Words } from '../words.ts'
import { createMailProvider } from './mail.ts'
import type { Outgoing } from './model.ts'
import { createCallProvider, createSmsProvider } from './phone.ts'
import { createPushProvider } from './push.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const KEY = 'a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4'

function outgoing(recipient: string, words: Partial<Words> = {}): Outgoing {
  const params = { id: 7, kind: 'human_needed', params: {} } as const
  const content = { language: 'es', timeZone: 'America/Chicago', at: NOW, template: 'news', params } as const
  const all = { ...putIntoWords(content, 'https://madruga.example'), ...words }
  return { recipient, driverId: 'ana', words: all, key: KEY, now: NOW, expiresAt: NOW + 90_000 }
}

/** A mail server that records the traffic. */
async function startMailServer(t: TestContext) {
  const taken: { to: string[]; letter: Email }[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((letter) => {
          taken.push({ to: session.envelope.rcptTo.map(({ address }) => address), letter })
          done()
        })
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  const { port } = listening.address() as { port: number }
  const provider = createMailProvider({
    url: `smtp://127.0.0.1:${port}`,
    from: 'Madruga <hello@madruga.example>',
  })
  t.after(async () => {
    await provider.close()
    await new Promise<void>((resolve) => server.close(resolve))
  })
  return { provider, taken, port }
}

test('an e-mail is complete: one recipient, the same Message-ID at every try, both parts, a way to have no more', async (t) => {
  const { provider, taken } = await startMailServer(t)
  const first = await provider.send(outgoing('ana@example.com'))
  const second = await provider.send(outgoing('ana@example.com'))
  assert.deepEqual(first, { outcome: 'sent', reference: `<${KEY}@madruga.example>` })
  assert.deepEqual(second, first)
  const { to, letter } = taken[0]!
  const header = (key: string) => letter.headers.find((each) => each.key === key)?.value
  assert.deepEqual(to, ['ana@example.com'])
  assert.deepEqual(
    letter.to?.map(({ address }) => address),
    ['ana@example.com'],
  )
  assert.deepEqual([letter.from?.name, letter.from?.address], ['Madruga', 'hello@madruga.example'])
  assert.equal(letter.messageId, `<${KEY}@madruga.example>`)
  assert.equal(Date.parse(header('date') ?? ''), NOW)
  assert.equal(header('auto-submitted'), 'auto-generated')
  assert.match(header('list-unsubscribe') ?? '', /<https:\/\/madruga\.example\/#\/notification-settings>/)
  assert.match(header('list-id') ?? '', /<news\.madruga\.example>/)
  assert.match(letter.text ?? '', /https:\/\/madruga\.example\/#\/captcha/)
  assert.match(letter.html ?? '', /<html lang="es"[\s\S]*href="https:\/\/madruga\.example\/#\/captcha"/)
  assert.doesNotMatch(letter.html ?? '', /<(img|script|link)\b/)
})

test('a text that the gateway accepted has arrived, or is lost by the error that its number names', async (t) => {
  const arrived: Received[] = []
  const gateway = await startPhoneGateway({ keep: async (received) => void arrived.push(received) })
  t.after(() => gateway.close())
  const { url: origin, ...account } = gateway
  const sms = createSmsProvider({ ...account, origin })
  for (const [phone, arrival] of [
    ['13055550142', { arrived: true }],
    ['34612345678', { arrived: true }],
    ['15005530003', { arrived: false, error: 'twilio_30003' }],
    ['15005530034', { arrived: false, error: 'twilio_30034' }],
  ] as const) {
    const sent = await sms.send(outgoing(phone))
    assert.equal(sent.outcome, 'sent')
    assert.deepEqual(await sms.readArrival?.('reference' in sent ? (sent.reference ?? '') : ''), arrival)
  }
  assert.deepEqual(
    arrived.map(({ recipient }) => recipient),
    ['+13055550142', '+34612345678'],
  )
  assert.equal(await sms.readArrival?.(`SM${'0'.repeat(32)}`), null, 'one that it does not know')
})

test('our own refusal number is no refusal of the recipient', async (t) => {
  const gateway = await startPhoneGateway({ keep: async () => assert.fail('nothing is sent') })
  t.after(() => gateway.close())
  const { url: origin, ...account } = gateway
  for (const [from, create, error] of [
    ['+15005550007', createSmsProvider, 'twilio_21606'],
    ['+15005550001', createSmsProvider, 'twilio_21212'],
    ['+15005550001', createCallProvider, 'twilio_21212'],
  ] as const) {
    const sent = await create({ ...account, from, origin }).send(outgoing('13055550142'))
    assert.deepEqual(sent, { outcome: 'failed', error }, `${from} ${error}`)
  }
})

test('an e-mail that a mail program may end by one click says so as RFC 8058 asks, and others do not', async (t) => {
  const { provider, taken } = await startMailServer(t)
  const unsubscribeUrl = 'https://madruga.example/api/unsubscribe/YW5h.proof'
  await provider.send({ ...outgoing('ana@example.com'), unsubscribeUrl })
  await provider.send(outgoing('ana@example.com'))
  const header = (index: number, key: string) =>
    taken[index]!.letter.headers.find((each) => each.key === key)?.value
  assert.equal(header(0, 'list-unsubscribe'), `<${unsubscribeUrl}>`)
  assert.equal(header(0, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  assert.equal(header(1, 'list-unsubscribe-post'), undefined)
})

test('a file goes with the letter, byte by byte, and both parts stay', async (t) => {
  const { provider, taken } = await startMailServer(t)
  const content = Uint8Array.from({ length: 5_000 }, (_, index) => (index * 7) % 256)
  const file = { fileName: 'madruga-M-2026-000012.pdf', type: 'application/pdf', content }
  assert.equal((await provider.send({ ...outgoing('ana@example.com'), file })).outcome, 'sent')
  const { letter } = taken[0]!
  const [attached, ...others] = letter.attachments
  assert.equal(others.length, 0)
  assert.deepEqual([attached?.filename, attached?.mimeType], [file.fileName, file.type])
  assert.equal(attached?.disposition, 'attachment')
  assert.deepEqual(Buffer.from(attached?.content as ArrayBuffer), Buffer.from(content))
  assert.match(letter.text ?? '', /#\/captcha/)
  assert.match(letter.html ?? '', /#\/captcha/)
})

test('words with line breaks become neither headers nor recipients', async (t) => {
  const { provider, taken } = await startMailServer(t)
  const evil = 'Block\r\nBcc: eve@example.com\r\nX-Evil: 1\r\n\r\n<b>body</b>'
  const settings = { label: evil, url: 'https://madruga.example/#/x\r\nBcc: eve@example.com' }
  const sent = await provider.send(outgoing('ana@example.com', { title: evil, settings, paragraphs: [evil] }))
  assert.equal(sent.outcome, 'sent')
  const { to, letter } = taken[0]!
  assert.deepEqual(to, ['ana@example.com'])
  assert.deepEqual(letter.bcc ?? [], [])
  assert.ok(letter.headers.every(({ key }) => key !== 'bcc' && key !== 'x-evil'))
  assert.match(letter.subject ?? '', /^Block +Bcc: eve@example\.com/)
})

test('a mail server elsewhere must speak TLS, unless it is said that it need not', async (t) => {
  const { port, taken } = await startMailServer(t)
  // A name that we do not consider local, though it resolves to this machine.
  const from = 'hello@madruga.example'
  const strict = createMailProvider({ url: `smtp://127.1:${port}`, from })
  const lax = createMailProvider({ url: `smtp://127.1:${port}?requireTLS=false`, from })
  t.after(() => Promise.all([strict.close(), lax.close()]))
  assert.equal((await strict.send(outgoing('ana@example.com'))).outcome, 'failed')
  assert.equal(taken.length, 0)
  assert.equal((await lax.send(outgoing('ana@example.com'))).outcome, 'sent')
})

test('a call speaks its text twice, in the language of the driver; special characters come over', async (t) => {
  const arrived: Received[] = []
  const gateway = await startPhoneGateway({ keep: async (received) => void arrived.push(received) })
  t.after(() => gateway.close())
  const { url: origin, accountSid, authToken, from } = gateway
  const provider = createCallProvider({ accountSid, authToken, from, origin })
  const spoken = 'Hola & <b>"¿qué?"</b> ñ \u{1f600}'
  const delivery = await provider.send(outgoing('15550100200', { spoken }))
  assert.match(delivery.outcome === 'sent' ? (delivery.reference ?? '') : '', /^CA[0-9a-f]{32}$/)
  const { sender, recipient, text, channel } = arrived[0]!
  assert.deepEqual([channel, sender, recipient], ['call', gateway.from, '+15550100200'])
  assert.equal(text, `${spoken}\n${spoken}`)
})

test('the gateway for phones takes its own account alone, and forms of a size', async (t) => {
  const arrived: Received[] = []
  const gateway = await startPhoneGateway({ keep: async (received) => void arrived.push(received) })
  t.after(() => gateway.close())
  const { url: origin, accountSid, authToken, from } = gateway
  const stranger = createSmsProvider({ accountSid, authToken: 'guessed', from, origin })
  // Our account is wrong, not the message: it may be sent once that is fixed.
  assert.deepEqual(await stranger.send(outgoing('15550100200')), { outcome: 'failed', error: 'twilio_20003' })
  const provider = createSmsProvider({ accountSid, authToken, from, origin })
  const long = await provider.send(outgoing('15550100200', { sms: 'x'.repeat(1_601) }))
  assert.deepEqual(long, { outcome: 'refused', error: 'twilio_21617' })
  const huge = await provider.send(outgoing('15550100200', { sms: 'x'.repeat(100_000) }))
  assert.deepEqual(huge, { outcome: 'refused', error: 'twilio_20413' })
  const noSms = await provider.send(outgoing('15005550009'))
  assert.deepEqual(noSms, { outcome: 'refused', error: 'twilio_21614' })
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const lost = await fetch(`${origin}/2010-04-01/Accounts/${accountSid}/Faxes.json`, {
    method: 'POST',
    headers: { authorization },
  })
  assert.deepEqual([lost.status, ((await lost.json()) as { code: number }).code], [404, 20404])
  assert.equal(arrived.length, 0)
})

test('only this machine itself counts as such', () => {
  for (const near of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1']) assert.ok(isLoopbackAddress(near))
  for (const far of ['10.0.0.1', '128.0.0.1', '::2', '::ffff:10.0.0.1', '1127.0.0.1', undefined, ''])
    assert.ok(!isLoopbackAddress(far), String(far))
})

test('a push is encrypted for its device, signed by us, kept no longer than it is of use, and replaces its repetition', async (t) => {
  const service = await startTestPush()
  t.after(() => service.close())
  const keys = webPush.generateVAPIDKeys()
  const gone: string[] = []
  const provider = createPushProvider({
    subject: 'mailto:hello@madruga.example',
    hosts: [service.host],
    readKeys: async () => keys,
    fcm: null,
    apns: null,
    readDevice: async (id) => ({ kind: 'web', ...service.subscribe(`/${id}`) }),
    forgetDevice: async (id) => void gone.push(id),
  })
  assert.deepEqual(await provider.send(outgoing('ok')), { outcome: 'sent', reference: null })
  const { payload, headers } = service.received[0]!
  const { push } = outgoing('ok').words
  assert.deepEqual(payload, { ...push, driverId: 'ana' })
  assert.deepEqual([push.id, push.kind, push.url, push.matters], [7, 'human_needed', '/#/captcha', true])
  assert.equal(headers['ttl'], '90')
  assert.equal(headers['urgency'], 'high')
  assert.equal(headers['topic'], KEY)
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(String(headers['authorization'])) ?? []
  assert.equal(key, keys.publicKey)
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<
    string,
    unknown
  >
  assert.deepEqual([claims['aud'], claims['sub']], [`http://${service.host}`, 'mailto:hello@madruga.example'])

  assert.deepEqual(await provider.send(outgoing('gone')), { outcome: 'refused', error: 'push_410' })
  assert.deepEqual(gone, ['gone'])
  assert.deepEqual(await provider.send(outgoing('moved')), { outcome: 'refused', error: 'push_307' })
  assert.equal(service.received.length, 1)
  const later = { outcome: 'failed', error: 'push_503', retryAfterMs: 90_000 }
  assert.deepEqual(await provider.send(outgoing('later')), later)
})
