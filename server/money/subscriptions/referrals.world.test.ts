import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { Client } from 'pg'
import type { Outputs } from '@madruga/core/contract.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { enter, forgetLimits, movableClock, statementsOf } from '../../people/accounts/testing.ts'
import { startTestHttp } from '../../http/testing.ts'
import { createReferrals } from './referrals.ts'

type Program = Outputs['referrals']['get']
type Driver = Awaited<ReturnType<typeof enter>>

const PER_DAY = DEFAULT_SETTINGS.billing.invitationsPerDay
const clock = movableClock()
const http = await startTestHttp({ clock, config: { publicUrl: 'https://madruga.example' } })
after(() => http.stop())
beforeEach(() => forgetLimits(http))

const db = () => http.database.database.kysely
const read = async (driver: Driver) => (await driver.call<Program>('GET', '/api/referrals')).body
const invite = (driver: Driver, phone: string) =>
  driver.call<Program & { code: string; params: object }>('POST', '/api/referrals/invitations', { phone })
const archive = (driver: Driver, id: number, archived: boolean) =>
  driver.call<Program>('POST', `/api/referrals/invitations/${id}/archive`, { archived })
const textsTo = (recipient: string) =>
  db()
    .selectFrom('outbox')
    .select(['driver_id', 'channel', 'template'])
    .where('recipient', '=', recipient)
    .where('template', '=', 'invitation')
    .execute()

let lastPhone = 13055552000
const nextPhone = () => String(++lastPhone)

test('a driver has one code for ever, however often and by how many at once it is first asked for', async () => {
  const [ana, ben] = [await enter(http), await enter(http)]
  const programs = await Promise.all(Array.from({ length: 6 }, () => read(ana)))
  const codes = new Set(programs.map(({ code }) => code))
  assert.equal(codes.size, 1)
  const { code, link, ...rest } = await read(ana)
  assert.ok(codes.has(code))
  assert.equal(link, `https://madruga.example/#/register?code=${code}`)
  assert.deepEqual(rest, {
    percent: 50,
    fullFromCents: { advanced: 1_250, professional: 1_750 },
    credits: { earned: 0, used: 0, available: 0, capsCents: [], keep: false },
    joined: 0,
    invitations: [],
    leftToday: PER_DAY,
  })
  assert.notEqual((await read(ben)).code, code)
})

test('a code that chance gives to another driver is made again', async () => {
  const [ana, ben] = [await enter(http), await enter(http)]
  const tries = [0, 0].flatMap((sign) => Array<number>(8).fill(sign))
  const referrals = createReferrals({
    identityKey: 'the key of these tests',
    db: db(),
    clock,
    notify: http.notify,
    settings: DEFAULT_SETTINGS.billing,
    publicUrl: '',
    pick: () => tries.shift() ?? 1,
  })
  assert.equal((await referrals.read(ana.id)).code, 'AAAAAAAA')
  assert.equal((await referrals.read(ben.id)).code, 'BBBBBBBB')
})

test('a friend is invited by one SMS with the inviter’s name and link, in the inviter’s language', async () => {
  const ana = await enter(http, { name: 'Ana López', language: 'es' })
  const { status, body } = await invite(ana, '+1 (786) 555-0101')
  assert.equal(status, 200)
  const { invitations, leftToday, link } = body
  assert.deepEqual(
    invitations.map(({ phone, archived, state }) => [phone, archived, state]),
    [['17865550101', false, 'sent']],
  )
  assert.ok(Math.abs(invitations[0]!.sentAt - clock.now()) < DAY_MS)
  assert.equal(leftToday, PER_DAY - 1)
  // It is not the inviter's message: it outlives their account and names no one by id.
  assert.deepEqual(await textsTo('17865550101'), [
    { driver_id: null, channel: 'sms', template: 'invitation' },
  ])
  const message = http.sent.findLast((each) => each.recipient === '17865550101')
  assert.deepEqual([message?.language, message?.params], ['es', { name: 'Ana', link }])
})

