import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Problem } from '@madruga/core/errors.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { startTestHttp } from '../../http/testing.ts'
import { enter, forgetLimits, movableClock, visit } from './testing.ts'

const clock = movableClock()
const HOST = 'madruga.example'
const http = await startTestHttp({ clock, config: { publicUrl: `https://${HOST}`, trustProxy: true } })
after(() => http.stop())
beforeEach(() => forgetLimits(http))

type Visitor = Pick<Awaited<ReturnType<typeof visit>>, 'call'>
type Member = Visitor & { id: string; password: string }
type Started = Outputs['accounts']['startPasskey']
const call = <T = object>(who: Visitor, method: string, route: string, body?: object) =>
  who.call<T & Problem>(method, `/api${route}`, body)

/** What a device signs by: who is there, which site it is on. */
type Signing = { rpId: string; challenge: string; origin?: string; verified?: boolean }
const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_KEY = 0x40

/** A device with one key, as WebAuthn level 2 describes it: ES256 and no attestation. */
class Device {
  readonly id = randomBytes(20)
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  make({ rpId, challenge, origin, verified }: Signing) {
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' })
    // COSE: a map of key type, algorithm, curve, x and y.
    const key = [
      hex('a5010203262001215820'),
      Buffer.from(x!, 'base64url'),
      hex('225820'),
      Buffer.from(y!, 'base64url'),
    ]
    const credential = [Buffer.alloc(16), Buffer.of(0, this.id.length), this.id, ...key]
    const data = Buffer.concat([dataOf(rpId, WITH_KEY, verified), ...credential])
    // CBOR: { fmt: 'none', attStmt: {}, authData }.
    const head = hex('a363666d74646e6f6e656761747453746d74a068617574684461746158')
    const attestationObject = text(Buffer.concat([head, Buffer.of(data.length), data]))
    return {
      id: text(this.id),
      clientDataJSON: text(clientOf('webauthn.create', challenge, origin)),
      attestationObject,
    }
  }

  sign({ rpId, challenge, origin, verified }: Signing) {
    const client = clientOf('webauthn.get', challenge, origin)
    const data = dataOf(rpId, 0, verified)
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return {
      id: text(this.id),
      clientDataJSON: text(client),
      authenticatorData: text(data),
      signature: text(sign('sha256', signed, this.keys.privateKey)),
    }
  }
}

const hex = (octets: string) => Buffer.from(octets, 'hex')
const text = (octets: Buffer) => octets.toString('base64url')
const clientOf = (type: string, challenge: string, origin = `https://${HOST}`) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
const dataOf = (rpId: string, flags: number, verified = true) =>
  Buffer.concat([
    createHash('sha256').update(rpId).digest(),
    Buffer.of(PRESENT | flags | (verified ? VERIFIED : 0)),
    Buffer.alloc(4),
  ])

const start = (who: Member) =>
  call<Started>(who, 'POST', '/accounts/passkeys/start', { password: who.password })

const put = (who: Visitor, made: object) =>
  call(who, 'POST', '/accounts/passkeys', { name: 'Phone', ...made })

/** Adds a device's key to the account of a signed-in driver. */
async function add(who: Member, device = new Device()) {
  const { body } = await start(who)
  const added = await put(who, device.make(body))
  assert.equal(added.status, 200)
  return device
}

async function challengeOf(who: Visitor) {
  const answer = await call<Signing>(who, 'POST', '/accounts/passkeys/sign-in/start', {})
  return answer.body
}
const signIn = (who: Visitor, signed: object) =>
  call<Outputs['accounts']['signIn']>(who, 'POST', '/accounts/passkeys/sign-in', signed)
const listOf = async (who: Visitor) =>
  (await call<Outputs['accounts']['passkeys']>(who, 'GET', '/accounts/passkeys')).body.passkeys
const stepUp = (who: Visitor, signed: object) => call(who, 'POST', '/operators/second-factor/passkey', signed)
const kill = (who: Visitor) => call(who, 'POST', '/admin/kill', { killed: false, reason: 'test' })

test('a driver adds a passkey by the password, learns of it, and signs in with it', async () => {
  const ana = await enter(http)
  const refused = await start({ ...ana, password: 'not it' })
  assert.equal(refused.body.code, 'accounts.wrong_password')
  const device = await add(ana)
  const news = await http.database.database.kysely
    .selectFrom('notifications')
    .select(['kind', 'params'])
    .where('driver_id', '=', ana.id)
    .execute()
  assert.deepEqual(news, [{ kind: 'account_changed', params: { what: 'passkey' } }])
  const phone = await visit(http)
  const { status, body } = await signIn(phone, device.sign(await challengeOf(phone)))
  assert.deepEqual([status, body.driver.id], [200, ana.id])
  const [passkey] = await listOf(phone)
  assert.ok(passkey && passkey.usedAt !== null)
})

