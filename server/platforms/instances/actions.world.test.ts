import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AppError } from '@madruga/core/errors.ts'
import { connectAccount } from '../accounts/store.ts'
import { systemClock } from '../../kit/clock.ts'
import { makeKeyRing } from '../../kit/encryption.ts'
import { until } from '../../kit/testing.ts'
import { stubPlatform } from '../../bot/testing-platform.ts'
import { testDatabase } from '../../db/testing.ts'
import type { TestDatabase } from '../../db/testing.ts'
import type { AdapterOptions } from '../adapters/options.ts'
import { createInstanceBudget } from './budget.ts'
import { debit, openKey } from './store.ts'
import { createInstances } from './actions.ts'
import type { Instances } from './actions.ts'
import type { Platform } from '../model.ts'
import { createPlatforms } from '../registry.ts'
import { replyWith, startRawServer } from '../testing/raw-server.ts'
import { always } from '../testing/stage.ts'
import type { Platforms } from '../registry.ts'

const keyRing = makeKeyRing()
const OPERATOR = { id: null, name: 'olivia' }
const RIDERS = {
  kind: 'fleetbase',
  name: 'Riders',
  baseUrl: 'http://127.0.0.1:9/',
  key: 'flb_live_secret',
  options: { payMetaKey: 'pay', currency: 'EUR', timeZone: 'Europe/Lisbon' },
  authorisedBy: 'Marta',
  authorisedOn: '2026-11-01',
  maxRequestsPerMinute: 60,
  allowPrivate: true,
} as const

/** Another record of the same: no two have one name, or one address and one key. */
let records = 0
const riders = () => ({ ...RIDERS, name: `Riders ${++records}`, baseUrl: `http://127.0.0.1:9/${records}/` })

let fresh: TestDatabase
let platforms: Platforms
let instances: Instances
/** What adapters were made with. */
let made: AdapterOptions[]
/** What the audit log was told. */
let told: { action: string; details: Record<string, unknown> }[]

before(async () => {
  fresh = await testDatabase()
  made = []
  told = []
  const market: Platform = { ...stubPlatform(systemClock), name: 'market', variants: ['amazon', 'spark'] }
  const db = fresh.database.kysely
  platforms = await createPlatforms({
    market,
    db,
    keyRing,
    clock: systemClock,
    onFault: (error) => assert.fail(String(error)),
    adapters: {
      fleetbase(options) {
        made.push(options)
        const answers = async () => (await options.fetch(probe())).kind === 'answer'
        return {
          ...stubPlatform(systemClock),
          name: options.name,
          variants: ['courier'],
          answers,
          lacks: async () => 'shift_planning',
        }
      },
    },
  })
  instances = createInstances({
    db,
    keyRing,
    clock: systemClock,
    refresh: platforms.refresh,
    probeDraft: platforms.probeDraft,
    announceHouseRules: async () => {},
    recordAction: async (_tx, _actor, _at, action) => void told.push(action),
  })
})
after(async () => {
  await platforms.close()
  await fresh.drop()
})

function probe() {
  return { method: 'GET', path: '/', headers: {}, timeoutMs: 5_000, priority: 'poll' } as const
}

test('without a record there is no adapter, and with one it is opened when it is first asked for', async () => {
  const unknown = platforms.byName('fleetbase:nobodynobody')
  assert.equal((await unknown.signIn({ email: 'a', password: 'b' })).ok, false)
  const { id } = await instances.add(OPERATOR, RIDERS)
  assert.equal(made.length, 0)
  assert.equal(platforms.byName(`fleetbase:${id}`).name, `fleetbase:${id}`)
  platforms.byName(`fleetbase:${id}`)
  assert.equal(made.length, 1)
  const { name, key, baseUrl, options } = made[0]!
  assert.deepEqual([name, key, baseUrl], [`fleetbase:${id}`, RIDERS.key, RIDERS.baseUrl])
  assert.deepEqual(options, RIDERS.options)
})