test('what is no phone, one’s own, and one that was invited before are refused', async () => {
  const ana = await enter(http, { phone: '17865550110' })
  const refusal = async (phone: string) => (await invite(ana, phone)).body.code
  assert.equal(await refusal('555-0101'), 'referrals.phone_invalid')
  assert.equal(await refusal('786 555 0110'), 'referrals.self')
  assert.equal((await invite(ana, '7865550111')).status, 200)
  assert.equal(await refusal('1 786 555 0111'), 'referrals.sent_already')
  assert.equal((await textsTo('17865550111')).length, 1)
  assert.equal((await read(ana)).invitations.length, 1)
  // Another driver may invite the same friend.
  assert.equal((await invite(await enter(http), '7865550111')).status, 200)
})

test('who was invited and put away is brought back by inviting them again, without another SMS', async () => {
  const ana = await enter(http)
  const { id } = (await invite(ana, '7865550112')).body.invitations[0]!
  assert.equal((await archive(ana, id, true)).body.invitations[0]?.archived, true)
  assert.equal((await invite(ana, '7865550112')).body.code, 'referrals.sent_already')
  assert.equal((await read(ana)).invitations[0]?.archived, false)
  assert.equal((await textsTo('17865550112')).length, 1)
})

test('an invitation is put away and brought back by its driver alone', async () => {
  const [ana, ben] = [await enter(http), await enter(http)]
  const { id } = (await invite(ana, '7865550113')).body.invitations[0]!
  const other = await archive(ben, id, true)
  assert.deepEqual([other.status, other.body], [404, { ...other.body, code: 'referrals.not_found' }])
  assert.equal((await archive(ben, 999_999, true)).status, 404)
  assert.equal((await read(ana)).invitations[0]?.archived, false)
  const away = await archive(ana, id, true)
  assert.deepEqual(
    away.body.invitations.map(({ archived, state }) => [archived, state]),
    [[true, 'sent']],
  )
  assert.equal((await archive(ana, id, false)).body.invitations[0]?.archived, false)
})

test('who has an account gets no SMS, and the inviter is answered as for anyone, statement by statement', async (t) => {
  const taken = nextPhone()
  await enter(http, { phone: taken })
  const ways = []
  for (const phone of [taken, nextPhone()]) {
    const ana = await enter(http)
    await read(ana)
    const asked = t.mock.method(Client.prototype, 'query')
    const { status, body } = await invite(ana, phone)
    const texts = statementsOf(asked.mock.calls)
    asked.mock.restore()
    const [invitation] = body.invitations
    assert.equal(invitation?.phone, phone)
    const shown = {
      ...body,
      code: '',
      link: '',
      invitations: [{ ...invitation, id: 0, phone: '', sentAt: 0 }],
    }
    ways.push({ status, shown, texts })
  }
  assert.ok(ways[0]!.texts.length > 10)
  assert.deepEqual(ways[0], ways[1])
  assert.deepEqual(await textsTo(taken), [])
  assert.equal((await textsTo(String(lastPhone))).length, 1)
})

test('this many invitations leave in a day, by how many requests at once, and again a day later', async () => {
  const ana = await enter(http)
  const phones = Array.from({ length: PER_DAY + 4 }, nextPhone)
  const answers = await Promise.all(phones.map((phone) => invite(ana, phone)))
  assert.equal(answers.filter(({ status }) => status === 200).length, PER_DAY)
  const refused = answers.filter(({ status }) => status === 429)
  assert.equal(refused.length, 4)
  assert.deepEqual(new Set(refused.map(({ body }) => body.code)), new Set(['referrals.too_many']))
  assert.deepEqual(refused[0]!.body.params, {
    leftToday: 0,
    retryAfterSeconds: Number(refused[0]!.headers.get('retry-after')),
  })
  const { invitations, leftToday } = await read(ana)
  assert.deepEqual([invitations.length, leftToday], [PER_DAY, 0])
  // Others have their own.
  assert.equal((await invite(await enter(http), nextPhone())).status, 200)
  clock.add(DAY_MS)
  assert.equal((await read(ana)).leftToday, PER_DAY)
  assert.equal((await invite(ana, nextPhone())).status, 200)
})

test('one friend who is invited by many requests at once gets one SMS', async () => {
  const ana = await enter(http)
  const phone = nextPhone()
  const answers = await Promise.all(Array.from({ length: 5 }, () => invite(ana, phone)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409])
  assert.equal((await textsTo(phone)).length, 1)
})
