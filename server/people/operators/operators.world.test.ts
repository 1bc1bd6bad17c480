import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { createOTP } from '@better-auth/utils/otp'
import { base32 } from '@better-auth/utils/base32'
import { isContractProcedure } from '@orpc/contract'
import { contract } from '@madruga/core/contract.ts'
import type { OperationMeta } from '@madruga/core/contract.ts'
import type { Problem } from '@madruga/core/errors.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { dumpTables, enter, forgetLimits, movableClock, visit } from '../accounts/testing.ts'
import { startTestHttp } from '../../http/testing.ts'
import { SECURITY_EVENTS } from '../../ops/security.ts'

const clock = movableClock()
const http = await startTestHttp({ clock, config: { trustProxy: true } })
after(() => http.stop())
beforeEach(() => forgetLimits(http))

type Desk = Awaited<ReturnType<typeof enter>>
const STEP_MS = 30_000

/** The authenticator's current code; each call uses the next step, since no code is valid twice. */
async function codeOf(key: string): Promise<string> {
  clock.add(STEP_MS)
  const secret = new TextDecoder().decode(base32.decode(key))
  return await createOTP(secret).hotp(Math.floor(clock.now() / STEP_MS))
}

const call = <T = Problem>(desk: Pick<Desk, 'call'>, method: string, route: string, body?: object) =>
  desk.call<T & Problem>(method, `/api${route}`, body)

/** An operator with an authenticator. */
async function setUp() {
  const desk = await enter(http, { role: 'operator' })
  const started = await call<{ key: string }>(desk, 'POST', '/operators/authenticator', {
    password: desk.password,
  })
  assert.equal(started.status, 200)
  const { key } = started.body
  const confirmed = await call<{ backupCodes: string[] }>(desk, 'POST', '/operators/authenticator/confirm', {
    code: await codeOf(key),
  })
  assert.equal(confirmed.status, 200)
  return { desk, key, backupCodes: confirmed.body.backupCodes }
}
const giveCode = (desk: Pick<Desk, 'call'>, code: string) =>
  call(desk, 'POST', '/operators/second-factor', { code })
const kill = (desk: Pick<Desk, 'call'>) =>
  call(desk, 'POST', '/admin/kill', { killed: false, reason: 'test' })
const actions = async () =>
  (await http.database.database.kysely.selectFrom('admin_actions').select(['action', 'actor']).execute()).map(
    ({ action }) => action,
  )

test('nothing of the console opens to an operator without a second factor; setting one up opens it', async () => {
  const desk = await enter(http, { role: 'operator' })
  const refused = await call(desk, 'GET', '/admin/service')
  assert.deepEqual([refused.status, refused.body.code], [403, 'operators.factor_missing'])
  const wrong = await call(desk, 'POST', '/operators/authenticator', { password: 'not mine' })
  assert.deepEqual([wrong.status, wrong.body.code], [403, 'accounts.wrong_password'])
  const early = await call(desk, 'POST', '/operators/authenticator/confirm', { code: '123456' })
  assert.equal(early.body.code, 'operators.factor_not_started')

  const { desk: other, backupCodes } = await setUp()
  assert.equal((await call(other, 'GET', '/admin/drivers')).status, 200)
  assert.equal(backupCodes.length, 10)
  assert.ok((await actions()).includes('operators.enable_factor'))
})

test('each proof renews the token: the former one opens nothing, and does not forget the new one', async () => {
  const desk = await enter(http, { role: 'operator' })
  const renewed = async (act: () => Promise<{ status: number }>) => {
    const former = await visit(http)
    for (const [name, value] of desk.jar) former.jar.set(name, value)
    former.page.driver = desk.id
    const token = desk.jar.get(http.accounts.sessionCookie)
    assert.equal((await call(former, 'GET', '/bot')).status, 200)
    assert.equal((await act()).status, 200)
    assert.notEqual(desk.jar.get(http.accounts.sessionCookie), token)
    const dead = await call(former, 'GET', '/bot')
    assert.deepEqual([dead.status, dead.body.code], [401, 'accounts.signed_out'])
    assert.equal(former.jar.get(http.accounts.sessionCookie), token, 'a late request forgets no cookie')
    assert.equal((await call(desk, 'GET', '/bot')).status, 200)
  }
  const password = desk.password
  let key = ''
  await renewed(async () => {
    const started = await call<{ key: string }>(desk, 'POST', '/operators/authenticator', { password })
    key = started.body.key
    return started
  })
  await renewed(async () =>
    call(desk, 'POST', '/operators/authenticator/confirm', { code: await codeOf(key) }),
  )
  await renewed(async () => giveCode(desk, await codeOf(key)))
})

