import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { DOWNLOADS_PATH, downloads } from '@madruga/core/contract.ts'
import { startCards } from '../../simulator/cards.ts'
import { startMarket } from '@madruga/simulator/running-market.ts'
import { CODES } from '../people/accounts.ts'
import { createBrowser, giveSecondFactor, startTestHttp } from '../http/testing.ts'
import { listOperations, spoil } from '../http/testing/operations.ts'
import type { Known, Operation } from '../http/testing/operations.ts'
import type { World } from '../world.ts'
import { anyCharacter, isFullRun } from '../kit/testing.ts'

/**
 * Attacks every operation of the contract on the whole product: real modules, database and market. Inputs are
 * generated from the contract itself;
 * `FUZZ_CASES=1000 sh scripts/node --test server/ops/security.world.test.ts` makes that many of each.
 */
const CASES = Number(process.env['FUZZ_CASES'] ?? (isFullRun ? 50 : 3))
const generous = { points: 1_000_000_000, windowS: 60 }
const MARK = 'Marca-de-Eva'
const CARD_KEYS = { secretKey: 'sk_test_attack01', publishableKey: 'pk_test_attack01' }

let world: World
let url: string
const [market, cards] = await Promise.all([
  startMarket({ scenario: 'quiet' }),
  startCards({ environment: 'test', ...CARD_KEYS }),
])
const http = await startTestHttp({
  config: { role: 'all' },
  marketUrl: market.url,
  gateway: { ...CARD_KEYS, webhookSecret: 'whsec_attack', url: cards.url, publicUrl: cards.url },
  limits: { address: generous, driver: generous, addressBytes: generous },
  accounts: {
    lockout: { session: [], device: [], pair: [], strangers: [], address: [] },
    codes: {
      ...CODES,
      perPair: generous,
      perRecipient: generous,
      perAddress: generous,
      smsPerDay: generous,
    },
  },
})
;({ world, url } = http)
after(async () => {
  await http?.stop()
  await market?.stop()
  await cards?.stop()
})

type Browser = ReturnType<typeof createBrowser>
type Person = { id: string; email: string; password: string; browser: Browser }

let people = 0
async function enter(role: 'driver' | 'operator' = 'driver', mark = 'Ana'): Promise<Person> {
  const login = { email: `${mark.toLowerCase()}-${++people}@example.com`, password: 'a long enough secret' }
  const id = await world.accounts.createDriver({ ...login, name: mark, role })
  const browser = createBrowser(url)
  const answer = await browser.signIn(login)
  assert.equal(answer.status, 200)
  await answer.arrayBuffer()
  if (role === 'operator') await giveSecondFactor(world, id)
  return { ...login, id, browser }
}

/** One person of a role for the tests that leave them as they were; signing out takes a new one. */
const regulars = new Map<string, Promise<Person>>()
function regular(role: 'driver' | 'operator', name = '', of: string = role): Promise<Person> {
  if (name === 'accounts.signOut') return enter(role)
  if (!regulars.has(of)) regulars.set(of, enter(role))
  return regulars.get(of)!
}

const operations = listOperations()
const changing = operations.filter((each) => each.method !== 'GET')
const closed = operations.filter((each) => each.access !== 'anyone')

/** The address and body of an input, as the browser's link builds them. */
function addressOf(operation: Operation, input: Record<string, unknown>): { route: string; body: unknown } {
  const rest = { ...input }
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(
      typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? ''),
    )
  })
  if (operation.method !== 'GET') return { route: filled, body: rest }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest))
    query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  return { route: query.size > 0 ? `${filled}?${query}` : filled, body: undefined }
}

test('the contract was read, and holds every kind of access', () => {
  assert.ok(operations.length >= 60 && changing.length >= 35)
  assert.deepEqual([...new Set(operations.map((each) => each.access))].sort(), [
    'anyone',
    'driver',
    'entering_operator',
    'operator',
    'operator_or_demo',
  ])
})

for (const operation of closed)
  test(`${operation.name} is refused without a session`, async () => {
    const browser = createBrowser(url)
    await (await browser.send('GET', '/api/accounts/session')).arrayBuffer()
    const body = operation.method === 'GET' ? undefined : {}
    const refused = await browser.call(operation.method, operation.route, body)
    assert.deepEqual([refused.status, refused.body.code], [401, 'accounts.signed_out'])
    browser.jar.set('madruga.session_token', 'made.up')
    await (await browser.send('GET', '/api/accounts/session')).arrayBuffer()
    assert.equal((await browser.call(operation.method, operation.route, body)).status, 401)
  })