test('the key is stored encrypted and is told to no one', async () => {
  const { id } = await instances.add(OPERATOR, riders())
  const [row] = (await platforms.refresh()).filter((each) => each.id === id)
  assert.ok(!row!.sealedKey!.includes(RIDERS.key))
  assert.equal(openKey(keyRing, row!), RIDERS.key)
  const shown = JSON.stringify([await instances.list(), told])
  assert.ok(!shown.includes(RIDERS.key))
  const { baseUrl } = (await instances.list()).find((each) => each.id === id)!
  const changed = { ...RIDERS, baseUrl, id, key: null, name: 'Riders of Lisbon' }
  const renamed = await instances.edit(OPERATOR, changed)
  assert.deepEqual([renamed.name, renamed.hasKey], ['Riders of Lisbon', true])
  assert.deepEqual(told.at(-1)!.details['after'], {
    kind: 'fleetbase',
    name: 'Riders of Lisbon',
    baseUrl,
    options: RIDERS.options,
    authorisedBy: 'Marta',
    authorisedOn: RIDERS.authorisedOn,
    maxRequestsPerMinute: 60,
    allowPrivate: true,
    newKey: false,
  })
})

test('a record that is not valid is refused with its fields', async () => {
  await assert.rejects(instances.add(OPERATOR, { ...RIDERS, allowPrivate: false, authorisedBy: ' ' }), {
    code: 'instances.invalid',
    params: {
      fields: [
        { path: 'baseUrl', code: 'instances.url_private' },
        { path: 'authorisedBy', code: 'instances.missing' },
      ],
    },
  })
})

