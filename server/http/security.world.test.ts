import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import { createBrowser, startTestHttp } from './testing.ts'
import type { TestHttp } from './testing.ts'
import { listOperations, validBodies } from './testing/operations.ts'

const operations = listOperations()
const changing = operations.filter((each) => each.method !== 'GET')
const owned = operations.filter((each) => each.access === 'driver')
const plain = operations.filter((each) => each.name !== 'log.live' && each.name !== 'accounts.signOut')

const generous = { points: 1_000_000, windowS: 60 }
let http: TestHttp
before(async () => {
  http = await startTestHttp({ limits: { address: generous, driver: generous } })
})
after(() => http.stop())

async function enter() {
  const driver = await http.addDriver()
  const browser = createBrowser(http.url)
  await browser.signIn(driver)
  return { ...driver, browser }
}

test('the contract was read', () => {
  assert.ok(operations.length >= 14 && owned.length >= 10 && changing.length >= 5)
})

for (const { name, method, route } of owned)
  test(`${name} is refused without a session`, async () => {
    const browser = createBrowser(http.url)
    await browser.send('GET', '/api/accounts/session')
    const refused = await browser.call(method, route, method === 'GET' ? undefined : {})
    assert.deepEqual([refused.status, refused.body.code], [401, 'accounts.signed_out'])
    browser.jar.set('madruga.session_token', 'made.up')
    await browser.send('GET', '/api/accounts/session')
    assert.equal((await browser.call(method, route, method === 'GET' ? undefined : {})).status, 401)
  })

for (const { name, method, route } of changing)
  test(`${name} is refused without the proof that our page asked`, async () => {
    const { browser } = await enter()
    const other = await enter()
    const stolen = other.browser.jar.get('XSRF-TOKEN') ?? ''
    const mine = browser.jar.get('XSRF-TOKEN') ?? ''
    const body = validBodies[name] ?? {}
    const tries: [string, Record<string, string>][] = [
      ['no header', { 'x-xsrf-token': '' }],
      ['made up', { 'x-xsrf-token': 'a.b' }],
      ["another session's in both places", { 'x-xsrf-token': stolen, cookie: withToken(browser, stolen) }],
      ['header alone', { 'x-xsrf-token': mine, cookie: withToken(browser, '') }],
      ['cookie alone', { 'x-xsrf-token': stolen }],
      ['planted cookie', { 'x-xsrf-token': 'x.y', cookie: withToken(browser, 'x.y') }],
    ]
    for (const [what, headers] of tries) {
      const refused = await fetch(`${http.url}${route}`, {
        method,
        headers: { ...browser.headers(), 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      assert.equal(refused.status, 403, what)
      assert.equal(((await refused.json()) as { code: string }).code, 'request.forged', what)
    }
  })

function withToken(browser: ReturnType<typeof createBrowser>, token: string): string {
  const jar = new Map(browser.jar).set('XSRF-TOKEN', token)
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}

for (const { name, method, route } of changing)
  test(`${name} refuses what is too large`, async () => {
    const { browser } = await enter()
    const large = JSON.stringify({ ...validBodies[name], extra: 'x'.repeat(1024 * 1024) })
    const announced = await browser.call(method, route, large)
    assert.deepEqual([announced.status, announced.body.code], [413, 'request.too_large'])
    const chunked = await fetch(`${http.url}${route}`, {
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
  })

const nested = '['.repeat(100_000) + ']'.repeat(100_000)
const malformed = [
  '{',
  'nul',
  '{"a":1}}',
  '\u0000',
  '"\\ud800"',
  '{"email":"\\u0000@x.com","password":"x"}',
  nested,
]
const oddlyShaped = [
  'null',
  '[]',
  '"x"',
  '1',
  '{"__proto__":{"email":"a"}}',
  '{"constructor":{"prototype":1}}',
]

for (const { name, method, route, hasInput } of changing)
  test(`${name} refuses what is no request`, async () => {
    const { browser } = await enter()
    for (const body of malformed.slice(0, -1)) {
      const refused = await browser.call(method, route, body)
      assert.deepEqual([refused.status, refused.body.code], [400, 'request.invalid'], body)
    }
    const media = await browser.send(method, route, 'a=1', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    assert.equal(media.status, 400)
    for (const body of [...oddlyShaped, nested]) {
      const answer = await browser.send(method, route, body)
      await answer.arrayBuffer()
      assert.ok(
        hasInput ? answer.status === 400 : answer.status < 500,
        `${answer.status} ${body.slice(0, 40)}`,
      )
      if (name === 'accounts.signOut') await browser.signIn(await http.addDriver())
    }
  })

test('a refused input names its fields', async () => {
  const { browser } = await enter()
  const refused = await browser.call('POST', '/api/bot/start', { mode: 'fast' })
  assert.deepEqual(refused.body.params.fields, [
    { path: 'mode', code: 'field.invalid' },
    { path: 'liveLog', code: 'field.required' },
  ])
})

/** A valid body with one place in it replaced by anything. */
const mutated = (valid: object) =>
  fc
    .tuple(
      fc.constantFrom(...listPaths(valid)),
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('set', 'drop'),
    )
    .map(([path, value, how]) => {
      const copy = structuredClone(valid) as Record<string, unknown>
      let at: Record<string, unknown> = copy
      for (const part of path.slice(0, -1)) at = at[part] as Record<string, unknown>
      const last = path.at(-1) ?? ''
      if (how === 'set') at[last] = value
      else delete at[last]
      return copy
    })

function listPaths(node: unknown, path: string[] = []): string[][] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, child]) => [
    [...path, name],
    ...listPaths(child, [...path, name]),
  ])
}

for (const { name, method, route, hasInput } of plain)
  test(`${name} answers anything at all, and never with a fault`, async () => {
    const { browser } = await enter()
    const check = async (path: string, body?: unknown) => {
      const answer = await browser.send(method, path, body)
      await answer.arrayBuffer()
      assert.ok(answer.status < 500, `${answer.status} for ${path} ${JSON.stringify(body)?.slice(0, 300)}`)
    }
    const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.double().map(String))
    await fc.assert(
      fc.asyncProperty(fc.dictionary(text, text, { maxKeys: 4 }), async (query) =>
        check(
          `${route}?${new URLSearchParams(query)}`,
          method === 'GET' ? undefined : (validBodies[name] ?? {}),
        ),
      ),
      { numRuns: 25 },
    )
    const known = fc.record({ limit: text, before: text, after: text, variant: text }, { requiredKeys: [] })
    if (method === 'GET')
      await fc.assert(
        fc.asyncProperty(known, async (query) =>
          check(`${route}?${new URLSearchParams(query as Record<string, string>)}`),
        ),
        { numRuns: 25 },
      )
    else if (hasInput)
      await fc.assert(
        fc.asyncProperty(fc.oneof(fc.jsonValue(), mutated(validBodies[name] ?? {})), async (body) =>
          check(route, JSON.stringify(body)),
        ),
        { numRuns: name === 'filters.save' ? 150 : 25 },
      )
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
  ]
  for (const path of odd) {
    const answer = await browser.send('GET', path)
    assert.ok(answer.status < 500, `${answer.status} ${path}`)
  }
  for (const cookie of [
    '=',
    ';;;',
    'madruga.session_token=%',
    'madruga.session_token=\u00e9.\u00ff',
    'XSRF-TOKEN'.repeat(300),
  ])
    assert.ok((await fetch(`${http.url}/api/bot`, { headers: { cookie } })).status < 500, cookie)
})

