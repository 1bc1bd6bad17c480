import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { connect } from 'node:tls'
import type { SecureVersion, TLSSocket } from 'node:tls'
import { TEST_CERTIFICATE, TEST_KEY } from '../platforms/testing/certificate.ts'
import { startTestHttp } from './testing.ts'

test('serves https by TLS 1.2 and 1.3, and nothing older, with the cookies and headers of https', async (t) => {
  const tls = { cert: TEST_CERTIFICATE, key: TEST_KEY }
  const http = await startTestHttp({ config: { tls, publicUrl: 'https://127.0.0.1' } })
  t.after(() => http.stop())
  const request = get(`${http.url}/api/accounts/session`, { ca: TEST_CERTIFICATE, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  assert.equal(response.statusCode, 200)
  assert.equal((response.socket as TLSSocket).authorized, true)
  assert.match(response.headers['strict-transport-security'] ?? '', /max-age=/)
  assert.match((response.headers['set-cookie'] ?? []).join(), /__Host-XSRF-TOKEN=[^;]+;.*Secure/)

  const shake = async (version: SecureVersion, ciphers = 'DEFAULT@SECLEVEL=0'): Promise<string> => {
    const port = Number(new URL(http.url).port)
    const versions = { minVersion: version, maxVersion: version, ciphers }
    const socket = connect({ port, host: '127.0.0.1', ca: TEST_CERTIFICATE, ...versions })
    try {
      await once(socket, 'secureConnect')
      return socket.getProtocol() ?? 'none'
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? 'unknown'
    } finally {
      socket.destroy()
    }
  }
  assert.equal(await shake('TLSv1.2'), 'TLSv1.2')
  assert.equal(await shake('TLSv1.3'), 'TLSv1.3')
  assert.match(await shake('TLSv1.2', 'ECDHE-ECDSA-AES128-SHA256'), /HANDSHAKE_FAILURE/, 'a weaker cipher')
  for (const old of ['TLSv1', 'TLSv1.1'] as const)
    assert.equal(await shake(old), 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', old)
})
