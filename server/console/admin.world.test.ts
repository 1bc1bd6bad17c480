import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Outputs } from '@madruga/core/contract.ts'
import { createBrowser, giveSecondFactor, startTestHttp } from '../http/testing.ts'
import type { TestHttp } from '../http/testing.ts'
import { listOperations } from '../http/testing/operations.ts'
import { VERSION } from '../version.ts'

type Row = Outputs['admin']['setStatus']
type Page = Outputs['admin']['drivers']
type Actions = Outputs['admin']['audit']['actions']

const operations = listOperations().filter((each) => each.access === 'operator')
const generous = { points: 1_000_000, windowS: 60 }
const http = await startTestHttp({ limits: { address: generous, driver: generous } })
after(() => http.stop())

let people = 0
async function enter(person: Parameters<TestHttp['addDriver']>[0] = {}) {
  const driver = await http.addDriver({ email: `person${++people}@example.com`, ...person })
  const browser = createBrowser(http.url)
  const answer = await browser.signIn(driver)
  assert.equal(answer.status, 200)
  await answer.arrayBuffer()
  return { ...driver, browser }
}
async function enterOperator() {
  const operator = await enter({ role: 'operator', name: 'Olivia' })
  await giveSecondFactor(http.world, operator.id)
  return operator
}

/** The newest line of earlier tests: lines cannot be deleted. */
let cleared = 0
async function actions(): Promise<Actions> {
  const { rows } = await http.database.database.pool.query(
    `select id, actor, actor_id, action, driver_id as "driverId", driver_email as "driverEmail", details from admin_actions where id > $1 order by id`,
    [cleared],
  )
  return rows
}
async function clearActions(): Promise<void> {
  cleared = (await actions()).at(-1)?.id ?? cleared
}
const newsOf = async (driverId: string) =>
  (
    await http.database.database.pool.query<{ kind: string; params: object }>(
      'select kind, params from notifications where driver_id = $1 order by id',
      [driverId],
    )
  ).rows

test('the operations were read', () => assert.equal(operations.length, 47))

for (const { name, method, route } of operations)
  test(`${name} is refused to anyone but an operator, and nothing is recorded`, async () => {
    await clearActions()
    const path = route.replace(/\{\w+\}/, '1')
    const body = method === 'GET' ? undefined : {}
    const stranger = createBrowser(http.url)
    await (await stranger.send('GET', '/api/accounts/session')).arrayBuffer()
    const signedOut = await stranger.call(method, path, body)
    assert.deepEqual([signedOut.status, signedOut.body.code], [401, 'accounts.signed_out'])
    const { browser } = await enter()
    const refused = await browser.call(method, path, body)
    assert.deepEqual([refused.status, refused.body.code], [403, 'accounts.forbidden'])
    for (const status of ['inactive', 'suspended']) {
      const fallen = await enterOperator()
      await http.database.database.pool.query('update drivers set status = $1 where id = $2', [
        status,
        fallen.id,
      ])
      const powerless = await fallen.browser.call(method, path, body)
      assert.deepEqual([powerless.status, powerless.body.code], [403, 'accounts.forbidden'], status)
    }
    assert.deepEqual(await actions(), [])
  })

test('drivers are found by name, e-mail and phone, wildcards being letters like any other', async () => {
  const { browser } = await enterOperator()
  const maria = await enter({ name: 'María 100% Gómez', email: 'maria_g@example.com', phone: '13055550142' })
  await enter({ name: 'Maria G', email: 'mariaxg@example.com' })
  const find = async (text: string) =>
    (await browser.call<Page>('GET', `/api/admin/drivers?${new URLSearchParams({ text })}`)).body.drivers.map(
      (each) => each.email,
    )
  assert.deepEqual(await find('maria_g'), ['maria_g@example.com'])
  assert.deepEqual(await find('100%'), ['maria_g@example.com'])
  assert.deepEqual(await find('GÓMEZ'), ['maria_g@example.com'])
  assert.deepEqual(await find('(305) 555-0142'), ['maria_g@example.com'])
  assert.deepEqual(await find('%'), ['maria_g@example.com'])
  assert.deepEqual(await find('\\'), [])
  assert.deepEqual(await find("' or true --"), [])
  const { body } = await browser.call<Page>('GET', '/api/admin/drivers?text=maria_g')
  const { id, phone, role, status, phase } = body.drivers[0] as Row
  assert.deepEqual([id, phone, role, status, phase], [maria.id, '13055550142', 'driver', 'active', null])
})

