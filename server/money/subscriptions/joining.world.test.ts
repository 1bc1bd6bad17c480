import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { Outputs } from '@madruga/core/contract.ts'
import { PASSWORD, codeTo, enter, forgetLimits, movableClock, visit } from '../../people/accounts/testing.ts'
import { startTestHttp } from '../../http/testing.ts'
import type { Tx } from '../payers/model.ts'
import { rewardReferrer } from './referral-rewards.ts'
import type { NewFriend } from './referrals.ts'
import { untilLocked } from '../../db/testing.ts'

type Program = Outputs['referrals']['get']
type Visitor = Awaited<ReturnType<typeof visit>>
type Driver = Awaited<ReturnType<typeof enter>>

const clock = movableClock()
const http = await startTestHttp({ clock })
after(() => http.stop())
beforeEach(() => forgetLimits(http))

const db = () => http.database.database.kysely
const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => db().transaction().execute(work)
const read = async (driver: Driver) => (await driver.call<Program>('GET', '/api/referrals')).body
const invite = (driver: Driver, phone: string) =>
  driver.call<Program>('POST', '/api/referrals/invitations', { phone })
const join = (friend: Omit<NewFriend, 'at'>) =>
  inTransaction((tx) => http.world.referrals.join(tx, { ...friend, at: clock.now() }))
const newsOf = async (driver: Driver) =>
  (await http.notify.readInbox(driver.id, { limit: 50 })).notifications.map(({ kind }) => kind)

let lastPhone = 13055552000
const nextPhone = () => String(++lastPhone)

/** Holds a proven ticket: only the account is missing. */
async function prove(email: string, phone: string): Promise<{ visitor: Visitor; ticket: string }> {
  const visitor = await visit(http)
  const { ticket } = (await visitor.startRegistration({ email, phone: phone.slice(1) })).body
  await visitor.post('/codes/check', { ticket, code: codeTo(http, email) })
  return { visitor, ticket }
}

/** Registers by e-mail with a code. */
async function register(email: string, phone: string, referralCode: string) {
  const { visitor, ticket } = await prove(email, phone)
  const { status, body } = await visitor.register(ticket, { referralCode })
  assert.equal(status, 200)
  const friendId = body.driver.id
  // In their profile, as who registers by e-mail does it.
  await db().updateTable('drivers').set({ phone_confirmed: true }).where('id', '=', friendId).execute()
  return { visitor, friendId }
}

test('a code that no one has is refused at its field before a code is sent, and so is one’s own', async () => {
  const own = nextPhone()
  const { code } = await read(await enter(http, { phone: own }))
  const fields = [{ path: 'referralCode', code: 'accounts.referral_code_invalid' }]
  for (const [typed, phone] of [
    ['NOBODY77', nextPhone()],
    ['no code!', nextPhone()],
    [code, own],
  ] as const) {
    const sent = http.sent.length
    const visitor = await visit(http)
    const input = { email: 'wrong-code@example.com', phone: phone.slice(1), referralCode: typed }
    const { status, body } = await visitor.startRegistration(input)
    assert.deepEqual([status, body.code, body.params.fields], [422, 'accounts.invalid', fields])
    assert.equal(http.sent.length, sent)
    await forgetLimits(http)
  }
})

test('the code that stands at the last step is looked at too', async () => {
  const { visitor, ticket } = await prove('late-code@example.com', nextPhone())
  const wrong = await visitor.register(ticket, { referralCode: 'NOBODY77' })
  assert.deepEqual(wrong.body.params.fields, [
    { path: 'referralCode', code: 'accounts.referral_code_invalid' },
  ])
  const ana = await enter(http)
  const { code } = await read(ana)
  assert.equal((await visitor.register(ticket, { referralCode: code.toLowerCase() })).status, 200)
  assert.equal((await read(ana)).joined, 1)
})

test('asking for codes at the first step is counted as sending one', async () => {
  const visitor = await visit(http)
  const ask = (email: string) => visitor.startRegistration({ email, referralCode: 'NOBODY77' })
  const answers = []
  for (let turn = 0; turn < 4; turn++) answers.push(await ask('guesser@example.com'))
  assert.deepEqual(
    answers.map(({ body }) => body.code),
    ['accounts.invalid', 'accounts.invalid', 'accounts.invalid', 'accounts.code_limit'],
  )
})