for (const name of Object.keys(downloads))
  test(`the download ${name} is refused without a session`, async () => {
    const refused = await createBrowser(url).call('GET', `${DOWNLOADS_PATH}${name}`)
    assert.deepEqual([refused.status, refused.body.code], [401, 'accounts.signed_out'])
  })

/** What a page asks before it shows a driver: whose session there is, and to end it. */
const OPEN_TO_NAMELESS = new Set(['accounts.session', 'accounts.signOut'])

/** What a tab asks that still shows one driver after another one signed in beside it. */
const named = [
  ...closed,
  ...operations.filter((each) => OPEN_TO_NAMELESS.has(each.name)),
  ...Object.keys(downloads).map((name) => ({ name, method: 'GET', route: `${DOWNLOADS_PATH}${name}` })),
]
for (const { name, method, route } of named)
  test(`${name} is refused to a page that shows another driver than the session's`, async () => {
    const [ana, luis] = [await regular('driver'), await regular('operator', name)]
    const body = method === 'GET' ? undefined : {}
    const refused = await luis.browser.call(method, `${route}?as=${ana.id}`, body)
    assert.deepEqual([refused.status, refused.body.code], [409, 'accounts.other_driver'])
    // The live log has no end to read.
    if (name === 'log.live') return
    const own = await luis.browser.send(method, `${route}?as=${luis.id}`, body && '{}')
    assert.doesNotMatch(await own.text(), /accounts\.(other_driver|signed_out)/)
  })

for (const { name, method, route } of named)
  test(`${name} ${OPEN_TO_NAMELESS.has(name) ? 'is answered to' : 'is refused to'} a page that names no one`, async () => {
    const { browser } = await regular('operator', name)
    const { driver } = browser.page
    browser.page.driver = null
    const answer = await browser.call(method, route, method === 'GET' ? undefined : {})
    browser.page.driver = driver
    if (OPEN_TO_NAMELESS.has(name)) assert.equal(answer.status, 200)
    else assert.deepEqual([answer.status, answer.body.code], [409, 'accounts.other_driver'])
  })

test("what a page sends for one driver is in no other driver's account", async () => {
  const [ana, luis] = [await enter(), await enter()]
  const request = { topic: 'bot', text: `${MARK} asks` }
  assert.equal((await luis.browser.call('POST', `/api/support/requests?as=${ana.id}`, request)).status, 409)
  assert.equal((await luis.browser.call('POST', `/api/accounts/sign-out?as=${ana.id}`, {})).status, 409)
  const { status, body } = await luis.browser.call('GET', `/api/support/requests?as=${luis.id}`)
  assert.deepEqual([status, (body as unknown as { requests: unknown[] }).requests], [200, []])
})

for (const operation of closed.filter((each) => each.access.startsWith('operator')))
  test(`${operation.name} is refused to a driver`, async () => {
    const { browser } = await regular('driver')
    const body = operation.method === 'GET' ? undefined : {}
    const refused = await browser.call(operation.method, operation.route, body)
    assert.deepEqual([refused.status, refused.body.code], [403, 'accounts.forbidden'])
  })

/** What a suspended driver may do besides reading: pay, secure the account, export data, contact support. */
const OPEN_TO_SUSPENDED = new Set([
  'accounts.changeContact',
  'accounts.changePassword',
  'accounts.confirmContact',
  'accounts.endOtherSessions',
  'accounts.addPasskey',
  'accounts.endSession',
  'accounts.remove',
  'accounts.removePasskey',
  'accounts.startPasskey',
  'accounts.removePreferredEmail',
  'accounts.saveProfile',
  'accounts.setLanguage',
  'autostart.remove',
  'billing.cancelPayment',
  'billing.leave',
  'billing.pay',
  'billing.quote',
  'billing.removeMethod',
  'billing.setAutopay',
  'billing.setDefault',
  'billing.startMethod',
  'billing.useCoupon',
  'blocks.leaveWaitList',
  'blocks.release',
  'blocks.removeCalendarLink',
  // The bot itself refuses a start, with its own reason.
  'bot.start',
  'bot.stop',
  'filters.whatIf',
  'instant.removeLocation',
  'notify.acknowledge',
  'notify.read',
  'notify.saveSettings',
  'notify.subscribePush',
  'notify.unsubscribePush',
  'notify.registerDevice',
  'notify.removeDevice',
  'platforms.disconnect',
  // They calculate and change nothing.
  'recap.mend',
  'recap.offerCosts',
  'referrals.archive',
  'referrals.keepCredits',
  'support.open',
  'support.reply',
])