test('a driver has nothing to do with it', async () => {
  const driver = await enter(http)
  for (const [method, route, body] of [
    ['GET', '/operators/second-factor', undefined],
    ['POST', '/operators/authenticator', { password: driver.password }],
    ['POST', '/operators/second-factor', { code: '123456' }],
  ] as const)
    assert.equal((await call(driver, method, route, body)).body.code, 'accounts.forbidden')
})

test('another session gives its own code; a code is good once, a wrong one never, and too many lock', async () => {
  const { desk, key } = await setUp()
  const second = await visit(http)
  await second.signIn(desk)
  assert.equal((await call(second, 'GET', '/admin/drivers')).body.code, 'operators.factor_needed')
  const code = await codeOf(key)
  assert.equal((await giveCode(second, code)).status, 200)
  assert.equal((await call(second, 'GET', '/admin/drivers')).status, 200)
  const again = await giveCode(second, code)
  assert.deepEqual([again.status, again.body.code], [422, 'operators.code_wrong'])

  const third = await visit(http)
  await third.signIn(desk)
  for (let n = 0; n < 5; n++) assert.equal((await giveCode(third, '000000')).status, 422)
  const locked = await giveCode(third, await codeOf(key))
  assert.deepEqual([locked.status, locked.body.code], [429, 'operators.locked'])
})

test('whoever knows the password locks out themselves, and the operator is told', async () => {
  const { desk, key } = await setUp()
  const start = http.sent.length
  const thief = async (address: string) => {
    const visitor = await visit(http)
    await visitor.signIn(desk)
    return async (code: string) =>
      await visitor.send('POST', '/api/operators/second-factor', { code }, { 'x-forwarded-for': address })
  }
  // A session has five guesses, an address ten over all its sessions.
  const statuses: number[] = []
  for (let session = 0; session < 4; session++) {
    const guess = await thief('10.9.9.9')
    for (let n = 0; n < 4; n++) statuses.push((await guess('000000')).status)
  }
  assert.deepEqual(statuses, [...Array(10).fill(422), ...Array(6).fill(429)])
  assert.equal((await giveCode(desk, await codeOf(key))).status, 200, 'the own session is not locked')
  const other = await visit(http)
  await other.signIn(desk)
  assert.equal((await giveCode(other, await codeOf(key))).status, 200, 'nor another address')
  // From ever new addresses: fifty a day over all.
  let refused = 0
  for (let n = 0; n < 45; n++)
    refused += Number((await (await thief(`10.9.8.${n}`))('000000')).status === 429)
  assert.equal(refused, 5)
  assert.equal((await giveCode(desk, await codeOf(key))).status, 200)
  const told = http.sent.slice(start).filter(({ template }) => template === 'factor_guessed')
  assert.ok(
    told.length > 0 &&
      told.every(({ recipient, channel }) => recipient === desk.email && channel === 'email'),
  )
  const { rows } = await http.world.database.pool.query(
    "select from outbox where template = 'factor_guessed' and driver_id = $1",
    [desk.id],
  )
  assert.ok(rows.length === 1 || rows.length === 2, 'once an hour, and one may have begun')
})

test('of the same code sent many times at once one is taken', async () => {
  const { desk, key } = await setUp()
  const code = await codeOf(key)
  const answers = await Promise.all([1, 2, 3, 4].map(() => giveCode(desk, code)))
  const taken = answers.filter(({ status }) => status === 200)
  assert.equal(taken.length, 1)
  // A caller with the previous token no longer has the session's token.
  for (const { status } of answers) assert.ok([200, 401, 422].includes(status), String(status))
})