test('a friend who registers with the code is joined and announced, and earns the credit with their first payment', async () => {
  const ana = await enter(http)
  const { code } = await read(ana)
  const phone = nextPhone()
  await invite(ana, phone)
  await invite(ana, nextPhone())
  const { friendId } = await register('friend@example.com', phone, code)
  const states = async () => (await read(ana)).invitations.map(({ state }) => state)
  assert.deepEqual(await states(), ['sent', 'joined'])
  assert.equal((await read(ana)).joined, 1)
  assert.deepEqual(await newsOf(ana), ['friend_joined'])
  await inTransaction((tx) => rewardReferrer(http, tx, friendId, { paidCents: 95, at: clock.now() }))
  assert.deepEqual(await states(), ['sent', 'earned'])
  const credits = { earned: 1, used: 0, available: 1, capsCents: [95], keep: false }
  assert.deepEqual((await read(ana)).credits, credits)
})

test('who was invited and registers with another’s code, or with none, shows as invited alone', async () => {
  const [ana, ben] = [await enter(http), await enter(http)]
  const phones = [nextPhone(), nextPhone()]
  for (const phone of phones) await invite(ana, phone)
  await register('with-bens@example.com', phones[0]!, (await read(ben)).code)
  await register('with-none@example.com', phones[1]!, '')
  assert.deepEqual(
    (await read(ana)).invitations.map(({ state }) => state),
    ['sent', 'sent'],
  )
  assert.deepEqual([(await read(ana)).joined, (await read(ben)).joined], [0, 1])
})

test('one friend who joins by many at once, with several codes, is one referral, announced once', async () => {
  const drivers = [await enter(http), await enter(http)]
  const codes = await Promise.all(drivers.map(async (driver) => (await read(driver)).code))
  const friend = await http.addDriver()
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      join({ friendId: friend.id, phone: nextPhone(), code: codes[index % 2]! }),
    ),
  )
  const joined = await Promise.all(drivers.map(async (driver) => (await read(driver)).joined))
  assert.deepEqual(joined.toSorted(), [0, 1])
  const news = await Promise.all(drivers.map(newsOf))
  assert.deepEqual(news.flat(), ['friend_joined'])
})

test('a ticket that is given by many at once makes one account and one referral', async () => {
  const ana = await enter(http)
  const { code } = await read(ana)
  const { ticket } = await prove('raced-friend@example.com', nextPhone())
  const answers = await Promise.all(
    Array.from({ length: 4 }, async () => (await visit(http)).register(ticket, { referralCode: code })),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422, 422, 422])
  assert.deepEqual([(await read(ana)).joined, await newsOf(ana)], [1, ['friend_joined']])
})

test('a friend who deletes their account leaves the credit, and an inviter who does takes all of it along', async () => {
  const ana = await enter(http)
  const { code } = await read(ana)
  const phone = nextPhone()
  await invite(ana, phone)
  const { friendId, visitor } = await register('short-stay@example.com', phone, code)
  await inTransaction((tx) => rewardReferrer(http, tx, friendId, { paidCents: 2_500, at: clock.now() }))
  assert.equal((await visitor.post('/remove', { password: PASSWORD })).status, 200)
  const { credits, joined, invitations } = await read(ana)
  assert.deepEqual([credits.available, joined, invitations[0]?.state], [1, 1, 'sent'])

  assert.equal((await ana.post('/remove', { password: ana.password })).status, 200)
  for (const table of ['referral_codes', 'invitations', 'referrals'] as const)
    assert.deepEqual(await db().selectFrom(table).selectAll().where('driver_id', '=', ana.id).execute(), [])
  const late = await (await visit(http)).startRegistration({ email: 'late@example.com', referralCode: code })
  assert.equal(late.body.code, 'accounts.invalid')
})

test('whose code it is may leave while a friend registers: the account is made, and no one is thanked', async () => {
  const ana = await enter(http)
  const { code } = await read(ana)
  const friend = await http.addDriver()
  const [deleted, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const leaving = inTransaction(async (tx) => {
    await tx.deleteFrom('drivers').where('id', '=', ana.id).execute()
    deleted.resolve()
    await gate.promise
  })
  await deleted.promise
  const joining = join({ friendId: friend.id, phone: null, code })
  // The friend waits for whether the inviter stays.
  await untilLocked(http.database.database.pool)
  gate.resolve()
  await Promise.all([leaving, joining])
  const left = await db().selectFrom('referrals').selectAll().where('friend_id', '=', friend.id).execute()
  assert.deepEqual(left, [])
})

test('a phone gets two invitations a month from all drivers together, also at once', async () => {
  const inviters = await Promise.all([1, 2, 3, 4].map(() => enter(http)))
  const phone = nextPhone()
  const answers = await Promise.all(inviters.map((each) => invite(each, phone)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 409, 409])
  const refused = answers.filter(({ status }) => status === 409)
  for (const { body } of refused) assert.equal((body as { code?: string }).code, 'referrals.phone_full')
  assert.equal(
    http.sent.filter((each) => each.template === 'invitation' && each.recipient === phone).length,
    2,
  )
})
