import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../config.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '../platforms/testing/certificate.ts'
import { problemsOf } from './testing.ts'

const OTHERS = { DATABASE_URL: 'postgres://app@localhost/madruga', MARKET_URL: 'http://127.0.0.1:8090' }

test('probes stay on this machine, go beyond it by TLS, or in the clear by name', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'madruga-health-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const files = { TLS_CERT_FILE: join(folder, 'cert.pem'), TLS_KEY_FILE: join(folder, 'key.pem') }
  writeFileSync(files.TLS_CERT_FILE, TEST_CERTIFICATE)
  writeFileSync(files.TLS_KEY_FILE, TEST_KEY)
  const far = { ...OTHERS, HEALTH_HOST: '0.0.0.0' }
  const bot = ['--role=bot']
  const usual = { host: '127.0.0.1', port: null, tls: null }
  assert.deepEqual(readConfig({ ...OTHERS, ...files }, bot).health, usual)
  assert.match(problemsOf(far, bot).join(), /^HEALTH_HOST is 0\.0\.0\.0 without TLS: set TLS_CERT_FILE/)
  assert.deepEqual(problemsOf({ ...far, PLAIN_HTTP: 'on' }, bot), [])
  assert.ok(readConfig({ ...far, ...files, HEALTH_PORT: '9000' }, bot).health.tls)
  assert.deepEqual(problemsOf({ HEALTH_HOST: '0.0.0.0' }), [], 'the app answers on its own port')
})

test('an API drains by default, other roles hand over at once', () => {
  assert.equal(readConfig({}, []).drainMs, 0)
  assert.equal(readConfig({ DRAIN_SECONDS: '2' }, []).drainMs, 2_000)
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_1234567890',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1234567890',
    STRIPE_WEBHOOK_SECRET: 'whsec_1234567890',
  }
  assert.equal(readConfig({ ...OTHERS, ...stripe }, ['--role=api']).drainMs, 5_000)
  assert.equal(readConfig(OTHERS, ['--role=bot']).drainMs, 0)
})

test('nothing is traced without a collector, and what is goes there with its headers', () => {
  assert.equal(readConfig({}, []).tracing, null)
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a=b,x-team=ours',
  }
  assert.deepEqual(readConfig(env, []).tracing, {
    url: 'http://127.0.0.1:4318/v1/traces',
    headers: { 'x-key': 'a=b', 'x-team': 'ours' },
  })
  const [line = '', ...more] = problemsOf({ OTEL_EXPORTER_OTLP_HEADERS: 'hush hush' })
  assert.match(line, /^OTEL_EXPORTER_OTLP_HEADERS is not what it should be: give NAME=VALUE/)
  assert.deepEqual(more, [])
  assert.match(
    problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' }).join(),
    /^OTEL_EXPORTER_OTLP_ENDPOINT begins with http:\/\/ and leads beyond/,
  )
})
