import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AppError } from '@madruga/core/errors.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { testDatabase, untilLocked } from '../db/testing.ts'
import { createLogger } from '../kit/logger.ts'
import { createNews } from '../notify/news.ts'
import { createSupport } from './support.ts'

const START = Date.UTC(2026, 10, 21, 12)
const { database, drop } = await testDatabase()
after(drop)
const db = database.kysely
let now = START
const clock = { now: () => now, after: () => () => {} }
const logger = createLogger({ level: 'silent', style: 'plain' })
const notify = createNews({ db, clock, logger, sendMessage: async () => {}, keepDays: 90 })
const support = createSupport({ db, clock, settings: DEFAULT_SETTINGS.support, notify })

let drivers = 0
async function addDriver(): Promise<string> {
  const id = `driver${++drivers}`
  await db
    .insertInto('drivers')
    .values({ id, name: id, email: `${id}@example.com`, plan_number: null })
    .execute()
  return id
}

const inTransaction = <T>(work: (tx: typeof db) => Promise<T>): Promise<T> => db.transaction().execute(work)
const refusedAs = (code: string) => (error: unknown) => error instanceof AppError && error.code === code
const newsOf = async (driverId: string) => (await notify.readInbox(driverId, { limit: 50 })).notifications

test('a request waits for 24 hours at most, is answered, and waits again when the driver writes again', async () => {
  const ana = await addDriver()
  const opened = await support.openRequest(ana, { topic: 'bot', text: 'It sleeps all day' })
  assert.deepEqual(
    [opened.topic, opened.state, opened.openedAt, opened.dueAt],
    ['bot', 'open', now, now + DAY_MS],
  )
  assert.deepEqual(
    opened.messages.map(({ author, text, at }) => [author, text, at]),
    [['driver', 'It sleeps all day', now]],
  )

  now += HOUR_MS
  await inTransaction((tx) => support.answer(tx, opened.id, 'Choose 2X30'))
  const { requests, replyHours } = await support.listRequests(ana)
  assert.equal(replyHours, 24)
  assert.deepEqual([requests[0]?.state, requests[0]?.dueAt], ['answered', null])
  assert.deepEqual(
    requests[0]?.messages.map((message) => message.author),
    ['driver', 'operator'],
  )

  now += HOUR_MS
  const again = await support.writeMore(ana, { id: opened.id, text: 'It still does' })
  assert.deepEqual([again.state, again.dueAt, again.messages.length], ['open', now + DAY_MS, 3])
  await inTransaction((tx) => support.close(tx, opened.id))
  assert.deepEqual((await support.findRequest(opened.id))?.state, 'closed')
  assert.equal((await support.writeMore(ana, { id: opened.id, text: 'And again' })).state, 'open')
})

test('an answer is news for its driver, each of them once, and only when it is stored', async () => {
  const ana = await addDriver()
  const { id } = await support.openRequest(ana, { topic: 'other', text: 'Hello' })
  await inTransaction((tx) => support.answer(tx, id, 'One'))
  await inTransaction((tx) => support.answer(tx, id, 'Two'))
  await assert.rejects(
    inTransaction(async (tx) => {
      await support.answer(tx, id, 'Three')
      throw new Error('the audit log is full')
    }),
  )
  const news = await newsOf(ana)
  assert.deepEqual(
    news.map(({ kind, params }) => [kind, params]),
    Array.from({ length: 2 }, () => ['support_replied', { requestId: id }]),
  )
  assert.equal((await support.findRequest(id))?.messages.length, 3)
})

test("another driver's request looks like a missing one, and cannot be written to", async () => {
  const [ana, eva] = [await addDriver(), await addDriver()]
  const { id } = await support.openRequest(ana, { topic: 'account', text: 'Mine' })
  for (const strange of [id, 999_999, Number.MAX_SAFE_INTEGER])
    await assert.rejects(
      support.writeMore(eva, { id: strange, text: 'Let me in' }),
      refusedAs('support.not_found'),
    )
  assert.deepEqual((await support.listRequests(eva)).requests, [])
  assert.equal((await support.findRequest(id))?.messages.length, 1)
})

test('ten requests a day are enough; a day after the first there is room for one', async () => {
  const ana = await addDriver()
  const first = now
  for (let count = 0; count < 10; count++) {
    await support.openRequest(ana, { topic: 'other', text: `Question ${count}` })
    now += MINUTE_MS
  }
  const ask = () => support.openRequest(ana, { topic: 'other', text: 'One more' })
  await assert.rejects(
    ask(),
    (error: unknown) =>
      refusedAs('request.too_many')(error) &&
      (error as AppError).params['retryAfterSeconds'] === (first + DAY_MS - now) / 1000,
  )
  now = first + DAY_MS
  await ask()
  const another = support.openRequest(ana, { topic: 'other', text: 'And one more' })
  await assert.rejects(another, refusedAs('request.too_many'))
  // Others are not blocked by it.
  await support.openRequest(await addDriver(), { topic: 'other', text: 'Mine' })
})