for (const operation of operations.filter((each) => each.access === 'driver')) {
  const isOpen = operation.method === 'GET' || OPEN_TO_SUSPENDED.has(operation.name)
  test(`${operation.name} is ${isOpen ? 'open' : 'refused'} to a driver whose account is suspended or not active`, async () => {
    for (const status of ['suspended', 'inactive'] as const) {
      const { id, browser } = await regular('driver', operation.name, status)
      await world.database.kysely.updateTable('drivers').set({ status }).where('id', '=', id).execute()
      if (operation.name === 'log.live') return
      const body = operation.method === 'GET' ? undefined : {}
      const answer = await browser.call(operation.method, operation.route, body)
      if (isOpen) assert.ok(!String(answer.body.code).startsWith(`accounts.${status}`), operation.name)
      else assert.deepEqual([answer.status, answer.body.code], [403, `accounts.${status}`])
    }
  })
}

test('what is open to a suspended driver exists', () => {
  const names = new Set(changing.map((each) => each.name))
  assert.deepEqual(
    [...OPEN_TO_SUSPENDED].filter((name) => !names.has(name)),
    [],
  )
})

for (const operation of changing)
  test(`${operation.name} is refused without the proof that our page asked`, async () => {
    const [mine, other] = [await regular('operator'), await regular('driver')]
    const own = mine.browser.jar.get('XSRF-TOKEN') ?? ''
    const stolen = other.browser.jar.get('XSRF-TOKEN') ?? ''
    const withToken = (token: string) =>
      [...new Map(mine.browser.jar).set('XSRF-TOKEN', token)].map((pair) => pair.join('=')).join('; ')
    const tries: [string, Record<string, string>][] = [
      ['no header', { 'x-xsrf-token': '' }],
      ['made up', { 'x-xsrf-token': 'a.b' }],
      ["another session's in both places", { 'x-xsrf-token': stolen, cookie: withToken(stolen) }],
      ['header alone', { 'x-xsrf-token': own, cookie: withToken('') }],
      ['cookie alone', { 'x-xsrf-token': stolen }],
      ['planted cookie', { 'x-xsrf-token': 'x.y', cookie: withToken('x.y') }],
    ]
    for (const [what, headers] of tries) {
      const refused = await fetch(`${url}${mine.browser.nameDriver(operation.route)}`, {
        method: operation.method,
        headers: { ...mine.browser.headers(), 'content-type': 'application/json', ...headers },
        body: '{}',
      })
      assert.equal(refused.status, 403, what)
      assert.equal(((await refused.json()) as { code: string }).code, 'request.forged', what)
    }
  })

/** As deep as the smallest limit of a body allows. */
const NESTED = '['.repeat(8_000) + ']'.repeat(8_000)
const MALFORMED = ['{', 'nul', '{"a":1}}', '\u0000', '"\\ud800"', '{"email":"\\u0000@x.com","password":"x"}']
const ODD = [
  'null',
  '[]',
  '"x"',
  '1',
  '{"__proto__":{"email":"a"}}',
  '{"constructor":{"prototype":1}}',
  NESTED,
]

