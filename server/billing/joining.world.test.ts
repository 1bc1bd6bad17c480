import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { countCredits, refuseReferral, settleReferral } from '@madruga/core/billing.ts'
import type { Referral } from '@madruga/core/billing.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { PASSWORD, codeTo, enter, forgetLimits, movableClock, visit } from '../accounts/testing.ts'
import { until } from '../bot/testing.ts'
import { startTestHttp } from '../http/testing.ts'
import type { TestHttp } from '../http/testing.ts'
import { takeThanksBack, thankFor } from './friends.ts'
import type { Tx } from './model.ts'
import { createReferrals } from './referrals.ts'
import type { NewFriend, Referrals } from './referrals.ts'
import { readCredits } from './store/friends.ts'

type Program = Outputs['referrals']['get']
type Visitor = Awaited<ReturnType<typeof visit>>
type Driver = Awaited<ReturnType<typeof enter>>

const clock = movableClock()
let http: TestHttp
let referrals: Referrals
before(async () => {
  http = await startTestHttp({ clock, accounts: { clock } })
  const settings = DEFAULT_SETTINGS.billing
  referrals = createReferrals({ db: db(), clock, notify: http.notify, settings, publicUrl: '', pick: randomInt })
})
after(() => http.stop())
beforeEach(() => forgetLimits(http))

const db = () => http.database.database.kysely
const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => db().transaction().execute(work)
const read = async (driver: Driver) => (await driver.call<Program>('GET', '/api/referrals')).body
const invite = (driver: Driver, phone: string) =>
  driver.call<Program>('POST', '/api/referrals/invitations', { phone })
const join = (friend: Omit<NewFriend, 'at'>) =>
  inTransaction((tx) => referrals.join(tx, { ...friend, at: clock.now() }))
const newsOf = async (driver: Driver) =>
  (await http.notify.readInbox(driver.id, { limit: 50 })).notifications.map(({ kind }) => kind)

let lastPhone = 13055552000
const nextPhone = () => String(++lastPhone)

/** Registers by e-mail with what was typed; answers what refused it where something did. */
async function register(email: string, phone: string, referralCode: string) {
  const visitor = await visit(http)
  const typed = { email, phone: phone.slice(1), referralCode }
  const started = await visitor.startRegistration(typed)
  if (started.status !== 200) return { visitor, answer: started }
  const { ticket } = started.body
  await visitor.post('/codes/check', { ticket, code: codeTo(http, email) })
  return { visitor, answer: await visitor.register(ticket, { referralCode }) }
}

/** Holds a proven ticket: only the account is missing. */
async function prove(email: string, phone: string): Promise<{ visitor: Visitor; ticket: string }> {
  const visitor = await visit(http)
  const { ticket } = (await visitor.startRegistration({ email, phone: phone.slice(1) })).body
  await visitor.post('/codes/check', { ticket, code: codeTo(http, email) })
  return { visitor, ticket }
}