test('a backup code opens once, however it is typed, and new ones take the place of all', async () => {
  const { desk, key, backupCodes } = await setUp()
  const [first = '', second = ''] = backupCodes
  const away = await visit(http)
  await away.signIn(desk)
  assert.equal((await giveCode(away, ` ${first.toUpperCase()} `)).status, 200)
  assert.equal((await giveCode(away, first)).status, 422)
  await giveCode(desk, await codeOf(key))
  const renewed = await call<{ backupCodes: string[] }>(desk, 'POST', '/operators/backup-codes', {})
  assert.equal(renewed.status, 200)
  assert.equal((await giveCode(away, second)).status, 422)
  assert.equal((await giveCode(away, renewed.body.backupCodes[0] ?? '')).status, 200)
})

test('what moves money or a switch asks for a code of the last minutes, what is read does not', async () => {
  const { desk, key } = await setUp()
  assert.equal((await kill(desk)).status, 200)
  clock.add(11 * MINUTE_MS)
  const refused = await kill(desk)
  assert.deepEqual([refused.status, refused.body.code], [403, 'operators.step_up_needed'])
  assert.equal((await call(desk, 'GET', '/admin/service')).status, 200)
  const replacing = await call(desk, 'POST', '/operators/authenticator', { password: desk.password })
  assert.equal(replacing.body.code, 'operators.step_up_needed')
  assert.equal((await giveCode(desk, await codeOf(key))).status, 200)
  assert.equal((await kill(desk)).status, 200)
})

test('another authenticator counts from its first code on, the former one until then', async () => {
  const { desk, key } = await setUp()
  await giveCode(desk, await codeOf(key))
  const started = await call<{ key: string }>(desk, 'POST', '/operators/authenticator', {
    password: desk.password,
  })
  assert.equal((await giveCode(desk, await codeOf(key))).status, 200)
  const code = await codeOf(started.body.key)
  assert.equal((await call(desk, 'POST', '/operators/authenticator/confirm', { code })).status, 200)
  assert.equal((await giveCode(desk, await codeOf(key))).status, 422)
  assert.equal((await giveCode(desk, await codeOf(started.body.key))).status, 200)
})

test('neither the key nor a backup code stands readable in the database, and no line of the log has one', async () => {
  const { key, backupCodes } = await setUp()
  const text = `${await dumpTables(http)}\n${http.logger.join('\n')}`
  const secret = new TextDecoder().decode(base32.decode(key))
  for (const each of [key, secret, Buffer.from(secret).toString('hex'), ...backupCodes])
    assert.ok(!text.includes(each))
})

test('whatever an operator changes asks for a fresh code, but for what is listed here', () => {
  const without = Object.entries(contract).flatMap(([word, operations]) =>
    Object.entries(operations).flatMap(([name, operation]: [string, object]) => {
      if (!isContractProcedure(operation)) throw new Error(`${word}.${name} is no operation`)
      const { access, stepUp } = operation['~orpc'].meta as OperationMeta
      const changes = operation['~orpc'].route.method !== 'GET'
      return access === 'operator' && changes && !stepUp ? [`${word}.${name}`] : []
    }),
  )
  assert.deepEqual(without, [
    'admin.steerIncident',
    'admin.testAlert',
    'admin.endSessions',
    'admin.replyToRequest',
    'admin.closeRequest',
    'accounting.reconcile',
    'instances.test',
  ])
})

test('each step of it is told to the security log, without the e-mail', () => {
  const lines = http.logger.filter((line) => line.includes('"channel":"security"'))
  for (const kind of Object.keys(SECURITY_EVENTS).filter((each) => each.startsWith('second_factor.')))
    assert.ok(
      lines.some((line) => line.includes(`"event":"${kind}"`)),
      kind,
    )
  assert.doesNotMatch(lines.join('\n'), /@/)
})

test('an operator’s session ends hours after the sign-in, a driver’s does not', async () => {
  const { desk } = await setUp()
  const driver = await enter(http)
  clock.add(13 * HOUR_MS)
  assert.equal((await call(desk, 'GET', '/operators/second-factor')).body.code, 'accounts.signed_out')
  assert.equal((await call(driver, 'GET', '/bot')).status, 200)
})