test('of a record that is sent twice at once, one is stored', async () => {
  const record = riders()
  const sent = await Promise.allSettled([1, 2, 3].map(() => instances.add(OPERATOR, record)))
  assert.equal(sent.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal((await instances.list()).filter(({ name }) => name === record.name).length, 1)
})

test('a record that another one repeats is refused; another company on the same server is not', async () => {
  const first = riders()
  const { id } = await instances.add(OPERATOR, first)
  const refusedFor = async (changed: object) => {
    const tried = instances.add(OPERATOR, { ...first, name: 'Others', ...changed })
    return await tried.then(
      () => [],
      ({ params }: { params: { fields: { path: string; code: string }[] } }) =>
        params.fields.map(({ path, code }) => `${path} ${code}`),
    )
  }
  assert.deepEqual(await refusedFor({ name: first.name.toUpperCase() }), [
    'name instances.name_taken',
    'baseUrl instances.recorded',
  ])
  assert.deepEqual(await refusedFor({ baseUrl: first.baseUrl.slice(0, -1) }), ['baseUrl instances.recorded'])
  assert.deepEqual(await refusedFor({ key: 'flb_live_of_another_company' }), [])
  const { name } = await instances.edit(OPERATOR, { ...first, id, key: null })
  assert.equal(name, first.name, 'a record does not repeat itself')
})

test('nothing is requested from a disabled instance, and enabling opens it anew', async () => {
  const { id } = await instances.add(OPERATOR, riders())
  const name = `fleetbase:${id}`
  const opened = platforms.byName(name)
  const options = made.at(-1)!
  assert.match(detailOf(await options.fetch(probe())), /ECONNREFUSED/)
  await instances.setActive(OPERATOR, { id, active: false, reason: 'too slow' })
  assert.match(detailOf(await options.fetch(probe())), /disabled/)
  assert.notEqual(platforms.byName(name), opened)
  assert.deepEqual((await platforms.byName(name).heldBlocks(TOKENS)).ok, false)
  const count = made.length
  await instances.setActive(OPERATOR, { id, active: true, reason: 'again' })
  platforms.byName(name)
  assert.equal(made.length, count + 1)
})

const TOKENS = { accessToken: 'a', refreshToken: 'r', expiresAt: 0, platformDriverId: 'p' }

function detailOf(reply: Awaited<ReturnType<AdapterOptions['fetch']>>): string {
  return reply.kind === 'no_answer' ? reply.detail : reply.kind
}

test('an account’s row names its platform; amazon and spark drivers stay at the market', async () => {
  const db = fresh.database.kysely
  await db.insertInto('drivers').values({ id: 'eva', name: 'Eva', email: 'eva@example.com' }).execute()
  const { id } = await instances.add(OPERATOR, riders())
  const secret = { email: 'eva', password: 'p' }
  const account = { driverId: 'eva', variant: 'courier', platform: `fleetbase:${id}`, secret } as const
  await connectAccount(db, keyRing, account)
  assert.equal((await platforms.of('eva', 'courier')).name, `fleetbase:${id}`)
  assert.equal((await platforms.of('eva', 'amazon')).name, 'market')
  assert.deepEqual(
    await platforms.namesOf([
      { driverId: 'eva', variant: 'spark' },
      { driverId: 'nobody', variant: 'courier' },
      { driverId: 'eva', variant: 'courier' },
    ]),
    ['market', '', `fleetbase:${id}`],
  )
  const [view] = (await instances.list()).filter((each) => each.id === id)
  assert.equal(view!.connected, 1)
})

test('two processes with unequal drivers share a minute’s requests, accepts first, and never exceed it', async () => {
  const perMinute = 40
  const { id } = await instances.add(OPERATOR, { ...riders(), maxRequestsPerMinute: perMinute })
  const db = fresh.database.kysely
  const open = (process: string, drivers: number) =>
    createInstanceBudget({
      process,
      debit: (asked) => debit(db, id, asked),
      drivers: () => drivers,
      clock: systemClock,
      // No request waits too long, however slow the machine is.
      monotonic: () => 0,
      onFault: (error) => assert.fail(String(error)),
    })
  const [large, small] = [open('large', 9), open('small', 1)]
  const served: string[] = []
  const ask = (name: string, budget: typeof large, priority: 'accept' | 'poll', driver: string) =>
    budget.take(priority, driver).then((waitMs) => served.push(`${name} ${priority} ${waitMs === null}`))
  const all = [
    ...Array.from({ length: 60 }, (_, n) => ask('large', large, 'poll', `l${n % 9}`)),
    ...Array.from({ length: 60 }, () => ask('small', small, 'poll', 's')),
  ]
  await ask('small', small, 'accept', 's')
  await until(() => served.some((each) => each.endsWith('poll true')), 'a poll is sent')
  large.close()
  small.close()
  await Promise.all(all)
  const sent = served.filter((each) => each.endsWith('true'))
  assert.ok(sent.length <= perMinute, `${sent.length} sent`)
  assert.ok(sent.includes('small accept true'))
  const [view] = (await instances.list()).filter((each) => each.id === id)
  assert.equal(view!.used.lastHour, sent.length)
})

test('a test of an instance tells what is switched off there, once it answers', async () => {
  const server = await startRawServer()
  const { id } = await instances.add(OPERATOR, { ...riders(), baseUrl: server.url })
  try {
    server.behave(always(replyWith('{}')))
    const found = { answers: true, keyRefused: false, lacks: 'shift_planning', detail: null }
    assert.deepEqual(await platforms.probe(id), found)
    server.behave((socket) => socket.destroy())
    assert.equal((await platforms.probe(id)).lacks, null)
  } finally {
    await server.close()
  }
})

test('a record is tried out before it is stored: what answers is told, and nothing stays', async () => {
  const server = await startRawServer()
  const draft = { ...riders(), baseUrl: server.url, id: null }
  const stored = (await instances.list()).length
  const [lines, adapters] = [told.length, made.length]
  try {
    server.behave(always(replyWith('{}')))
    const found = { answers: true, keyRefused: false, lacks: 'shift_planning', detail: null }
    assert.deepEqual(await instances.tryOut(draft), found)
    assert.deepEqual([made.at(-1)?.key, made.at(-1)?.baseUrl], [RIDERS.key, server.url])
    server.behave(always(replyWith('<html>Welcome</html>')))
    assert.equal((await instances.tryOut(draft)).lacks, 'software', 'a web server, but not this software')
    server.behave((socket) => socket.destroy())
    assert.equal((await instances.tryOut(draft)).answers, false)
  } finally {
    await server.close()
  }
  const asked = made.length
  await assert.rejects(instances.tryOut({ ...draft, authorisedBy: '' }), { code: 'instances.invalid' })
  await assert.rejects(instances.tryOut({ ...draft, baseUrl: 'https://169.254.169.254' }), {
    code: 'instances.invalid',
  })
  assert.deepEqual([made.length, asked - adapters], [asked, 3], 'without a valid record nothing is asked')
  assert.deepEqual([(await instances.list()).length, told.length], [stored, lines])
})

test('a stored record is tried out with its key and budget, and its key goes to no other server', async () => {
  const server = await startRawServer()
  server.behave(always(replyWith('{}')))
  const { id } = await instances.add(OPERATOR, { ...riders(), baseUrl: server.url })
  const edited = { ...riders(), baseUrl: server.url, key: null, id }
  try {
    assert.equal((await instances.tryOut(edited)).answers, true)
    assert.equal(made.at(-1)?.key, RIDERS.key)
    assert.ok((await instances.list()).find((each) => each.id === id)!.used.lastHour > 0, 'of its budget')
    await assert.rejects(
      instances.tryOut({ ...edited, baseUrl: 'http://127.0.0.1:9/' }),
      (error: AppError) => {
        assert.deepEqual(error.params['fields'], [{ path: 'key', code: 'instances.key_again' }])
        return true
      },
    )
    await instances.setActive(OPERATOR, { id, active: false, reason: 'over' })
    assert.equal((await instances.tryOut(edited)).detail, 'disabled')
  } finally {
    await server.close()
  }
})

test('drivers who search are those whose bot does, whatever else asks the instance', async () => {
  const { id } = await instances.add(OPERATOR, riders())
  const db = fresh.database.kysely
  await debit(db, id, { process: 'one', drivers: 0, accepts: 0, others: 1, refused: 0 })
  const searching = async () => (await instances.list()).find((each) => each.id === id)!.used.searching
  assert.equal(await searching(), 0, 'a test of the connection is no search')
  const { pool } = fresh.database
  await pool.query(
    `insert into drivers (id, name, email, variant) values ('luz', 'Luz', 'luz@example.com', 'courier')`,
  )
  await pool.query(`insert into workers (id, seen_at) values ('w-luz', now())`)
  await connectAccount(db, keyRing, {
    driverId: 'luz',
    variant: 'courier',
    platform: `fleetbase:${id}`,
    secret: { email: 'luz@example.com', password: 'secret' },
  })
  await pool.query(
    `insert into bots (driver_id, variant, phase, owner) values ('luz', 'courier', 'running', 'w-luz')`,
  )
  assert.equal(await searching(), 1)
  await pool.query(`update bots set phase = 'not_running', owner = null where driver_id = 'luz'`)
  await debit(db, id, { process: 'one', drivers: 1, accepts: 0, others: 1, refused: 0 })
  assert.equal(await searching(), 0, 'though the budget has heard of a driver within the minute')
})

function fetchOf(id: string): AdapterOptions['fetch'] {
  platforms.byName(`fleetbase:${id}`)
  return made.find(({ name }) => name === `fleetbase:${id}`)!.fetch
}

test('a limit that the server tells one driver holds all of them, in every process and at every record of it', async () => {
  const server = await startRawServer()
  server.behave(always(replyWith('{}', '429 Slow', 'Retry-After: 90\r\n')))
  const [first, second, elsewhere] = await Promise.all([
    instances.add(OPERATOR, { ...riders(), baseUrl: `${server.url}/one/` }),
    instances.add(OPERATOR, { ...riders(), baseUrl: `${server.url}/two/` }),
    instances.add(OPERATOR, riders()),
  ])
  const asked = { process: 'other', drivers: 1, accepts: 1, others: 0, refused: 0 }
  const grantOf = async ({ id }: { id: string }) => (await debit(fresh.database.kysely, id, asked))!
  try {
    const met = await fetchOf(first.id)(probe())
    assert.ok(met.kind === 'answer' && met.status === 429)
    for (const { id } of [first, second]) {
      const held = await fetchOf(id)({ ...probe(), priority: 'accept' })
      assert.ok(held.kind === 'over_budget' && held.retryAfterMs > 60_000, JSON.stringify(held))
      const { granted, retryAfterMs } = await grantOf({ id })
      assert.equal(granted, 0)
      assert.ok(retryAfterMs > 60_000 && retryAfterMs <= 90_000, `${retryAfterMs}`)
    }
    assert.equal(server.requests.length, 1)
    assert.equal((await grantOf(elsewhere)).granted, 1)
  } finally {
    await server.close()
  }
})

test('a process that moves time by hand debits by its own time: the bucket fills as that passes', async () => {
  const { id } = await instances.add(OPERATOR, { ...riders(), maxRequestsPerMinute: 20 })
  let now = Date.parse('2026-03-08T10:00Z')
  const poll = async (): Promise<number> => {
    const asked = { process: 'alone', drivers: 1, accepts: 0, others: 1, refused: 0 }
    return (await debit(fresh.database.kysely, id, asked, () => now))!.granted
  }
  assert.deepEqual([await poll(), await poll()], [1, 0], 'what is left is kept for accepts')
  now += 60_000
  assert.equal(await poll(), 1)
})

test('without the database nothing is granted', async () => {
  const faults: unknown[] = []
  const budget = createInstanceBudget({
    process: 'alone',
    debit: async () => {
      throw new Error('the database is lost')
    },
    drivers: () => 1,
    clock: systemClock,
    onFault: (error) => faults.push(error),
  })
  assert.notEqual(await budget.take('accept', 'ana'), null)
  assert.equal(faults.length, 1, 'a row of faults is told once')
  budget.close()
})
