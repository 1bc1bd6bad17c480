import assert from 'node:assert/strict'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { createFiles } from '../http.ts'

test('a file is kept and compressed once, however many ways there are to write its path', async (t) => {
  const root = mkdtempSync(path.join(tmpdir(), 'madruga-files-'))
  mkdirSync(path.join(root, 'assets'))
  writeFileSync(path.join(root, 'assets/app.js'), 'const text = 1\n'.repeat(100))
  const files = createFiles({ root, isImmutable: () => true })
  const server = createServer((request, response) => {
    void files.send(request, response, request.url ?? '').then((sent) => {
      if (!sent) response.writeHead(404).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
    rmSync(root, { recursive: true })
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const written = [
    '/assets/app.js',
    '/assets/%61pp.js',
    '/%61ssets/app.js',
    '/assets//app.js',
    '//assets/app.j%73',
  ]
  for (const each of written) {
    const reply = await fetch(`${url}${each}`, { headers: { 'accept-encoding': 'br' } })
    assert.deepEqual([reply.status, reply.headers.get('content-encoding')], [200, 'br'], each)
    await reply.arrayBuffer()
  }
  assert.equal(files.size(), 1)
  assert.equal((await fetch(`${url}/assets/gone.js`)).status, 404)
})
