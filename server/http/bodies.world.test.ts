import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { proposeFilter } from '@madruga/core/filters.ts'
import { createBrowser, startTestHttp } from './testing.ts'
import { listOperations } from './operations.ts'

const http = await startTestHttp()
after(() => http.stop())

/** A returning browser with its anti-forgery token. */
async function visit(at = http) {
  const browser = createBrowser(at.url)
  await (await browser.send('GET', '/api/accounts/session')).arrayBuffer()
  return browser
}

const sized = (bytes: number, given: object = {}) => {
  const empty = JSON.stringify({ ...given, extra: '' }).length
  return JSON.stringify({ ...given, extra: 'x'.repeat(bytes - empty) })
}

test('anyone may send 16 KB to an operation that is open to anyone', async () => {
  const open = listOperations().filter(({ access, method }) => access === 'anyone' && method !== 'GET')
  assert.ok(open.length >= 7)
  for (const operation of open) {
    const browser = await visit()
    const most = await browser.send(operation.method, `/api${operation.path}`, sized(16 * 1024))
    await most.arrayBuffer()
    assert.notEqual(most.status, 413, operation.name)
    const more = await browser.call(operation.method, `/api${operation.path}`, sized(16 * 1024 + 1))
    assert.deepEqual(
      [more.status, more.body.code, more.body.params],
      [413, 'request.too_large', { limitBytes: 16_384 }],
      operation.name,
    )
  }
})

test('a driver sends 32 KB, and a filter of hundreds of stations is taken whole', async () => {
  const browser = createBrowser(http.url)
  await browser.signIn(await http.addDriver({ variant: 'amazon', plan: 'professional' }))
  const more = await browser.call('POST', '/api/bot/start', sized(32 * 1024 + 1))
  assert.deepEqual([more.status, more.body.params], [413, { limitBytes: 32_768 }])
  const ids = Array.from({ length: 500 }, (_, n) => `station-${n}-${'x'.repeat(60)}`)
  const proposed = proposeFilter('amazon', 'professional', 'America/New_York', ids)
  const body = JSON.stringify({ baseVersion: 0, filter: proposed })
  assert.ok(body.length > 32 * 1024)
  const saved = await browser.call('PUT', '/api/filters/amazon', body)
  assert.notEqual(saved.status, 413)
})

test('who may not call an operation is told so before anything they send is read', async () => {
  const browser = await visit()
  // A body that is announced and never arrives: a server that waited for it would not answer.
  const answer = async (method: string, route: string) => {
    const asked = request(`${http.url}${route}`, {
      method,
      headers: {
        ...browser.headers(),
        'x-xsrf-token': browser.jar.get('XSRF-TOKEN') ?? '',
        'content-type': 'application/json',
        'content-length': '1000',
      },
    })
    asked.flushHeaders()
    const [reply] = (await once(asked, 'response')) as [IncomingMessage]
    const { code } = JSON.parse(await text(reply)) as { code: string }
    asked.destroy()
    return [reply.statusCode, code]
  }
  assert.deepEqual(await answer('POST', '/api/bot/start'), [401, 'accounts.signed_out'])
  assert.deepEqual(await answer('PUT', '/api/filters/amazon'), [401, 'accounts.signed_out'])
  assert.deepEqual(await answer('POST', '/api/no/such/operation'), [404, 'request.not_found'])
})

test('bytes count by address: who has sent too many waits, refused sizes are told as before', async (t) => {
  const small = await startTestHttp({ limits: { addressBytes: { points: 30_000, windowS: 60 } } })
  t.after(() => small.stop())
  const browser = await visit(small)
  const check = (bytes: number) => browser.call('POST', '/api/accounts/codes/check', sized(bytes))
  assert.equal((await check(12_000)).status, 400)
  assert.equal((await check(12_000)).status, 400)
  const refused = await check(12_000)
  assert.deepEqual([refused.status, refused.body.code], [429, 'request.too_many'])
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  assert.equal((await check(20_000)).status, 413)
  // Reading continues.
  assert.equal((await browser.send('GET', '/api/accounts/session')).status, 200)
})
