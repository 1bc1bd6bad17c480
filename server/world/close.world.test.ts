import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../people/accounts/testing.ts'
import { openDatabase } from '../db.ts'
import { startTestHttp } from '../http/testing.ts'
import { untilLocked } from '../db/testing.ts'

test('a process that ends takes no new request and answers those under way', async () => {
  const http = await startTestHttp()
  const { call } = await enter(http)
  const holder = openDatabase(http.database.url, { max: 1 })
  const held = await holder.pool.connect()
  await held.query('begin; lock table notification_settings in access exclusive mode')
  const underWay = call('GET', '/api/notify/settings')
  await untilLocked(http.database.database.pool)

  const closed = http.stop()
  await assert.rejects(fetch(`${http.url}/api/health`), 'nothing new is taken')
  await held.query('rollback')
  held.release()
  assert.equal((await underWay).status, 200)
  await holder.close()
  await closed
})
