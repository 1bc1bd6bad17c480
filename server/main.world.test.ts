import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findPorts } from './kit/ports.ts'
import { deriveSecret, readStoredRing } from './kit/encryption.ts'
import { until } from './kit/testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'madruga-main-'))
const children = new Set<ChildProcess>()
after(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})
const [port = 0, marketPort = 0, cardsPort = 0] = await findPorts(3)
const cardsUrl = `http://127.0.0.1:${cardsPort}`
const environment = {
  PORT: String(port),
  MARKET_PORT: String(marketPort),
  CARDS_PORT: String(cardsPort),
  DATA_DIR: join(folder, 'data'),
  DEMO_WEEKS: '0',
}

type Product = { child: ChildProcess; output: () => string; ended: Promise<number | null> }

function start(env: Record<string, string> = {}, args: readonly string[] = []): Product {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  let said = ''
  child.stdout.on('data', (text) => (said += String(text)))
  child.stderr.on('data', (text) => (said += String(text)))
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  return { child, output: () => said, ended }
}

async function ready(product: Product): Promise<void> {
  await until(() => /is ready/.test(product.output()) || product.child.exitCode !== null, 'ready')
  assert.match(product.output(), /is ready/)
}

/** The processes that work in our folder, whatever their parent is now. */
function workers(): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || !existsSync(`/proc/${pid}/cmdline`)) return false
    try {
      const told = readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8')
      return Number(pid) !== process.pid && told.includes(folder)
    } catch {
      return false
    }
  })
}

test('the first start brings up everything, and the demo drivers are there to sign in as', async () => {
  const product = start()
  await ready(product)
  assert.match(product.output(), new RegExp(`App +http://127.0.0.1:${port}/demo/`))
  assert.match(product.output(), new RegExp(`Market +http://127.0.0.1:${marketPort} `))
  assert.match(product.output(), new RegExp(`Cards +${cardsUrl} +\\(test mode`))
  assert.doesNotMatch(product.output(), /sk_test|whsec/)
  assert.equal((await fetch(`${cardsUrl}/v1/customers`)).status, 401, 'it listens, and not for everybody')
  const [, email, password] = /amazon +(\S+) +(\S+)/.exec(product.output()) ?? []
  assert.equal(email, 'ana@demo.madruga')
  assert.ok(password)
  const health = await fetch(`http://127.0.0.1:${port}/api/health`)
  assert.deepEqual([health.status, ((await health.json()) as { status: string }).status], [200, 'ok'])
  assert.equal((await fetch(`http://127.0.0.1:${port}/api/openapi.json`)).status, 200)
  assert.match(await (await fetch(`http://127.0.0.1:${port}/`)).text(), /<div id="root">/)

  const second = start({ PORT: '0', MARKET_PORT: '0', CARDS_PORT: '0' })
  assert.equal(await second.ended, 1)
  assert.match(second.output(), /^madruga: The database in .* is in use by another running server .*\n$/)

  product.child.kill('SIGKILL')
  await product.ended
  await until(() => workers().length === 0, 'every process in its folder has ended')
  await assert.rejects(fetch(cardsUrl), 'no gateway is left over')
})

test('after kill -9 the next start continues with the same data, and SIGTERM ends it in order', async () => {
  const product = start()
  await ready(product)
  product.child.kill('SIGTERM')
  assert.equal(await product.ended, 0)
  assert.match(product.output(), /Stopping \(SIGTERM\)/)
  await until(() => workers().length === 0, 'every process in its folder has ended')
})

test('an app on any free port hears what happens at its card gateway, and drains before it ends', async () => {
  const token = 'a-token-of-the-monitor'
  const product = start({ PORT: '0', LOG_STYLE: 'json', METRICS_TOKEN: token, DRAIN_SECONDS: '5' })
  await until(() => /"msg":"ready"/.test(product.output()) || product.child.exitCode !== null, 'ready')
  const [, url = ''] = /"url":"(http[^"]+)"/.exec(product.output()) ?? []
  const key = deriveSecret(readStoredRing(join(folder, 'data', 'keys.json')), 'cards secret key')
  const headers = { authorization: `Bearer sk_test_${key}` }
  assert.equal((await fetch(`${cardsUrl}/v1/customers`, { method: 'POST', headers })).status, 200)
  const hears = async (): Promise<boolean> => {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    const metrics = await answer.text()
    const webhook = metrics.split('\n').filter((line) => line.includes('http_route="/api/webhooks/cards"'))
    assert.doesNotMatch(webhook.join('\n'), /status_code="[45]/)
    return webhook.length > 0
  }
  await until(hears, 'the app hears of the customer')
  assert.equal((await fetch(`${url}/ready`)).status, 200)
  product.child.kill('SIGTERM')
  await until(() => /Stopping/.test(product.output()), 'stopping')
  const probe = await fetch(`${url}/ready`)
  assert.deepEqual([probe.status, await probe.text()], [503, 'draining\n'], 'a balancer sends nothing more')
  assert.equal((await fetch(`${url}/live`)).status, 200)
  assert.equal((await fetch(`${url}/api/health`)).status, 200, 'what still arrives is served')
  assert.equal(await product.ended, 0)
})

test('what stops a start is one line that names what to change', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await new Promise((done) => taken.once('listening', done))
  const { port: takenPort } = taken.address() as AddressInfo
  writeFileSync(join(folder, 'file'), '')
  const other = join(folder, 'other')
  const cases: [Record<string, string>, RegExp][] = [
    [
      { PORT: String(takenPort) },
      new RegExp(`^madruga: Port ${takenPort} on 127.0.0.1 is taken.*: set PORT\n$`),
    ],
    [{ MARKET_PORT: String(takenPort) }, /^madruga: Port \d+ .* is taken .*: set MARKET_PORT\n$/],
    [{ CARDS_PORT: String(takenPort) }, /^madruga: Port \d+ .* is taken .*: set CARDS_PORT\n$/],
    [
      { NODE_ENV: 'production', VARIANTS: 'amazon,courier' },
      /^madruga: VARIANTS names amazon, whose only platform is simulated.* set DEMO=on\n$/,
    ],
    [{ DATA_DIR: join(folder, 'file', 'data') }, /^madruga: Cannot write the data folder .* set DATA_DIR\n$/],
    [{ PORT: 'eighty' }, /^madruga: PORT is "eighty": give a port from 0 to 65535 .*\n$/],
    [
      { DATABASE_URL: 'postgres://app:hush@127.0.0.1:1/x', DATA_DIR: other },
      /^madruga: The database at postgres:\/\/.*127\.0\.0\.1:1\/x does not answer: .*\n$/,
    ],
  ]
  for (const [env, line] of cases) {
    const product = start(env)
    assert.equal(await product.ended, 1)
    assert.match(product.output(), line)
    assert.doesNotMatch(product.output(), /hush/)
  }
})