test('the oldest first are the newest first backwards, page by page', async () => {
  const { browser } = await enterOperator()
  await http.database.database.pool.query(
    `insert into drivers (id, name, email, created_at) select 'turn' || n, 'Turn', 'turn' || n || '@example.com',
      timestamptz '2026-02-01 00:00:00Z' + (n / 3) * interval '1 second' from generate_series(1, 23) n`,
  )
  const readAll = async (order: string) => {
    const seen: string[] = []
    let next: string | null = null
    do {
      const query = new URLSearchParams({ text: 'turn', order, limit: '5', ...(next && { after: next }) })
      const { body } = await browser.call<Page>('GET', `/api/admin/drivers?${query}`)
      seen.push(...body.drivers.map((each) => each.id))
      next = body.next
    } while (next !== null)
    return seen
  }
  const newest = await readAll('newest')
  assert.equal(newest.length, 23)
  assert.deepEqual(await readAll('oldest'), newest.toReversed())
})

test('pages follow each other without a gap or a double, though many came in the same instant', async () => {
  const { browser } = await enterOperator()
  await http.database.database.pool.query(
    `insert into drivers (id, name, email, created_at) select 'mass' || n, 'Mass', 'mass' || n || '@example.com',
      timestamptz '2026-01-01 00:00:00.123456Z' + (n / 10) * interval '1 microsecond' from generate_series(1, 57) n`,
  )
  const seen: string[] = []
  let next: string | null = null
  do {
    const query = new URLSearchParams({ text: 'mass', limit: '10', ...(next && { after: next }) })
    const { body } = await browser.call<Page>('GET', `/api/admin/drivers?${query}`)
    assert.equal(body.total, 57)
    seen.push(...body.drivers.map((each) => each.id))
    next = body.next
  } while (next !== null)
  assert.equal(seen.length, 57)
  assert.equal(new Set(seen).size, 57)
  for (const bad of [
    'x',
    'bnVsbA',
    Buffer.from('["2026-02-30T00:00:00.000000Z","a"]').toString('base64url'),
  ]) {
    const refused = await browser.call('GET', `/api/admin/drivers?after=${bad}`)
    assert.deepEqual([refused.status, refused.body.code], [400, 'request.invalid'])
  }
})

const reads = async ({ browser }: { browser: ReturnType<typeof createBrowser> }) =>
  (await browser.call('GET', '/api/accounts/profile')).status

test('an account that is closed, and an operator who falls, are signed out at once; who is suspended reads on', async () => {
  const operator = await enterOperator()
  const change = async (id: string, status: string) => {
    const route = `/api/admin/drivers/${id}/status`
    assert.equal((await operator.browser.call('POST', route, { status, reason: 'They left' })).status, 200)
  }
  const [driver, colleague] = [await enter(), await enterOperator()]
  await change(driver.id, 'suspended')
  assert.equal(await reads(driver), 200)
  await change(driver.id, 'inactive')
  assert.equal(await reads(driver), 401)
  await change(colleague.id, 'suspended')
  assert.equal(await reads(colleague), 401)
})

test('a suspended driver reads why, is told, and it is written down who did it', async () => {
  const operator = await enterOperator()
  const driver = await enter()
  await clearActions()
  const change = { status: 'suspended', reason: 'Two invoices are open' }
  const { status, body } = await operator.browser.call<Row>(
    'POST',
    `/api/admin/drivers/${driver.id}/status`,
    change,
  )
  assert.deepEqual([status, body.status, body.statusReason], [200, 'suspended', 'Two invoices are open'])
  const [action, ...more] = await actions()
  assert.deepEqual(more, [])
  assert.deepEqual(
    [action?.actor, action?.action, action?.driverId, action?.driverEmail, action?.details],
    [
      operator.email,
      'drivers.set_status',
      driver.id,
      driver.email,
      { before: 'active', after: 'suspended', reason: 'Two invoices are open' },
    ],
  )
  assert.deepEqual(await newsOf(driver.id), [{ kind: 'account_status', params: change }])
  const again = await operator.browser.call<Row>('POST', `/api/admin/drivers/${driver.id}/status`, {
    status: 'active',
    reason: 'Paid',
  })
  assert.deepEqual([again.body.status, again.body.statusReason], ['active', null])
  assert.equal((await newsOf(driver.id)).length, 2)
})