test('sixty messages a day are enough, even when they come all at once and about several things', async () => {
  const ana = await addDriver()
  const ids: number[] = []
  for (const text of ['one', 'two', 'three', 'four', 'five'])
    ids.push((await support.openRequest(ana, { topic: 'other', text })).id)
  const results = await Promise.allSettled(
    Array.from({ length: 70 }, (_, count) =>
      support.writeMore(ana, { id: ids[count % ids.length] ?? 0, text: `Message ${count}` }),
    ),
  )
  assert.equal(results.filter((each) => each.status === 'fulfilled').length, 55)
  for (const each of results)
    if (each.status === 'rejected') assert.ok(refusedAs('request.too_many')(each.reason), String(each.reason))
  const { requests } = await support.listRequests(ana)
  assert.equal(requests.flatMap((request) => request.messages).length, 60)
})

test('what is sent twice, at once or again soon, is stored once; the same words later are new', async () => {
  const ana = await addDriver()
  const ask = () => support.openRequest(ana, { topic: 'bot', text: 'It stopped' })
  const [first, second] = await Promise.all([ask(), ask(), ask()])
  assert.equal(first?.id, second?.id)
  now += 9 * MINUTE_MS
  assert.equal((await ask()).id, first?.id)
  assert.notEqual((await support.openRequest(ana, { topic: 'payment', text: 'It stopped' })).id, first?.id)
  const write = () => support.writeMore(ana, { id: first!.id, text: 'Any news?' })
  await Promise.all([write(), write()])
  await inTransaction((tx) => support.answer(tx, first!.id, 'Yes'))
  await inTransaction((tx) => support.answer(tx, first!.id, 'Yes'))
  assert.deepEqual(
    (await support.findRequest(first!.id))?.messages.map(({ text }) => text),
    ['It stopped', 'Any news?', 'Yes'],
  )
  assert.equal((await write()).messages.length, 4, 'after the answer it asks anew')
  now += 10 * MINUTE_MS
  assert.equal((await write()).messages.length, 5)
  assert.notEqual((await ask()).id, first?.id)
})

test('simultaneous messages are serialized: all are stored, and the last one sets the state', async () => {
  const ana = await addDriver()
  const { id } = await support.openRequest(ana, { topic: 'other', text: 'First' })
  const [more] = await inTransaction(async (tx) => {
    await support.answer(tx, id, 'A moment please')
    const writing = support.writeMore(ana, { id, text: 'Are you there?' })
    await untilLocked(database.pool)
    await support.answer(tx, id, 'Yes')
    return [writing]
  }).then((writing) => Promise.all(writing))
  assert.deepEqual(
    more?.messages.map((message) => message.text),
    ['First', 'A moment please', 'Yes', 'Are you there?'],
  )
  assert.equal((await support.findRequest(id))?.state, 'open')
})

test('the inbox lists the earliest due first, with its driver, and can be filtered', async () => {
  await db.deleteFrom('support_requests').execute()
  const [ana, eva] = [await addDriver(), await addDriver()]
  const late = await support.openRequest(ana, { topic: 'bot', text: 'Early question' })
  now += HOUR_MS
  const answered = await support.openRequest(eva, { topic: 'payment', text: 'Paid twice' })
  await inTransaction((tx) => support.answer(tx, answered.id, 'Once'))
  now += HOUR_MS
  const fresh = await support.openRequest(eva, { topic: 'payment', text: 'Really?' })
  const list = async (page: Partial<Parameters<typeof support.listInbox>[0]>) =>
    (await support.listInbox({ limit: 50, ...page })).map((request) => request.id)
  assert.deepEqual(await list({}), [late.id, fresh.id, answered.id])
  assert.deepEqual(await list({ state: 'open' }), [late.id, fresh.id])
  assert.deepEqual(await list({ topic: 'payment', state: 'answered' }), [answered.id])
  assert.deepEqual(await list({ order: 'newest' }), [fresh.id, answered.id, late.id])
  assert.deepEqual(await list({ order: 'oldest', limit: 2 }), [late.id, answered.id])
  assert.deepEqual(await list({ limit: 1 }), [late.id])
  const [top] = await support.listInbox({ limit: 1 })
  assert.deepEqual([top?.driverId, top?.driverEmail, top?.language], [ana, `${ana}@example.com`, 'en'])
})
