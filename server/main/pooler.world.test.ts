import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '../config.ts'
import { testDatabase } from '../db/testing.ts'
import { startEmbedded } from './embedded.ts'

const folder = mkdtempSync(join(tmpdir(), 'madruga-pooler-'))
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

test('behind a pooler that takes no time-outs of a session, a process starts by the direct address alone', async () => {
  const { url, drop } = await testDatabase()
  const pooler = await openPooler(url)
  const start = async (direct: Record<string, string>) => {
    const env = { DATABASE_URL: pooler.url, DATA_DIR: join(folder, 'data'), HEALTH_PORT: '0', ...direct }
    const config = { ...readConfig(env, []), role: 'jobs', marketUrl: 'http://market', cards: null } as const
    return await startEmbedded(config, () => {}, assert.fail)
  }
  try {
    await assert.rejects(start({}), /does not answer: unsupported startup parameter: statement_timeout/)
    const started = await start({ DATABASE_DIRECT_URL: url })
    assert.equal(started.databaseUrl, pooler.url)
    await started.stop()
  } finally {
    await pooler.close()
    await drop()
  }
})

/** A way to PostgreSQL that refuses a start-up packet with a time-out, as PgBouncer does. */
async function openPooler(postgresUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const to = new URL(postgresUrl)
  const folderOfSocket = to.searchParams.get('host')
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => near.destroy())
    near.once('data', (startUp) => {
      if (startUp.includes('statement_timeout')) {
        near.end(errorPacket('unsupported startup parameter: statement_timeout'))
        return
      }
      const far =
        folderOfSocket === null
          ? connect(Number(to.port), to.hostname)
          : connect(`${folderOfSocket}/.s.PGSQL.5432`)
      far.on('error', () => near.destroy())
      far.write(startUp)
      near.pipe(far).pipe(near)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://${to.username}:${to.password}@127.0.0.1:${port}${to.pathname}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** PostgreSQL's ErrorResponse: its length, then a field each of severity, code and message. */
function errorPacket(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