test('a signature opens one session, for our host, by a verified person and within minutes', async () => {
  const device = await add(await enter(http))
  const phone = await visit(http)
  const faulty: [string, object][] = [
    ['another host', { rpId: 'elsewhere.example' }],
    ['another origin', { origin: 'https://elsewhere.example' }],
    ['nobody verified', { verified: false }],
    ['a challenge of theirs', { challenge: text(randomBytes(60)) }],
  ]
  for (const [what, change] of faulty) {
    const answer = await signIn(phone, device.sign({ ...(await challengeOf(phone)), ...change }))
    assert.equal(answer.body.code, 'accounts.passkey_refused', what)
  }
  const stranger = await signIn(phone, new Device().sign(await challengeOf(phone)))
  assert.equal(stranger.body.code, 'accounts.passkey_refused')
  const old = await challengeOf(phone)
  clock.add(6 * MINUTE_MS)
  assert.equal((await signIn(phone, device.sign(old))).body.code, 'accounts.passkey_refused')
  const signed = device.sign(await challengeOf(phone))
  assert.equal((await signIn(phone, signed)).status, 200)
  assert.equal((await signIn(await visit(http), signed)).body.code, 'accounts.passkey_refused')
})

test('a key is added for a challenge of the same session, by a verified person, to one account', async () => {
  const [ana, luis] = [await enter(http), await enter(http)]
  const device = new Device()
  const { body } = await start(ana)
  assert.equal((await put(luis, device.make(body))).body.code, 'accounts.passkey_refused')
  const unverified = device.make({ ...body, verified: false })
  assert.equal((await put(ana, unverified)).body.code, 'accounts.passkey_refused')
  const anyone = device.make(await challengeOf(ana))
  assert.equal((await put(ana, anyone)).body.code, 'accounts.passkey_refused')
  await add(ana, device)
  const again = await start(luis)
  assert.equal((await put(luis, device.make(again.body))).body.code, 'accounts.passkey_exists')
})

test('a passkey is its driver’s: another driver neither sees nor removes it', async () => {
  const [ana, luis] = [await enter(http), await enter(http)]
  await add(ana)
  const [{ id } = { id: '' }] = await listOf(ana)
  assert.deepEqual(await listOf(luis), [])
  const remove = (who: Member) =>
    call(who, 'POST', '/accounts/passkeys/remove', { id, password: who.password })
  assert.equal((await remove(luis)).status, 200)
  assert.equal((await listOf(ana)).length, 1)
  assert.equal((await remove({ ...ana, password: 'not it' })).body.code, 'accounts.wrong_password')
  assert.equal((await remove(ana)).status, 200)
  assert.deepEqual(await listOf(ana), [])
})

test('an operator’s passkey is both factors, and gives a fresh one', async () => {
  const operator = await enter(http, { role: 'operator' })
  const device = await add(operator)
  assert.equal((await kill(operator)).status, 200)
  const desk = await visit(http)
  assert.equal((await signIn(desk, device.sign(await challengeOf(desk)))).status, 200)
  assert.equal((await kill(desk)).status, 200)
  clock.add(11 * MINUTE_MS)
  assert.equal((await kill(desk)).body.code, 'operators.step_up_needed')
  const luis = await add(await enter(http))
  const others = await stepUp(desk, luis.sign(await challengeOf(desk)))
  assert.equal(others.body.code, 'accounts.passkey_refused')
  assert.equal((await kill(desk)).body.code, 'operators.step_up_needed')
  assert.equal((await stepUp(desk, device.sign(await challengeOf(desk)))).status, 200)
  assert.equal((await kill(desk)).status, 200)
  const kinds = await http.database.database.kysely.selectFrom('admin_actions').select('action').execute()
  assert.ok(kinds.some(({ action }) => action === 'operators.enable_factor'))
})

test('who knows an operator’s password alone adds and removes no passkey, also while they are suspended', async () => {
  const operator = await enter(http, { role: 'operator' })
  const device = await add(operator)
  const thief = { ...(await visit(http)), id: operator.id, password: operator.password }
  assert.equal((await thief.signIn(operator)).status, 200)
  const [{ id } = { id: '' }] = await listOf(thief)
  const attempts = async () => [
    (await start(thief)).body.code,
    (await call(thief, 'POST', '/accounts/passkeys/remove', { id, password: operator.password })).body.code,
  ]
  assert.deepEqual(await attempts(), ['operators.factor_needed', 'operators.factor_needed'])
  const { kysely } = http.database.database
  await kysely.updateTable('drivers').set({ status: 'suspended' }).where('id', '=', operator.id).execute()
  assert.deepEqual(await attempts(), ['operators.factor_needed', 'operators.factor_needed'])
  await kysely.updateTable('drivers').set({ status: 'active' }).where('id', '=', operator.id).execute()
  assert.equal((await stepUp(thief, device.sign(await challengeOf(thief)))).status, 200)
  assert.equal((await start(thief)).status, 200)
})

test('a reset of the second factor takes an operator’s passkeys along', async () => {
  const operator = await enter(http, { role: 'operator' })
  const device = await add(operator)
  const actor = { id: null, name: 'command line' }
  assert.deepEqual(await http.world.admin.resetFactor(actor, operator.id), { had: true })
  const desk = await visit(http)
  const answer = await signIn(desk, device.sign(await challengeOf(desk)))
  assert.equal(answer.body.code, 'accounts.passkey_refused')
})

test('an address that fails too often with passkeys waits', async () => {
  const device = await add(await enter(http))
  const phone = await visit(http)
  const statuses = new Set<number>()
  for (let n = 0; n < 31; n++)
    statuses.add((await signIn(phone, new Device().sign(await challengeOf(phone)))).status)
  assert.deepEqual([...statuses], [422, 429])
  assert.equal((await signIn(phone, device.sign(await challengeOf(phone)))).status, 429)
})
