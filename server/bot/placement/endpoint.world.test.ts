import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:http2'
import { test } from 'node:test'
import { TEST_CERTIFICATE, TEST_KEY } from '../../platforms/testing/certificate.ts'
import { serveEngine } from './endpoint.ts'
import type { EngineHandlers } from './model.ts'

/** The services that a worker tells an engine of, or the code of what went wrong on the way. */
async function discover(url: string, ca?: string): Promise<string> {
  const session = connect(url, ca === undefined ? {} : { ca })
  let fault: NodeJS.ErrnoException | null = null
  session.on('error', (error) => (fault ??= error))
  try {
    const stream = session.request({
      ':path': '/discover',
      accept: 'application/vnd.restate.endpointmanifest.v3+json',
    })
    stream.setEncoding('utf8')
    let text = ''
    stream.on('data', (chunk: string) => (text += chunk))
    await once(stream, 'end')
    return text
  } catch (error) {
    return (fault ?? (error as NodeJS.ErrnoException)).code ?? 'unknown'
  } finally {
    session.destroy()
  }
}

test('with a certificate a worker serves the engine by TLS alone, to clients that trust that certificate', async (t) => {
  const tls = { cert: TEST_CERTIFICATE, key: TEST_KEY }
  const place = { host: '127.0.0.1', port: 0, say: () => {} }
  const worker = await serveEngine({} as EngineHandlers, { ...place, tls })
  t.after(() => worker.close())
  assert.match(worker.url, /^https:\/\/127\.0\.0\.1:\d+$/)
  assert.match(await discover(worker.url, TEST_CERTIFICATE), /"services":\[/)
  assert.equal(await discover(worker.url), 'DEPTH_ZERO_SELF_SIGNED_CERT')
  assert.doesNotMatch(await discover(worker.url.replace('https', 'http')), /services/)
  const plain = await serveEngine({} as EngineHandlers, place)
  t.after(() => plain.close())
  assert.match(await discover(plain.url), /"services":\[/)
})
