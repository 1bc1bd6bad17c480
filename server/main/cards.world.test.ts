import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { startEndpoint } from '../../simulator/cards/fixture.ts'
import { openCards } from '../money/payments.ts'
import { makeKeyRing } from '../kit/encryption.ts'
import { startCardsThread } from './cards.ts'
import { until } from '../kit/testing.ts'

const EMBEDDED = { gateway: 'embedded', port: 0, publicUrl: null } as const

/** A folder and a key ring, and gateways over them. */
function open(t: TestContext) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'madruga-cards-'))
  t.after(() => rmSync(dataFolder, { recursive: true }))
  const keyRing = makeKeyRing()
  return {
    dataFolder,
    async start(plan: Parameters<typeof startCardsThread>[0] = EMBEDDED) {
      const thread = await startCardsThread(plan, { host: '127.0.0.1', dataFolder, keyRing }, () => {})
      const { secretKey, webhookSecret, url, publicUrl, publishableKey } = thread.access
      const cards = openCards({ secretKey, webhookSecret, origin: url ?? '' })
      return { ...thread, cards, url, publicUrl, publishableKey }
    },
  }
}

const makeCustomer = (driverId: string) => ({ driverId, email: 'ana@example.com', idempotencyKey: driverId })

test('events before the app listens are delivered once it does, and the next start finds the app elsewhere', async (t) => {
  const { start } = open(t)
  const first = await start()
  assert.equal((await first.cards.createCustomer(makeCustomer('d-1'))).outcome, 'done')
  await first.stop()
  const second = await start()
  t.after(() => second.stop())
  const app = await startEndpoint()
  t.after(() => app.close())
  second.sendWebhooksTo(app.url)
  await until(() => app.received.length > 0, 'the app hears of the customer')
  const [{ body, signature } = { body: '', signature: '' }] = app.received
  assert.equal(second.cards.verifyWebhook(body, signature).outcome, 'genuine')
  assert.match(body, /"driverId":"d-1"/)
})

test('its keys are the same as long as the key ring is, and stand nowhere in its folder', async (t) => {
  const { start, dataFolder } = open(t)
  const first = await start()
  const { access } = first
  await first.cards.createCustomer(makeCustomer('d-1'))
  await first.stop()
  const second = await start({ ...EMBEDDED, publicUrl: 'https://cards.example' })
  t.after(() => second.stop())
  assert.deepEqual(second.access, { ...access, url: second.url, publicUrl: 'https://cards.example' })
  const made = await second.cards.createCustomer(makeCustomer('d-1'))
  assert.equal(made.outcome, 'done', 'what was answered before is kept')
  const files = readdirSync(dataFolder).map((name) => readFileSync(join(dataFolder, name), 'latin1'))
  assert.ok(files.some((text) => text.includes('ana@example.com')))
  for (const key of [access.secretKey, access.webhookSecret])
    assert.ok(files.every((text) => !text.includes(key)))
})