test('a failure leaves nothing: no change, no audit line, no notification', async () => {
  const operator = await enterOperator()
  const driver = await enter()
  await clearActions()
  const path = `/api/admin/drivers/${operator.id}/status`
  const own = await operator.browser.call('POST', path, { status: 'inactive', reason: 'Holiday' })
  assert.deepEqual([own.status, own.body.code], [409, 'admin.not_oneself'])
  for (const each of operations) {
    if (each.method === 'GET' || !each.route.includes('{id}')) continue
    const route = each.route.replace('{id}', each.route.includes('support') ? '999999' : 'nobody')
    const body = { status: 'suspended', reason: 'x', deviceId: 'd', text: 'Hello' }
    const { status } = await operator.browser.call(each.method, route, body)
    assert.equal(status, 404, each.name)
  }
  for (const reason of ['', '   ', 'x'.repeat(501), 'a\u0000b', '\ud800']) {
    const { status } = await operator.browser.call('POST', `/api/admin/drivers/${driver.id}/status`, {
      status: 'suspended',
      reason,
    })
    assert.equal(status, 400)
  }
  // The audit log cannot be written: the whole change is rolled back.
  const { pool } = http.database.database
  await pool.query('alter table admin_actions add constraint planted check (false) not valid')
  const { status } = await operator.browser.call('POST', `/api/admin/drivers/${driver.id}/status`, {
    status: 'suspended',
    reason: 'x',
  })
  const device = await operator.browser.call('POST', `/api/admin/drivers/${driver.id}/device`, {
    deviceId: 'd',
  })
  const ended = await operator.browser.call('POST', `/api/admin/drivers/${driver.id}/end-sessions`, {})
  const kill = await operator.browser.call('POST', '/api/admin/kill', { killed: true, reason: 'x' })
  await pool.query('alter table admin_actions drop constraint planted')
  assert.deepEqual([status, device.status, ended.status, kill.status], [500, 500, 500, 500])
  const { rows } = await pool.query(
    `select status, device_id, (select count(*) from sessions where driver_id = d.id) as sessions,
      (select killed from service_state) as killed from drivers d where id = $1`,
    [driver.id],
  )
  assert.deepEqual(rows, [{ status: 'active', device_id: null, sessions: 1, killed: false }])
  assert.deepEqual(await newsOf(driver.id), [])
  assert.deepEqual(await actions(), [])
})

test('a line of the audit log is neither changed nor removed, by a statement by hand either', async () => {
  const [operator, driver] = [await enterOperator(), await enter()]
  await clearActions()
  const suspended = { status: 'suspended', reason: 'fraud' }
  await operator.browser.call('POST', `/api/admin/drivers/${driver.id}/status`, suspended)
  const kept = await actions()
  assert.equal(kept.length, 1)
  for (const statement of [
    "update admin_actions set actor = 'somebody else'",
    'delete from admin_actions',
    'truncate admin_actions',
  ])
    await assert.rejects(
      http.database.database.pool.query(statement),
      /admin_actions is append-only/,
      statement,
    )
  assert.deepEqual(await actions(), kept)
})

test('a device is enabled and removed, and both are audited', async () => {
  const operator = await enterOperator()
  const driver = await enter()
  await clearActions()
  const set = async (deviceId: string | null) =>
    (await operator.browser.call<Row>('POST', `/api/admin/drivers/${driver.id}/device`, { deviceId })).body
      .deviceId
  assert.equal(await set('  device-7 '), 'device-7')
  assert.equal(await set('   '), null)
  assert.deepEqual(
    (await actions()).map(({ action, details }) => [action, details]),
    [
      ['drivers.set_device', { before: null, after: 'device-7' }],
      ['drivers.set_device', { before: 'device-7', after: null }],
    ],
  )
})

