import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { NewsContent } from '@madruga/core/notify.ts'
import { testDatabase } from '../db/testing.ts'
import { createLogger } from '../kit/logger.ts'
import { createNotify } from '../notify.ts'
import type { AttachFile, LetterFile } from '../notify.ts'
import { notifyDeps } from './testing.ts'
import { until } from '../kit/testing.ts'

const fresh = await testDatabase()
const db = fresh.database.kysely
let lines: string[] = []
const asked: Parameters<AttachFile>[] = []
/** Generates the files as the test specifies. */
let attach: AttachFile

const notify = await createNotify({
  ...notifyDeps(fresh),
  logger: createLogger({ level: 'info', style: 'json', write: (line) => lines.push(line) }),
  sends: true,
  attach: async (...call) => {
    asked.push(call)
    return await attach(...call)
  },
})
await db
  .insertInto('drivers')
  .values({
    id: 'ana',
    name: 'Ana',
    email: 'ana@example.com',
    language: 'es',
    phone: '13055550142',
  } as never)
  .execute()
after(async () => {
  await notify.close()
  await fresh.drop()
})
beforeEach(() => {
  lines = []
  asked.length = 0
})

const RECEIPT: LetterFile = {
  fileName: 'madruga-P-7K2M9QXW.pdf',
  type: 'application/pdf',
  content: Buffer.from('%PDF the receipt'),
}
const PAID: NewsContent = {
  kind: 'payment_received',
  params: { paymentId: 'p1', reference: 'P-7K2M9QXW', amountCents: 3_636, number: 'M-2026-000012' },
}

const arrived = async (to?: string) => (await notify.listReceived({ limit: 100, to })).messages

/** Notifies Ana; returns the e-mail that she gets. */
async function letterOf(news: NewsContent, event: string): Promise<string> {
  const { length: already } = await arrived('ana@example.com')
  await db.transaction().execute((tx) => notify.announce(tx, { driverId: 'ana', event, ...news }))
  await until(async () => (await arrived('ana@example.com')).length > already, 'a letter')
  return (await arrived('ana@example.com'))[0]!.text
}

test('the letter of a payment carries what is made for it when it is sent, and the page of received messages names it', async () => {
  attach = async () => RECEIPT
  const text = await letterOf(PAID, 'paid 1')
  assert.match(text, /P-7K2M9QXW[\s\S]*\n\[madruga-P-7K2M9QXW\.pdf\]$/)
  assert.equal(asked.length, 1)
  const [news, driverId, language] = asked[0]!
  assert.deepEqual([news.kind, news.params, driverId, language], [PAID.kind, PAID.params, 'ana', 'es'])
})

test('a file that cannot be made does not keep the letter; the log says so, and not what it was about', async () => {
  attach = async () => {
    throw new Error('no font')
  }
  const text = await letterOf(PAID, 'paid 2')
  assert.match(text, /P-7K2M9QXW/)
  assert.doesNotMatch(text, /\.pdf/)
  const said = lines.filter((line) => line.includes('goes without its file'))
  assert.equal(said.length, 1)
  assert.match(said[0]!, /no font/)
  assert.doesNotMatch(said[0]!, /P-7K2M9QXW|ana/)
})

test('news without a file is a letter like any other', async () => {
  attach = async () => null
  const text = await letterOf({ kind: 'refunded', params: { reference: 'P-1', amountCents: 100 } }, 'back')
  assert.doesNotMatch(text, /\[/)
  assert.deepEqual(
    lines.filter((line) => line.includes('file')),
    [],
  )
})

/** Other recipients that a message reached. */
const others = async (): Promise<string[]> =>
  (await arrived()).map(({ recipient }) => recipient).filter((recipient) => recipient !== 'ana@example.com')

test('no file is made for what is no letter, nor for what is no news', async () => {
  attach = async () => RECEIPT
  const to = { driverId: 'ana', language: 'es', timeZone: 'America/New_York', expiresAt: null } as const
  await db.transaction().execute(async (tx) => {
    const news = { template: 'news', params: { id: 1, ...PAID } } as const
    await notify.sendMessage(tx, { ...to, ...news, channel: 'sms', recipient: '13055550142', event: 's' })
    const changed = { template: 'password_changed', params: {} } as const
    await notify.sendMessage(tx, {
      ...to,
      ...changed,
      channel: 'email',
      recipient: 'sam@example.com',
      event: 'c',
    })
  })
  await until(
    async () => (await others()).toSorted().join(' ') === '+13055550142 sam@example.com',
    'both arrived',
  )
  assert.deepEqual(asked, [])
})

test('nothing of a file is kept in the database', async () => {
  attach = async () => RECEIPT
  await letterOf(PAID, 'paid 3')
  for (const table of ['outbox', 'notifications', 'received_messages'] as const) {
    const rows = await db.selectFrom(table).selectAll().execute()
    assert.doesNotMatch(JSON.stringify(rows), /%PDF|JVBERi/, table)
  }
})
