import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startMarketThread } from './market.ts'

after(() => delete process.env['WATCH_REPORT_DEPENDENCIES'])

test('the market starts under `node --watch` too, whose threads first tell what they import', async () => {
  process.env['WATCH_REPORT_DEPENDENCIES'] = '1'
  const market = await startMarketThread({ port: 0, scenario: 'quiet' }, () => {})
  assert.equal((await fetch(`${market.url}/openapi.json`)).status, 200)
  await market.stop()
})
