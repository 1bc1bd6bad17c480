import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { createWrites } from './writes.ts'
import { testDatabase } from '../../db/testing.ts'
import { createBrowser, startTestHttp } from '../../http/testing.ts'
import { realNow, until } from '../../kit/testing.ts'

const metricsToken = 'a-token-of-the-monitor'

// What a database is told so that it stores nothing, as a full disk or a standby would have it.
const TROUBLES = [
  { why: 'disk_full', ready: 'disk full', setting: 'temp_file_limit', value: '64kB' },
  { why: 'read_only', ready: 'read only', setting: 'default_transaction_read_only', value: 'on' },
]

for (const { why, ready, setting, value } of TROUBLES)
  test(`${why}: health, readiness and metrics say so, and every change is refused with the reason`, async (t) => {
    const fresh = await testDatabase()
    const http = await startTestHttp({ beside: { database: fresh }, config: { metricsToken } })
    const name = new URL(fresh.url).pathname.slice(1)
    const operator = new Client(fresh.url)
    await operator.connect()
    t.after(async () => {
      await operator.end()
      await http.stop()
      await fresh.drop()
    })
    const order = async (text: string) => {
      await operator.query(`set default_transaction_read_only = off`)
      await operator.query(text)
      // Connections that were open before continue by what they were told then.
      await operator.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    }
    const ask = async (path: string) => {
      const headers = { authorization: `Bearer ${metricsToken}` }
      const answer = await fetch(`${http.url}${path}`, { headers })
      return { status: answer.status, text: (await answer.text()).trim() }
    }
    const browser = createBrowser(http.url)
    await browser.signIn(await http.addDriver())
    const change = (language: 'en' | 'es') => browser.call('PUT', '/api/accounts/language', { language })
    assert.equal((await change('es')).status, 200)
    await until(async () => (await ask('/ready')).status === 200, 'it is ready')
    assert.match((await ask('/metrics')).text, /^madruga_database_writable 1$/m)

    await order(`alter database "${name}" set ${setting} = '${value}'`)
    await until(async () => (await ask('/ready')).text === ready, 'it is not ready')
    const health = JSON.parse((await ask('/api/health')).text) as { status: string; writes: boolean }
    assert.deepEqual([health.status, health.writes], ['degraded', false])
    const refused = await change('en')
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.params],
      [503, 'server.not_writable', { why }],
    )
    assert.equal(
      (await browser.call('GET', '/api/accounts/profile')).status,
      200,
      'what is read is still served',
    )
    assert.match((await ask('/metrics')).text, /^madruga_database_writable 0$/m)
    assert.equal((await ask('/live')).status, 200)
    assert.ok(http.logger.some((line) => line.includes('stores nothing') && line.includes(why)))

    await order(`alter database "${name}" reset ${setting}`)
    await until(async () => (await ask('/ready')).status === 200, 'it is ready again')
    assert.equal((await change('en')).status, 200)
  })

test('a process whose requests wait for a connection says so, and continues when there is one', async () => {
  let now = realNow()
  const changes: unknown[] = []
  let free: (() => void) | undefined
  const writes = createWrites({
    clock: { now: () => now, after: () => () => {} },
    write: async () => {},
    connect: () => new Promise<void>((resolve) => (free = resolve)),
    onChange: (trouble) => changes.push(trouble),
  })
  const findLater = async () => {
    now += 6_000
    return await writes.find()
  }
  assert.equal(await writes.find(), null)
  assert.equal(await findLater(), 'no_connections')
  assert.equal(writes.known(), 'no_connections')
  free?.()
  await until(async () => (await findLater()) === null, 'a connection was free')
  assert.deepEqual(changes.slice(0, 2), ['no_connections', null])
})