test('a code that nobody has is refused at its field before a code is sent, and so is one’s own', async () => {
  const ana = await enter(http, { phone: nextPhone() })
  assert.ok(ana.phone)
  const { code } = await read(ana)
  const fields = [{ path: 'referralCode', code: 'accounts.referral_code_invalid' }]
  for (const [typed, phone] of [
    ['NOBODY77', nextPhone()],
    ['no code!', nextPhone()],
    [code, ana.phone],
  ] as const) {
    const before = http.sent.length
    const { answer } = await register('wrong-code@example.com', phone, typed)
    assert.deepEqual([answer.status, answer.body.code], [422, 'accounts.invalid'])
    assert.deepEqual(answer.body.params.fields, fields)
    assert.equal(http.sent.length, before)
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

test('a friend who registers with the code is joined, told of, and earned by their first payment', async () => {
  const ana = await enter(http)
  const { code } = await read(ana)
  const phone = nextPhone()
  await invite(ana, phone)
  await invite(ana, nextPhone())
  const { answer } = await register('friend@example.com', phone, code)
  assert.equal(answer.status, 200)
  const states = async () => (await read(ana)).invitations.map(({ state }) => state)
  assert.deepEqual(await states(), ['sent', 'joined'])
  assert.equal((await read(ana)).joined, 1)
  assert.deepEqual(await newsOf(ana), ['friend_joined'])
  const friendId = answer.body.driver.id
  await inTransaction((tx) => thankFor(http, tx, friendId, clock.now()))
  assert.deepEqual(await states(), ['sent', 'earned'])
  assert.deepEqual((await read(ana)).credits, { earned: 1, used: 0, available: 1 })
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

test('one friend who joins by many at once, with several codes, is one referral and told of once', async () => {
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
  const { answer, visitor } = await register('short-stay@example.com', phone, code)
  const friendId = answer.body.driver.id
  await inTransaction((tx) => thankFor(http, tx, friendId, clock.now()))
  assert.equal((await visitor.post('/remove', { password: PASSWORD })).status, 200)
  const { credits, joined, invitations } = await read(ana)
  assert.deepEqual([credits.available, joined, invitations[0]?.state], [1, 1, 'sent'])

  assert.equal((await ana.post('/remove', { password: ana.password })).status, 200)
  for (const table of ['referral_codes', 'invitations', 'referrals'] as const)
    assert.deepEqual(await db().selectFrom(table).selectAll().where('driver_id', '=', ana.id).execute(), [])
  const late = await register('too-late@example.com', nextPhone(), code)
  assert.equal(late.answer.body.code, 'accounts.invalid')
})

test('whose code it is may leave while a friend registers: the account is made, and nobody is thanked', async () => {
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
  await until(isWaiting, 'the friend waits for whether the inviter stays')
  gate.resolve()
  await Promise.all([leaving, joining])
  const left = await db().selectFrom('referrals').selectAll().where('friend_id', '=', friend.id).execute()
  assert.deepEqual(left, [])
})

async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db())
  return rows.length > 0
}

const person = fc.integer({ min: 0, max: 3 })
const event = fc.oneof(
  fc.record({ kind: fc.constant('joins' as const), friend: person, owner: person }),
  fc.record({ kind: fc.constantFrom('pays' as const, 'refunded' as const), friend: person }),
  fc.record({ kind: fc.constantFrom('uses' as const, 'gives back' as const), owner: person }),
)

test('rows and rules agree, in whatever order friends join, pay, are paid back and credits are used', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async (events) => {
      const drivers = await Promise.all([0, 1, 2, 3].map(() => openDriver()))
      const model = new Map<string, Referral>()
      const payments = new Map<string, string[]>()
      const uses = new Map<string, string[]>()
      for (const each of events) {
        const owner = 'owner' in each ? drivers[each.owner]! : null
        const friend = 'friend' in each ? drivers[each.friend]! : null
        if (each.kind === 'joins') await joinBoth(model, friend!, owner!)
        else if (friend) await payBoth(model, payments, friend.id, each.kind === 'pays')
        else if (owner) await useBoth(model, uses, owner.id, each.kind === 'uses')
      }
      for (const { id } of drivers) {
        const own = [...model.values()].filter(({ driverId }) => driverId === id)
        assert.deepEqual(await readCredits(db(), id), countCredits(own))
        const news = await http.notify.readInbox(id, { limit: 50 })
        assert.equal(news.notifications.filter(({ kind }) => kind === 'friend_joined').length, own.length)
      }
    }),
    { numRuns: 12 },
  )
})

type Known = { id: string; phone: string; code: string }

async function openDriver(): Promise<Known> {
  const id = randomUUID()
  const phone = nextPhone()
  const names = { name: 'Ana', first_name: 'Ana', last_name: '' }
  await db()
    .insertInto('drivers')
    .values({ id, ...names, email: `${id}@example.com`, phone, email_verified: true })
    .execute()
  return { id, phone, code: (await referrals.read(id)).code }
}

async function joinBoth(model: Map<string, Referral>, friend: Known, owner: Known): Promise<void> {
  await join({ friendId: friend.id, phone: friend.phone, code: owner.code })
  const referredBy = model.get(friend.id)?.driverId ?? null
  if (refuseReferral(owner, { ...friend, referredBy }) !== null) return
  const { id: driverId } = owner
  model.set(friend.id, { driverId, friendId: friend.id, earnedAt: null, usedBy: null, archived: false })
}

async function payBoth(
  model: Map<string, Referral>,
  payments: Map<string, string[]>,
  friendId: string,
  pays: boolean,
): Promise<void> {
  const open = payments.get(friendId) ?? []
  payments.set(friendId, open)
  if (pays) {
    open.push(await insertPayment(friendId))
    await inTransaction((tx) => thankFor(http, tx, friendId, clock.now()))
  } else {
    const paymentId = open.pop()
    if (paymentId === undefined) return
    await inTransaction(async (tx) => {
      await tx.updateTable('payments').set({ refunded_cents: 500 }).where('id', '=', paymentId).execute()
      await takeThanksBack(tx, friendId, paymentId)
    })
  }
  const referral = model.get(friendId)
  if (referral === undefined) return
  model.set(friendId, settleReferral(referral, open.length > 0 ? clock.now() : null))
}

/** One credit comes off an invoice, or the last that did is free again. */
async function useBoth(
  model: Map<string, Referral>,
  uses: Map<string, string[]>,
  driverId: string,
  uses1: boolean,
): Promise<void> {
}