test("another driver's names are of no use anywhere", async () => {
  const [ana, eva] = [await enter(), await enter()]
  const names = ['driverId', 'driver_id', 'id', 'userId', 'user', 'driver']
  const evil = Object.fromEntries(names.map((name) => [name, eva.id]))
  const headers = Object.fromEntries(
    names.map((name) => [`x-${name.replace('_', '-').toLowerCase()}`, eva.id]),
  )
  http.asked.length = 0
  for (const { name, method, route } of owned) {
    if (name === 'log.live') continue
    const body = method === 'GET' ? undefined : { ...validBodies[name], ...evil }
    const answer = await ana.browser.send(method, `${route}?${new URLSearchParams(evil)}`, body, headers)
    assert.equal(answer.status, 200, name)
    await answer.arrayBuffer()
  }
  assert.deepEqual([...new Set(http.asked)], [ana.id])
  const found = await eva.browser.call<{ version: number }>('GET', '/api/filters/amazon')
  assert.equal(found.body.version, 0)
  const log = await eva.browser.call<{ lastSeq: number }>('GET', '/api/log')
  assert.equal(log.body.lastSeq, 0)
})

test('no answer carries the session token in its body', async () => {
  const ana = await http.addDriver()
  const browser = createBrowser(http.url)
  const bodies = [await (await browser.signIn(ana)).text()]
  const [token = ''] = decodeURIComponent(browser.jar.get('madruga.session_token') ?? '').split('.')
  assert.ok(token.length > 20)
  for (const { method, route, name } of plain)
    bodies.push(
      await (
        await browser.send(method, route, method === 'GET' ? undefined : (validBodies[name] ?? {}))
      ).text(),
    )
  assert.ok(bodies.every((body) => !body.includes(token)))
  assert.ok(http.journal.every((line) => !line.includes(token)))
})

test('floods are told to wait, by address and by driver', async () => {
  const small = await startTestHttp({
    limits: { address: { points: 12, windowS: 60 }, driver: { points: 3, windowS: 60 } },
  })
  try {
    const browser = createBrowser(small.url)
    await browser.signIn(await small.addDriver())
    const answers = []
    for (let turn = 0; turn < 14; turn++) answers.push(await browser.call('GET', '/api/bot'))
    assert.deepEqual(
      answers.slice(0, 4).map((each) => each.status),
      [200, 200, 200, 429],
    )
    const last = answers.at(-1)
    assert.deepEqual([last?.status, last?.body.code], [429, 'request.too_many'])
    assert.match(last?.headers.get('retry-after') ?? '', /^\d+$/)
    assert.equal((await fetch(`${small.url}/api/health`)).status, 429)
  } finally {
    await small.stop()
  }
})
