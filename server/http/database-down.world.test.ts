import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { Kysely, PostgresDialect } from 'kysely'
import type { PoolClient } from 'pg'
import { openDatabase } from '../db.ts'
import type { Database, Tables } from '../db.ts'
import { createBrowser, startTestHttp } from './testing.ts'
import type { TestHttp } from './testing.ts'

/** No server listens there. */
const nowhere = openDatabase('postgres://127.0.0.1:1/nothing')

let http: TestHttp
let dates: Database
/** The error of a connection attempt; null = connected. */
let refuse: (() => Promise<PoolClient>) | null = null
before(async () => {
  const connect = () => refuse?.() ?? dates.pool.connect()
  const pool = { connect, options: {}, end: async () => {} }
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  http = await startTestHttp({ accounts: { kysely } })
  dates = openDatabase(http.database.url, { instants: 'date' })
})
after(async () => {
  await Promise.all([dates.close(), nowhere.close()])
  await http.stop()
})
afterEach(() => {
  refuse = null
})

async function enter(): Promise<ReturnType<typeof createBrowser>> {
  const browser = createBrowser(http.url)
  await browser.signIn(await http.addDriver())
  return browser
}

for (const [method, route] of [
  ['GET', '/api/bot'],
  ['GET', '/api/accounts/session'],
  ['POST', '/api/bot/stop'],
  ['GET', '/api/downloads/account.json'],
] as const)
  test(`${method} ${route}: a session that cannot be read now is no fault and is not over`, async () => {
    const browser = await enter()
    const kept = [...browser.jar]
    const written = http.logger.length
    refuse = () => nowhere.pool.connect()
    const answer = await browser.call(method, route)
    assert.deepEqual([answer.status, answer.body.code], [503, 'server.unavailable'])
    assert.deepEqual([...browser.jar], kept, 'the browser stays signed in')
    const lines = http.logger.slice(written)
    assert.equal(lines.length, 1, 'said once')
    assert.match(lines[0]!, /database unavailable/)
    refuse = null
    assert.equal((await browser.send('GET', '/api/bot')).status, 200, 'and the session holds')
  })

test('a session that could not be ended is not said to be over', async () => {
  const browser = await enter()
  refuse = () => nowhere.pool.connect()
  assert.equal((await browser.call('POST', '/api/accounts/sign-out')).status, 503)
  refuse = null
  assert.equal((await browser.send('GET', '/api/bot')).status, 200)
})

test('any other fault of reading a session stays a fault', async () => {
  const browser = await enter()
  const missing = Object.assign(new Error('no such table'), { code: '42P01', severity: 'ERROR' })
  refuse = () => Promise.reject(missing)
  const written = http.logger.length
  const answer = await browser.call('GET', '/api/bot')
  assert.deepEqual([answer.status, answer.body.code], [500, 'server.fault'])
  assert.match(http.logger.slice(written).join('\n'), /no such table/)
})
