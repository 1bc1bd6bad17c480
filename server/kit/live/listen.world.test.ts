import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../db/testing.ts'
import { systemClock } from '../clock.ts'
import { listenChannel } from '../live.ts'

test('notifications arrive, also after a reconnect', async () => {
  const fresh = await testDatabase()
  const { pool } = fresh.database
  const reading: string[] = []
  const faults: unknown[] = []
  const listener = listenChannel({
    url: fresh.url,
    channel: 'log',
    onMessage: (payload) => reading.push(payload),
    // At once instead of after a second.
    clock: { ...systemClock, after: (_ms, call) => systemClock.after(1, call) },
    onFault: (error) => faults.push(error),
  })
  const isListening =
    'select pid from pg_stat_activity where query = \'listen "log"\' and datname = current_database()'
  const announceUntil = async (payload: string) => {
    while (!reading.includes(payload)) await pool.query('select pg_notify($1, $2)', ['log', payload])
  }
  await announceUntil('one')
  await pool.query(`select pg_terminate_backend(pid) from (${isListening}) as listening`)
  await announceUntil('two')
  assert.equal(faults.length, 1)
  await listener.close()
  await fresh.drop()
})
