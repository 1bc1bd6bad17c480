import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Outputs } from '@madruga/core/contract.ts'
import { createBrowser, startTestHttp } from '../../http/testing.ts'
import { enterOperator } from '../../people/accounts/testing.ts'
import { matchNames } from '../admin.ts'

type Found = Outputs['admin']['find']

after(() => http.stop())

const run = (text: string, values: unknown[] = []) => http.database.database.pool.query(text, values)
const http = await startTestHttp()
const operator = await enterOperator(http)
const ana = await http.addDriver({ name: '=Ana', email: 'ana@example.com', phone: '13055550142' })
const maria = await http.addDriver({
  name: 'María José Núñez',
  email: 'mj.n@correo.example',
  phone: '17865550163',
})
await run(
  `insert into invoices (id, number, driver_id, kind, variant, state, time_zone, from_at, to_at, billed_to, items_cents, due_cents, created_at, issued_at)
     values ('i1', 'M-2026-000017', $1, 'week', 'amazon', 'unpaid', 'America/New_York', now(), now(),
       '{"name": "Ana", "email": "ana@example.com"}', 1050, 1050, now(), now())`,
  [ana.id],
)
await run(
  `insert into payments (id, reference, driver_id, invoice_id, state, charge_id, method, amount_cents, fee_cents, created_at, changed_at)
     values ('p1', 'P-7K2M9QXW', $1, 'i1', 'processing', 'ch_17', '{"kind": "card", "brand": "visa", "last4": "4242"}', 1050, 0, now(), now())`,
  [ana.id],
)
const search = async (text: string) =>
  (await operator.call<Found>('GET', `/api/admin/find?${new URLSearchParams({ text })}`)).body
const find = async (text: string) => (await search(text)).hits.map(({ kind, key }) => `${kind} ${key}`)
const download = async (query: Record<string, string>) => {
  const answer = await operator.send('GET', `/api/downloads/operator.csv?${new URLSearchParams(query)}`)
  return { status: answer.status, lines: (await answer.text()).trim().split('\r\n') }
}

test('one search finds drivers, invoices and payments by the start of what names them', async () => {
  assert.deepEqual(await find('ana@'), [`driver ${ana.id}`])
  assert.deepEqual(await find('ANA@EX'), [`driver ${ana.id}`])
  assert.deepEqual(await find('(305) 555-01'), [`driver ${ana.id}`])
  assert.deepEqual(await find('m-2026-000017'), ['invoice M-2026-000017'])
  assert.deepEqual(await find('p-7k2'), ['payment P-7K2M9QXW'])
  assert.deepEqual(await find('ch_17'), ['payment P-7K2M9QXW'])
  assert.deepEqual(await find('%%%'), [])
  assert.deepEqual(await find('___'), [])
})

test('drivers are found by any part of a name, whatever its accents, case and order', async () => {
  for (const text of [
    'María',
    'maria',
    'NÚÑEZ',
    'nunez',
    'jose',
    'Núñez María',
    'mar nun',
    'ari',
    'Mari\u0301a',
  ])
    assert.deepEqual(await find(text), [`driver ${maria.id}`], text)
  assert.equal((await search('nunez')).hits[0]?.by, 'name')
})

test('drivers are found by any part of an e-mail or of a phone number, however it is typed', async () => {
  for (const text of ['correo.example', 'j.n@', 'MJ.N']) {
    const { hits } = await search(text)
    assert.deepEqual(
      hits.map(({ key, by }) => [key, by]),
      [[maria.id, 'email']],
      text,
    )
  }
  const typed = [
    '5550163',
    '786 555',
    '(786) 555-0163',
    '+1 786.555.0163',
    '001-786-555-0163',
    '0163',
    '786\u2011555',
  ]
  for (const text of [...typed, '\u200e+1786', '７８６５５５', 'tel: 786/5550163']) {
    const { hits } = await search(text)
    assert.deepEqual(
      hits.filter(({ kind }) => kind === 'driver').map(({ key, by }) => [key, by]),
      [[maria.id, 'phone']],
      text,
    )
  }
})

test('an invoice or a payment is found by a part of its number', async () => {
  for (const text of ['2026-000017', '000017', 'm 2026 000017'])
    assert.deepEqual(await find(text), ['invoice M-2026-000017'], text)
  assert.deepEqual(await find('2M9QX'), ['payment P-7K2M9QXW'])
})

test("the lists of invoices and payments find a driver's by any part of a name, whatever its accents", async () => {
  for (const [list, key] of [
    ['invoices', 'number'],
    ['payments', 'reference'],
  ] as const) {
    const { body } = await operator.call<Record<string, Record<string, unknown>[]>>(
      'GET',
      `/api/accounting/${list}?text=${encodeURIComponent('Áná example')}`,
    )
    assert.deepEqual(
      body[list]?.map((row) => row[key]),
      [list === 'invoices' ? 'M-2026-000017' : 'P-7K2M9QXW'],
    )
  }
})

