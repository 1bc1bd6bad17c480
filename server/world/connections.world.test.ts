import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../db/testing.ts'
import type { TestDatabase } from '../db/testing.ts'
import { startTestHttp } from '../http/testing.ts'
import { makeKeyRing } from '../kit/encryption.ts'

const keyRing = makeKeyRing()
// A database for each test: connections of the one before, which end only now, would count as others.
let fresh: TestDatabase
beforeEach(async () => {
  fresh = await testDatabase()
})
afterEach(() => fresh.drop())

/** Connections to the database besides the one that counts: two counts at once would count each other. */
async function countConnections(): Promise<number> {
  const { rows } = await fresh.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  return rows[0]!.count
}

/** The most connections at any count until `work` has ended. */
async function countMost(work: Promise<unknown>): Promise<number> {
  const over = new AbortController()
  const end = work.finally(() => over.abort())
  let most = 0
  while (!over.signal.aborted) most = Math.max(most, await countConnections())
  await end
  return most
}

for (const role of ['api', 'jobs'] as const)
  test(`a process of the role ${role} never opens more connections than DATABASE_CONNECTIONS, however busy it is`, async () => {
    const other = await countConnections()
    const http = await startTestHttp({
      beside: { database: fresh },
      keyRing,
      config: { role, databaseConnections: 12 },
    })
    try {
      const { database, accounts } = http.world
      const busy = Array.from({ length: 60 }, () => sql`select pg_sleep(0.2)`.execute(database.kysely))
      const entering = Array.from({ length: 20 }, () => accounts.findDriver('nobody@example.com'))
      const most = await countMost(Promise.all([...busy, ...entering]))
      assert.ok(most - other <= 12, `${most - other} connections`)
      assert.ok(most - other >= 8, `${most - other} connections`)
    } finally {
      await http.stop()
    }
  })
