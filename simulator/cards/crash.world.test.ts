import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { callCards, KEYS, startEndpoint } from './fixture.ts'

const ENTRY = join(import.meta.dirname, '..', 'cards-main.ts')
const KILL_AFTER = 25
const WAVE = 8

/** The gateway as its own process; resolves when it reports its address, with its output so far. */
async function startProcess(
  flags: string[],
  environment = 'test',
): Promise<{ child: ChildProcess; url: string; said: () => string }> {
  const keys = ['--secret-key', KEYS.secretKey, '--publishable-key', KEYS.publishableKey]
  const command = ['--disable-warning=ExperimentalWarning', ENTRY, ...keys, ...flags]
  const child = spawn(process.execPath, command, { env: { ...process.env, NODE_ENV: environment } })
  let said = ''
  return await new Promise((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      said += chunk.toString()
      const url = /test mode, (http:\S+)/.exec(said)?.[1]
      if (url !== undefined) resolve({ child, url, said: () => said })
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)))
  })
}

function end(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  return ended
}

test('after a kill amid charges every answered one is there once, and every event arrives', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'cards-crash-'))
  const endpoint = await startEndpoint()
  t.after(async () => {
    await endpoint.close()
    rmSync(folder, { recursive: true })
  })
  const flags = ['--port', '0', '--data', folder]
  flags.push('--webhook', endpoint.url, '--webhook-secret', 'whsec_fixture')
  const first = await startProcess(flags)
  t.after(() => end(first.child))
  const customer = String((await callCards(first.url, 'POST', '/v1/customers')).json.id)
  const charge = (url: string, n: number) => {
    const fields = {
      amount: String(1_000 + n),
      currency: 'usd',
      customer,
      payment_method: 'pm_card_visa',
      confirm: 'true',
    }
    return callCards(url, 'POST', '/v1/payment_intents', { fields, key: `charge-${n}` })
  }
  const acknowledged = new Map<number, unknown>()
  let asked = 0
  let ended: Promise<unknown> | undefined
  const ask = async (): Promise<void> => {
    while (ended === undefined) {
      const n = asked++
      try {
        const { status, json } = await charge(first.url, n)
        assert.equal(status, 200)
        acknowledged.set(n, json.id)
      } catch (error) {
        // The connection broke: its result is unknown until it is queried again.
        if (ended === undefined) throw error
      }
      if (acknowledged.size >= KILL_AFTER) ended ??= end(first.child)
    }
  }
  await Promise.all(Array.from({ length: WAVE }, ask))
  await ended

  const second = await startProcess(flags)
  t.after(() => end(second.child))
  for (const [n, id] of acknowledged) {
    const { json } = await callCards(second.url, 'GET', `/v1/payment_intents/${String(id)}`)
    assert.deepEqual([json.status, json.amount], ['succeeded', 1_000 + n])
  }
  const ids = new Set<unknown>()
  for (let n = 0; n < asked; n++) {
    const { status, json } = await charge(second.url, n)
    assert.equal(status, 200)
    if (acknowledged.has(n)) assert.equal(json.id, acknowledged.get(n))
    ids.add(json.id)
  }
  const { json } = await callCards(second.url, 'GET', '/v1/charges', { fields: { customer, limit: '100' } })
  const charges = json.data as { amount: number; payment_intent: string }[]
  assert.equal(charges.length, asked, 'one charge for each request')
  assert.deepEqual(new Set(charges.map((each) => each.payment_intent)), ids)
  const received = () =>
    new Set(
      endpoint.received
        .map(({ body }) => JSON.parse(body) as { type: string; data: { object: { id: string } } })
        .filter(({ type }) => type === 'payment_intent.succeeded')
        .map(({ data }) => data.object.id),
    )
  while (received().size < asked) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(received(), ids)
})

test('the process rejects a real number without repeating it, and production without the flag', async (t) => {
  const { child, url, said } = await startProcess(['--port', '0'])
  t.after(() => end(child))
  const fields = { type: 'card', 'card[number]': '4111111111111111' }
  assert.equal((await callCards(url, 'POST', '/v1/payment_methods', { fields })).status, 400)
  assert.doesNotMatch(said(), /411111/)
  await assert.rejects(startProcess(['--port', '0'], 'production'), /does not start in production/)
})