test('a search says when it found more than it shows, and is in the audit log once', async () => {
  for (let n = 0; n < 7; n++)
    await run(`insert into drivers (id, name, email) values ($1, 'Crowd', $1 || '@example.com')`, [
      `crowd${n}`,
    ])
  for (let n = 0; n < 2; n++) {
    const { hits, more } = await search('crowd')
    assert.deepEqual([hits.length, more], [5, true])
  }
  await operator.call('GET', '/api/admin/drivers?text=crowd')
  assert.equal((await search('nunez')).more, false)
  const { rows } = await run(
    `select details ->> 'text' as text from admin_actions where action = 'drivers.search' and details ->> 'text' in ('crowd', '')`,
  )
  assert.deepEqual(rows, [{ text: 'crowd' }])
})

test('among tens of thousands the search goes by indexes', async () => {
  await run(
    `insert into drivers (id, name, email) select 'mass' || n, 'Mass', 'mass' || n || '@example.com' from generate_series(1, 30000) n`,
  )
  // As autovacuum does: what was just inserted waits in a list that every search reads.
  await run('vacuum analyze drivers')
  const folded = foldedName()
  for (const where of [`${folded} like '%nunez%'`, `phone like '%5550163%'`]) {
    const { rows } = await run(`explain select id from drivers d where ${where} limit 5`)
    const plan = rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']).join('\n')
    assert.doesNotMatch(plan, /Seq Scan/, where)
  }
})

/** The expression of the statement, as it is sent. */
function foldedName(): string {
  const compiled = matchNames('nunez').compile(http.world.database.kysely).sql
  return compiled.slice(1, compiled.indexOf(' like '))
}

test('each list is a file, whole, and its export is in the audit log', async () => {
  for (let n = 0; n < 120; n++)
    await run(`insert into drivers (id, name, email) values ($1, 'Many', $1 || '@example.com')`, [`many${n}`])
  const drivers = await download({ list: 'drivers', text: 'many' })
  assert.equal(drivers.lines.length, 121)
  assert.equal(drivers.lines[0], '"Name","E-mail","Phone","App","Plan","Role","Status","Bot","Joined"')
  const spanish = await download({ list: 'drivers', text: 'many', language: 'es' })
  assert.match(spanish.lines[0] ?? '', /^"Nombre","Correo","Teléfono",/)
  const named = await download({ list: 'drivers', text: 'ana@example.com' })
  assert.match(
    named.lines[1] ?? '',
    /^"'=Ana","ana@example\.com","13055550142","amazon",/,
    'no formula in a spreadsheet',
  )
  assert.match(
    (await download({ list: 'invoices' })).lines[1] ?? '',
    /^"M-2026-000017","ana@example\.com","week","unpaid",.*,"10\.50","0\.00",/,
  )
  assert.match(
    (await download({ list: 'payments' })).lines[1] ?? '',
    /^"P-7K2M9QXW","M-2026-000017","ana@example\.com","processing","10\.50",/,
  )
  for (const list of ['coupons', 'support', 'jobs', 'audit'])
    assert.equal((await download({ list })).status, 200, list)
  const { rows } = await run(
    `select details ->> 'list' as list from admin_actions where action = 'lists.export' order by id`,
  )
  assert.deepEqual(
    rows.map((row: { list: string }) => row.list),
    ['drivers', 'drivers', 'drivers', 'invoices', 'payments', 'coupons', 'support', 'jobs', 'audit'],
  )
})

const readAudit = async (order: 'newest' | 'oldest', last?: number) =>
  (await http.world.admin.listActions({ limit: 3, order, before: last })).actions.map(({ id }) => id)

test('the audit log is read from either end, page by page', async () => {
  const [oldest, newest] = [await readAudit('oldest'), await readAudit('newest')]
  assert.deepEqual(
    oldest,
    oldest.toSorted((one, other) => one - other),
  )
  assert.ok(newest[0]! > oldest.at(-1)!)
  assert.ok((await readAudit('oldest', oldest.at(-1)))[0]! > oldest.at(-1)!)
  assert.ok((await readAudit('newest', newest.at(-1)))[0]! < newest.at(-1)!)
})

test('a driver exports no list of the console', async () => {
  const phone = createBrowser(http.url)
  assert.equal((await phone.signIn(ana)).status, 200)
  const answer = await phone.send('GET', '/api/downloads/operator.csv?list=drivers')
  assert.equal(answer.status, 403)
})
