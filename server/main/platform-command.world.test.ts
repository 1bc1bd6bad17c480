import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { startCoopCycle } from '@madruga/simulator/platforms/coopcycle.ts'
import { FLEETBASE_CITY, startFleetbase } from '@madruga/simulator/platforms/fleetbase.ts'
import { openTerminal } from '../console/admin.ts'
import { readRecording } from '../platforms.ts'
import { runPlatformCommand } from './platform-command.ts'

const LUIS = { email: 'luis@couriers.example', phone: '+13055550102', password: 'Luis-own-Word!7' }

/** A Fleetbase with one open order and Luis, who is offline. */
async function startCity(t: TestContext) {
  const running = await startFleetbase()
  t.after(() => running.stop())
  const luis = running.openDriver({ ...LUIS, online: false, location: FLEETBASE_CITY })
  const place = { id: 'place_1', name: 'Casa Verde', street: '1 Bay St', city: 'Miami', ...FLEETBASE_CITY }
  const meta = { driver_pay: '12.50' }
  running.world.place({ pickup: place, dropoff: place, distance: 4_830, time: 875, meta })
  const { latitude, longitude } = FLEETBASE_CITY
  const given = [
    '--key',
    running.key,
    '--option',
    'payMetaKey=driver_pay',
    '--at',
    `${latitude},${longitude}`,
  ]
  return { running, luis, given: ['--kind', 'fleetbase', '--base-url', running.url, ...given] }
}

/** Executes `record` in its own folder. `type`: what somebody types at each prompt. */
async function record(t: TestContext, args: string[], type: (prompt: string) => string | Promise<string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'madruga-record-'))
  t.after(() => rm(folder, { recursive: true }))
  const out = path.join(folder, 'session.json')
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input as never })
  const shown: string[] = []
  const answer = async (prompt: string) => input.write(`${await type(prompt)}\r`)
  const collect = () =>
    new Writable({
      write(chunk, _, done) {
        const text = String(chunk)
        shown.push(text)
        done()
        if (text.endsWith(': ')) void answer(text)
      },
    })
  const terminal = openTerminal({ input, output: collect(), error: collect() })
  const line = ['record', ...args, '--allow-private', '--out', out]
  const code = await runPlatformCommand(line, terminal)
  const text = await readFile(out, 'utf8').catch(() => '')
  return { code, out, terminal, text, shown: () => shown.join('') }
}

test('a Fleetbase session is recorded with its driver online, and leaves them as they were', async (t) => {
  const { luis, given } = await startCity(t)
  const made = await record(t, [...given, '--user', LUIS.email, '--accept'], () => LUIS.password)
  assert.equal(made.code, 0, made.shown())
  const { facts, options } = readRecording(made.text)
  assert.deepEqual(facts, {
    wrongPassword: 'sign_in_refused',
    endedToken: 'sign_in_needed',
    renewed: false,
    stations: 1,
    offers: 1,
    held: 0,
    accepted: 'provisional',
    acceptedAgain: 'unknown',
    heldAfter: 1,
    released: null,
    joined: null,
    left: null,
    skilled: null,
  })
  assert.deepEqual(options, { payMetaKey: 'driver_pay' })
  assert.equal(luis.online, false)
  assert.match(made.text, /12\.50/)
  assert.match(made.text, /"code": "DISPATCHED"/, 'what became of an order is kept')
  assert.doesNotMatch(made.text, /luis|3055550102|Casa Verde|Bay St|Bayfront|flb_live|Miami/i)
  assert.doesNotMatch(made.shown(), /own-Word/, 'a password is not echoed')
  assert.equal(await runPlatformCommand(['verify', made.out], made.terminal), 0)
})

test('an option that no record of the kind has is refused', async (t) => {
  const { given } = await startCity(t)
  const made = await record(
    t,
    [...given, '--option', 'payKey=driver_pay', '--user', LUIS.email],
    () => LUIS.password,
  )
  assert.equal(made.code, 1)
  assert.match(made.shown(), /no option payKey; there are currency, timeZone, payMetaKey, socketUrl/)
})

test('a list that lags hides no accept: the order itself is read', async (t) => {
  const { running, given } = await startCity(t)
  running.world.levers.cacheMs = 300_000
  const made = await record(t, [...given, '--user', LUIS.email, '--accept'], () => LUIS.password)
  assert.equal(readRecording(made.text).facts.heldAfter, 1)
})

test('a sign-in by code is recorded', async (t) => {
  const { running, luis, given } = await startCity(t)
  const made = await record(t, [...given, '--user', luis.phone, '--by-code'], async (prompt) => {
    assert.equal(prompt, 'Code: ')
    const reply = await fetch(`${running.url}/admin/codes/${encodeURIComponent(luis.phone)}`)
    return ((await reply.json()) as { code: string }).code
  })
  assert.equal(made.code, 0, made.shown())
  const { byCode, exchanges } = readRecording(made.text)
  assert.equal(byCode, true)
  assert.deepEqual(
    exchanges.slice(0, 2).map((one) => one.path),
    ['/v1/drivers/login-with-sms', '/v1/drivers/verify-code'],
  )
  assert.doesNotMatch(made.text, /3055550102/)
})

test('CoopCycle’s tokens are renewed on the way', async (t) => {
  const running = await startCoopCycle({ couriers: [{ username: 'luis', password: LUIS.password }] })
  t.after(() => running.stop())
  const line = ['--kind', 'coopcycle', '--base-url', running.url, '--user', 'luis']
  const made = await record(t, line, () => LUIS.password)
  assert.equal(made.code, 0, made.shown())
  const { facts, exchanges } = readRecording(made.text)
  assert.equal(facts.renewed, true)
  assert.ok(exchanges.some((one) => one.path === '/api/token/refresh'))
  assert.match(made.shown(), /There was no offer/)
})

test('a session that ends early leaves its file, says the step and fails', async (t) => {
  const { given } = await startCity(t)
  const made = await record(t, [...given, '--user', LUIS.email], () => 'another')
  assert.equal(made.code, 1)
  assert.match(made.shown(), /ended early, at: sign-in: sign_in_refused/)
  assert.deepEqual(readRecording(made.text).failed, { step: 'sign-in', trouble: 'sign_in_refused' })
})

test('a line that is not understood is answered by the usage', async (t) => {
  const made = await record(t, ['--kind', 'another'], () => '')
  assert.equal(made.code, 2)
  assert.match(made.shown(), /^usage:/)
})
