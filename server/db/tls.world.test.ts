import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createSecureContext, TLSSocket } from 'node:tls'
import { openDatabase } from '../db.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '../platforms/testing/certificate.ts'

/**
 * A server that is asked for TLS as PostgreSQL is, and says yes (`S`) or no (`N`); it notes whatever reaches
 * it after that.
 */
async function startAsked(t: TestContext, answer: 'S' | 'N') {
  const reading: string[] = []
  const sockets = new Set<Socket>()
  const secureContext = createSecureContext({ cert: TEST_CERTIFICATE, key: TEST_KEY })
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(answer)
      const next = answer === 'S' ? new TLSSocket(socket, { isServer: true, secureContext }) : socket
      next.on('error', () => {})
      next.on('data', (bytes) => {
        reading.push(bytes.toString('latin1'))
        next.destroy()
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { reading, port: (server.address() as AddressInfo).port }
}

async function refusalOf(url: string): Promise<string> {
  const { pool, close } = openDatabase(url)
  try {
    await pool.query('select 1')
    return 'connected'
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code ?? message
  } finally {
    await close()
  }
}

const urlOf = (port: number) => `postgres://ana:hush@127.0.0.1:${port}/madruga?sslmode=verify-full`

test('a database by TLS is neither spoken to in the clear nor trusted without a proof', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'madruga-ca-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const authority = join(folder, 'ca.pem')
  writeFileSync(authority, TEST_CERTIFICATE)

  const without = await startAsked(t, 'N')
  assert.match(await refusalOf(urlOf(without.port)), /does not support SSL/)
  assert.deepEqual(without.reading, [])

  const stranger = await startAsked(t, 'S')
  assert.equal(await refusalOf(urlOf(stranger.port)), 'DEPTH_ZERO_SELF_SIGNED_CERT')
  assert.deepEqual(stranger.reading, [])

  const known = await startAsked(t, 'S')
  await refusalOf(`${urlOf(known.port)}&sslrootcert=${encodeURIComponent(authority)}`)
  assert.match(known.reading.join(), /user\0ana\0/)
})