for (const operation of changing)
  test(`${operation.name} refuses what is too large and what is no request`, async () => {
    const { browser } = await regular('operator', operation.name)
    const { method, route, limitBytes } = operation
    const large = JSON.stringify({ extra: 'x'.repeat(limitBytes) })
    const refused = await browser.call(method, route, large)
    assert.deepEqual([refused.status, refused.body.code], [413, 'request.too_large'])
    const chunked = await fetch(`${url}${browser.nameDriver(route)}`, {
      method,
      headers: {
        ...browser.headers(),
        'x-xsrf-token': browser.jar.get('XSRF-TOKEN') ?? '',
        'content-type': 'application/json',
      },
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit)
    assert.equal(chunked.status, 413)
    for (const body of MALFORMED) {
      const answer = await browser.call(method, route, body)
      assert.deepEqual([answer.status, answer.body.code], [400, 'request.invalid'], body)
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    assert.equal((await browser.send(method, route, 'a=1', form)).status, 400)
    for (const body of ODD) {
      const answer = await browser.send(method, route, body)
      await answer.arrayBuffer()
      assert.ok(answer.status < 500, `${answer.status} ${body.slice(0, 40)}`)
    }
  })

/** Eva, with data of every kind that a driver can have, all of it marked. */
async function furnishEva(): Promise<{ eva: Person; known: Known }> {
  const eva = await enter('driver', MARK)
  const { browser, id, password } = eva
  const tell = async (method: string, route: string, body?: unknown) => {
    const answer = await browser.call<Record<string, unknown>>(method, route, body)
    assert.equal(answer.status, 200, `${route} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const request = await tell('POST', '/api/support/requests', { topic: 'bot', text: `${MARK} asks` })
  await world.database.kysely.transaction().execute((tx) =>
    world.notify.announce(tx, {
      driverId: id,
      kind: 'account_status',
      params: { status: 'active', reason: MARK },
      event: 'attack',
    }),
  )
  const inbox = (await tell('GET', '/api/notify/inbox')) as { notifications: { id: number }[] }
  const { sessions } = (await tell('GET', '/api/accounts/sessions')) as { sessions: { id: string }[] }
  const endpoint = `https://fcm.googleapis.com/fcm/send/${MARK}`
  await tell('POST', '/api/notify/push', { endpoint, p256dh: KEY.p256dh, auth: KEY.auth })
  const change = await tell('POST', '/api/accounts/contacts', {
    kind: 'preferredEmail',
    value: `${MARK.toLowerCase()}-other@example.com`,
    password,
  })
  return {
    eva,
    known: {
      texts: [id, eva.email, endpoint, String(change['ticket']), ...sessions.map((each) => each.id)],
      numbers: [Number(request['id']), ...inbox.notifications.map((each) => each.id)],
    },
  }
}
/** A real browser key pair that is used nowhere. */
const KEY = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
}

/** All data of a driver in the database, as text, without values that merely age. */
async function holdingsOf(driverId: string): Promise<string> {
  const { rows: tables } = await sql<{ table: string }>`
    select c.table_name as "table" from information_schema.columns c join information_schema.tables t using (table_name)
    where c.column_name = 'driver_id' and c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.table_name not in ('outbox', 'admin_actions', 'code_tickets') order by 1`.execute(
    world.database.kysely,
  )
  const parts = ['drivers', ...tables.map((each) => each.table)].map(async (table) => {
    const column = table === 'drivers' ? 'id' : 'driver_id'
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(x) - 'updated_at' - 'expires_at' - 'round' - 'due_at' as row from ${sql.table(table)} x
      where ${sql.ref(column)} = ${driverId} order by 1::text`.execute(world.database.kysely)
    return `${table}: ${JSON.stringify(rows)}`
  })
  return (await Promise.all(parts)).join('\n')
}

test(`anything at all, ${CASES} times each: never a fault, never another's data, nothing of another's changed`, async (t) => {
  const { eva, known } = await furnishEva()
  // The product's own periodic work for everyone is done first.
  await world.billing.sweeps.closeWeeks()
  const held = await holdingsOf(eva.id)
  assert.ok(held.includes(MARK))
  for (const operation of listOperations(known)) {
    if (operation.name === 'log.live') continue
    await t.test(operation.name, async () => {
      // An operator may read and change Eva's data, so only a driver attacks.
      let ana = await enter()
      const check = async (input: Record<string, unknown>) => {
        // Her ids, wherever a careless handler might look for the driver.
        const { route, body } = addressOf(operation, { driverId: eva.id, ...input })
        const names = { 'x-driver-id': eva.id, 'x-user-id': eva.id }
        const answer = await ana.browser.send(operation.method, route, body, names)
        const text = await answer.text()
        const what = `${operation.method} ${route} ${JSON.stringify(body)?.slice(0, 400)}`
        assert.ok(
          answer.status < 500 || answer.status === 503,
          `${answer.status} for ${what}: ${text.slice(0, 200)}`,
        )
        // What Ana wrote herself may be returned.
        const sent = `${route}${JSON.stringify(body)}`.includes(MARK)
        assert.ok(sent || !text.includes(MARK), `Eva's data for ${what}`)
        if (operation.name === 'accounts.signOut' || text.includes('accounts.signed_out')) ana = await enter()
      }
      const valid = operation.valid ?? fc.constant({})
      const anything = fc.oneof(
        valid,
        spoil(valid).map((each) => asRecord(each)),
      )
      await fc.assert(fc.asyncProperty(anything, check), { numRuns: CASES })
    })
  }
  assert.equal(await holdingsOf(eva.id), held)
})

