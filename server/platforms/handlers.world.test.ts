import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Outputs } from '@madruga/core/contract.ts'
import { stubPlatform } from '../bot/testing-platform.ts'
import { createBrowser, startTestHttp } from '../http/testing.ts'
import type { TestHttp } from '../http/testing.ts'
import { systemClock } from '../kit/clock.ts'

let http: TestHttp
before(async () => {
  const market = { ...stubPlatform(systemClock), variants: ['amazon', 'spark'] as const }
  http = await startTestHttp({ platform: market })
})
after(() => http.stop())

for (const [variant, platform] of [
  ['courier', 'not_connected'],
  ['spark', 'available'],
] as const)
  test(`the delivery app of a new ${variant} driver is ${platform}`, async () => {
    const browser = createBrowser(http.url)
    await browser.signIn(await http.addDriver({ variant }))
    const { body } = await browser.call<Outputs['platforms']['status']>('GET', '/api/platforms/status')
    assert.equal(body.platform, platform)
  })

test('a platform that answers nothing is named by health and to its drivers, though no bot has asked it yet', async (t) => {
  const market = { ...stubPlatform(systemClock), answers: async () => false }
  const silent = await startTestHttp({ platform: market })
  t.after(() => silent.stop())
  const browser = createBrowser(silent.url)
  const { body } = await browser.call<Outputs['service']['health']>('GET', '/api/health')
  assert.deepEqual([body.status, body.platforms, body.silentBots], ['degraded', false, 0])
  await browser.signIn(await silent.addDriver())
  const { body: status } = await browser.call<Outputs['platforms']['status']>('GET', '/api/platforms/status')
  assert.equal(status.platform, 'unavailable')
})