test('a driver is signed out everywhere, their live log with it, and no one else is', async () => {
  const operator = await enterOperator()
  const driver = await enter()
  const second = createBrowser(http.url)
  await (await second.signIn(driver)).arrayBuffer()
  const live = await driver.browser.send('GET', '/api/log/live')
  assert.equal(live.status, 200)
  const drained = live.text()
  const { body } = await operator.browser.call<{ ended: number }>(
    'POST',
    `/api/admin/drivers/${driver.id}/end-sessions`,
    {},
  )
  assert.equal(body.ended, 2)
  await drained
  for (const browser of [driver.browser, second])
    assert.equal((await browser.call('GET', '/api/bot')).status, 401)
  assert.equal((await operator.browser.call('GET', '/api/admin/service')).status, 200)
})

test('the switches are set together with their reason, and the service shows them', async () => {
  const operator = await enterOperator()
  await clearActions()
  const closed = { serverAvailable: false, minimumAppVersion: '0.2.0', reason: 'Update' }
  assert.equal((await operator.browser.call('PUT', '/api/admin/service', closed)).status, 200)
  const killed = await operator.browser.call('POST', '/api/admin/kill', { killed: true, reason: 'Trouble' })
  const state = { serverAvailable: false, killed: true, minimumAppVersion: '0.2.0' }
  assert.deepEqual(killed.body, state)
  const { body } = await operator.browser.call<Outputs['admin']['service']>('GET', '/api/admin/service')
  assert.deepEqual(body.state, state)
  assert.ok(body.drivers > 0)
  assert.equal(body.phases.running, 0)
  assert.deepEqual(
    (await actions()).map(({ action, details }) => [action, details['reason']]),
    [
      ['service.set', 'Update'],
      ['service.kill', 'Trouble'],
    ],
  )
  const odd = await operator.browser.call('PUT', '/api/admin/service', {
    ...closed,
    minimumAppVersion: '1.2',
  })
  assert.equal(odd.status, 400)
  const above = await operator.browser.call<{ code: string; params: unknown }>('PUT', '/api/admin/service', {
    ...closed,
    minimumAppVersion: VERSION.replace(/\d+$/, (patch) => String(Number(patch) + 1)),
  })
  assert.deepEqual(
    [above.status, above.body.code, above.body.params],
    [422, 'admin.version_not_served', { version: VERSION }],
  )
  const open = { serverAvailable: true, minimumAppVersion: '0.0.0', reason: 'Done' }
  await operator.browser.call('PUT', '/api/admin/service', open)
  await operator.browser.call('POST', '/api/admin/kill', { killed: false, reason: 'Done' })
})

test('jobs and messages that gave up are tried again, one or all, and the audit log has what was', async () => {
  const operator = await enterOperator()
  await clearActions()
  const { pool } = http.database.database
  await pool.query(
    `insert into job_runs (job, ran_at, failures, failed_at, last_error, retry_at)
     select 'test.retry_' || n, now(), 3, now(), 'no', now() + interval '1 minute' from generate_series(1, 2) n`,
  )
  await pool.query(
    `insert into outbox (driver_id, channel, recipient, template, event, sealed_content, seal_row, state, attempts, error)
     select $1, 'email', 'ana@example.com', 'news', 'retry:' || n, 'x', 'row', 'given_up', 8, 'timeout'
     from generate_series(1, 3) n`,
    [operator.id],
  )
  const retry = async (what: string, one: object): Promise<unknown> =>
    (await operator.browser.call<{ retried: number }>('POST', `/api/admin/${what}/retry`, one)).body.retried
  const list = async () =>
    (
      await operator.browser.call<Outputs['admin']['messages']>('GET', '/api/admin/messages?state=given_up')
    ).body.messages.filter(({ canRetry }) => canRetry)
  assert.equal(await retry('jobs', { job: 'test.retry_1' }), 1)
  assert.equal(await retry('jobs', { job: 'test.retry_none' }), 0)
  assert.equal(await retry('jobs', {}), 2, 'it fails until a turn of it succeeds')
  const [first, ...others] = await list()
  assert.equal(others.length, 2)
  assert.equal(await retry('messages', { id: first?.id }), 1)
  assert.equal(await retry('messages', {}), 2)
  assert.deepEqual(await list(), [])
  assert.deepEqual(
    (await actions()).map(({ action, details }) => [action, details]),
    [
      ['jobs.retry', { subject: 'test.retry_1', retried: 1 }],
      ['jobs.retry', { retried: 2 }],
      ['messages.retry', { messageId: first?.id, retried: 1 }],
      ['messages.retry', { retried: 2 }],
    ],
  )
})