let aimed: Promise<Map<string, Operation>> | null = null
/** The operations, with inputs that name a driver. */
function aimAtDriver(): Promise<Map<string, Operation>> {
  return (aimed ??= enter().then(({ id }) => {
    const attacks = listOperations({ texts: [id], numbers: [1] })
    return new Map(attacks.map((each) => [each.name, each]))
  }))
}

for (const operation of operations.filter((each) => each.access.startsWith('operator')))
  test(`${operation.name}, anything at all from an operator: never a fault`, async () => {
    const operator = await enter('operator')
    const { valid = fc.constant({}) } = (await aimAtDriver()).get(operation.name)!
    const anything = fc.oneof(
      valid,
      spoil(valid).map((each) => asRecord(each)),
    )
    await fc.assert(
      fc.asyncProperty(anything, async (input) => {
        const { route, body } = addressOf(operation, input)
        const answer = await operator.browser.send(operation.method, route, body)
        const text = await answer.text()
        assert.ok(answer.status < 500, `${answer.status} for ${route} ${JSON.stringify(body)}: ${text}`)
      }),
      { numRuns: CASES },
    )
  })

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : { value }
}

test("downloads hold the driver's own data and no one else's, whatever they are asked", async () => {
  const { eva } = await furnishEva()
  const ana = await enter()
  const text = fc.oneof(fc.string(), fc.string({ unit: anyCharacter }), fc.constantFrom(eva.id, eva.email))
  for (const name of Object.keys(downloads))
    await fc.assert(
      fc.asyncProperty(fc.dictionary(text, text, { maxKeys: 3 }), async (query) => {
        const route = `${DOWNLOADS_PATH}${name}?${new URLSearchParams({ ...query, driverId: eva.id })}`
        const answer = await ana.browser.send('GET', route)
        const body = await answer.text()
        assert.ok(answer.status < 500, `${answer.status} ${route}`)
        assert.ok(!body.includes(MARK))
      }),
      { numRuns: CASES },
    )
  const own = await (await eva.browser.send('GET', `${DOWNLOADS_PATH}account.json`)).text()
  assert.ok(own.includes(MARK))
})

test('no answer and no line of the log carries a session token or a password', async () => {
  const ana = await enter()
  const [token = ''] = decodeURIComponent(ana.browser.jar.get('madruga.session_token') ?? '').split('.')
  assert.ok(token.length > 20)
  for (const operation of operations) {
    if (operation.name === 'log.live' || operation.name === 'accounts.signOut') continue
    const body = operation.method === 'GET' ? undefined : {}
    const text = await (await ana.browser.send(operation.method, operation.route, body)).text()
    assert.ok(!text.includes(token), operation.name)
  }
  const all = http.logger.join('\n')
  assert.ok(!all.includes(token) && !all.includes(ana.password))
})

test('raw paths and headers of every kind are answered, and never with a fault', async () => {
  const { browser } = await enter()
  const odd = [
    '/api/%',
    '/api/filters/%ff',
    '/api/filters/__proto__',
    '/api//bot',
    '/api',
    '/api/../bot',
    '/api/log?limit[]=1&limit[9999]=2',
    '/api/log?__proto__[a]=1&constructor[prototype]=1',
    `${DOWNLOADS_PATH}`,
    `${DOWNLOADS_PATH}__proto__`,
    `${DOWNLOADS_PATH}..%2fbot`,
    '/api/notify/inbox?before=%00',
    '/api/log/history?text=%00',
  ]
  for (const route of odd) {
    const answer = await browser.send('GET', route)
    await answer.arrayBuffer()
    assert.ok(answer.status < 500, `${answer.status} ${route}`)
  }
  const cookies = [
    '=',
    ';;;',
    'madruga.session_token=%',
    'madruga.session_token=\u00e9.\u00ff',
    'XSRF-TOKEN'.repeat(300),
  ]
  for (const cookie of cookies)
    assert.ok((await fetch(`${url}/api/bot`, { headers: { cookie } })).status < 500, cookie)
})