test('a request goes from the driver to the operator and back, and is closed', async () => {
  const operator = await enterOperator()
  const driver = await enter()
  await clearActions()
  const asked = await driver.browser.call<Outputs['support']['open']>('POST', '/api/support/requests', {
    topic: 'filters',
    text: ' No station is shown ',
  })
  assert.equal(asked.status, 200)
  const { id } = asked.body
  const inbox = await operator.browser.call<Outputs['admin']['requests']>(
    'GET',
    '/api/admin/support?state=open&topic=filters',
  )
  const found = inbox.body.requests.find((request) => request.id === id)
  assert.deepEqual([found?.driverEmail, found?.messages[0]?.text], [driver.email, 'No station is shown'])
  const answered = await operator.browser.call<Outputs['support']['open']>(
    'POST',
    `/api/admin/support/${id}/replies`,
    { text: 'Press Sync first' },
  )
  assert.deepEqual([answered.body.state, answered.body.dueAt], ['answered', null])
  assert.deepEqual(await newsOf(driver.id), [{ kind: 'support_replied', params: { requestId: id } }])
  for (const _ of [1, 2]) await operator.browser.call('POST', `/api/admin/support/${id}/close`, {})
  const own = await driver.browser.call<Outputs['support']['list']>('GET', '/api/support/requests')
  assert.equal(own.body.requests[0]?.state, 'closed')
  const said = await actions()
  assert.deepEqual(
    said.map(({ action, driverEmail }) => [action, driverEmail]),
    [
      ['support.reply', driver.email],
      ['support.close', driver.email],
    ],
  )
  assert.ok(!JSON.stringify(said).includes('Press Sync'))
  const stranger = await enter()
  const foreign = await stranger.browser.call('POST', `/api/support/requests/${id}/replies`, { text: 'Hi' })
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'support.not_found'])
})

test('simultaneous answers of several operators are all stored and all sent', async () => {
  const operators = await Promise.all([enterOperator(), enterOperator()])
  const driver = await enter()
  const asked = await driver.browser.call<Outputs['support']['open']>('POST', '/api/support/requests', {
    topic: 'other',
    text: 'Hello?',
  })
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, count) =>
      operators[count % 2]?.browser.call('POST', `/api/admin/support/${asked.body.id}/replies`, {
        text: `Answer ${count}`,
      }),
    ),
  )
  assert.ok(answers.every((answer) => answer?.status === 200))
  const own = await driver.browser.call<Outputs['support']['list']>('GET', '/api/support/requests')
  assert.equal(new Set(own.body.requests[0]?.messages.map((message) => message.text)).size, 13)
  assert.equal((await newsOf(driver.id)).length, 12)
})

test('the audit log is read newest first, page by page, and by driver', async () => {
  const operator = await enterOperator()
  const driver = await enter()
  await clearActions()
  for (const deviceId of ['a', 'b', 'c'])
    await operator.browser.call('POST', `/api/admin/drivers/${driver.id}/device`, { deviceId })
  await operator.browser.call('POST', `/api/admin/drivers/${operator.id}/device`, { deviceId: 'own' })
  const read = async (query: Record<string, string>) =>
    (
      await operator.browser.call<Outputs['admin']['audit']>(
        'GET',
        `/api/admin/audit?${new URLSearchParams(query)}`,
      )
    ).body
  const first = await read({ limit: '2' })
  assert.deepEqual([first.actions.map((each) => each.details['after']), first.more], [['own', 'c'], true])
  const second = await read({ limit: '2', before: String(first.actions[1]?.id) })
  assert.deepEqual(
    second.actions.map((each) => each.details['after']),
    ['b', 'a'],
  )
  const mine = await read({ driverId: driver.id })
  assert.deepEqual([mine.actions.length, mine.actions[0]?.actor, mine.more], [3, operator.email, false])
})
