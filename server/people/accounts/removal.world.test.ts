import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import type { Pool } from 'pg'
import type { RuleResult } from '@madruga/core/filters.ts'
import { streamAccount } from '../accounts.ts'
import { untilLocked } from '../../db/testing.ts'
import { startTestHttp } from '../../http/testing.ts'
import { createLogWriter, recordEntries } from '../../driver/log.ts'
import { dumpTables, enter, forgetLimits, setPhase, visit } from './testing.ts'
import { systemClock } from '../../kit/clock.ts'
import { SECTIONS as EXPORTED } from '../../product.ts'
import { realNow } from '../../kit/testing.ts'

const http = await startTestHttp()
after(() => http.stop())
beforeEach(() => forgetLimits(http))

/** The name of each table in the export, and the excluded tables. */
const SECTIONS: Record<string, string | null> = {
  sessions: 'sessions',
  passkeys: 'passkeys',
  platform_accounts: 'platformAccounts',
  member_months: 'memberMonths',
  driver_stations: 'stations',
  filters: 'filters',
  bots: 'bots',
  attempts: 'attempts',
  awards: 'awards',
  // Until the log says it.
  award_others: null,
  blocks: 'blocks',
  log_entries: 'log',
  log_ignored: 'log',
  day_figures: 'days',
  offer_hours: 'hours',
  check_ins: 'checkIns',
  releases: 'releases',
  reminder_skips: 'reminderSkips',
  calendar_links: 'calendarLinks',
  confirmations: 'confirmations',
  shadow_runs: 'shadowRuns',
  shadow_offers: 'shadowOffers',
  autostart_tasks: 'autostartTasks',
  autostart_firings: 'autostartFirings',
  locations: 'location',
  instant_days: 'instantDays',
  request_hours: 'requests',
  notifications: 'notifications',
  notification_settings: 'notificationSettings',
  push_devices: 'pushDevices',
  outbox: 'messages',
  support_requests: 'supportRequests',
  admin_actions: 'operatorActions',
  ledger_accounts: 'balances',
  ledger_entries: 'ledger',
  subscription_periods: 'subscriptions',
  payers: 'payer',
  invoices: 'invoices',
  invoice_items: 'invoiceItems',
  credit_notes: 'creditNotes',
  payments: 'payments',
  coupon_uses: 'coupons',
  referral_codes: 'referralCodes',
  invitations: 'invitations',
  referrals: 'referrals',
  // A hash, digests, recorded answers, the number of the last line, up to when weeks are closed, and when a
  // bot continues.
  credentials: null,
  idempotency_keys: null,
  week_closings: null,
  demo_weeks: null,
  code_tickets: null,
  log_heads: null,
  search_polls: null,
  driver_cards: null,
  operator_factors: null,
  operator_backup_codes: null,
}

/** A row of every kind for a driver; each contains `mark`. */
async function fill(pool: Pool, driverId: string, mark: string): Promise<void> {
  const write = (text: string, ...values: unknown[]) => pool.query(text, values)
  await write(
    `insert into stations (platform, id, variant, code, name, city, state, programme, latitude, longitude, time_zone)
     values ('market', 's1', 'amazon', 'VNY1', 'Midtown', 'New York', 'NY', 'parcels', 1, 1, 'UTC') on conflict do nothing`,
  )
  await write("insert into driver_stations values ($1, 'market', 's1')", driverId)
  await write('insert into search_polls values ($1, now())', driverId)
  await write(
    `insert into passkeys (driver_id, credential_id, public_key, counter, name, created_at)
     values ($1, $2, 'public key', 0, $3, now())`,
    driverId,
    randomUUID(),
    mark,
  )
  await write('insert into driver_cards values ($1, $2)', driverId, `digest of ${randomUUID()}`)
  await write(
    `insert into platform_accounts (driver_id, variant, platform, email, sealed_password, sealed_tokens, platform_driver_id)
     values ($1, 'amazon', 'market', 'at-market@example.com', 'encrypted password', 'encrypted tokens', $2)`,
    driverId,
    mark,
  )
  await write("insert into member_months values ($1, $2, '2026-12', 1250, 'EUR', now())", driverId, mark)
  for (const version of [1, 2])
    await write(
      "insert into filters (driver_id, variant, version, body) values ($1, 'amazon', $2, $3)",
      driverId,
      version,
      { mark },
    )
  await write("insert into bots (driver_id, variant, custom) values ($1, 'amazon', $2)", driverId, { mark })
  const attempt = await write(
    `insert into attempts (driver_id, platform, offer_id, offer, rules, gen, epoch, filter_version, state)
     values ($1, 'market', $2, '{}', '[]', 1, 1, 1, 'accepted') returning id`,
    driverId,
    mark,
  )
  const award = await write(
    `insert into awards (driver_id, platform, shift_id, offer_id, offer, decided_at)
     values ($1, 'market', $2, $2, '{}', now()) returning id`,
    driverId,
    mark,
  )
  await write(
    "insert into award_others values ($2, $1, '{}', '[]', 1)",
    driverId,
    (award.rows[0] as { id: string }).id,
  )
  await write(
    `insert into blocks (id, driver_id, platform, platform_block_id, offer_id, attempt_id, station_id, kind, start_at, end_at, pay_cents)
     values ($2, $1, 'market', $2, $2, $3, 's1', 'block', now(), now(), 4200)`,
    driverId,
    mark,
    (attempt.rows[0] as { id: number }).id,
  )
  await write(
    'insert into check_ins (block_id, driver_id, asked_at, fee_cents) values ($2, $1, now(), 200)',
    driverId,
    mark,
  )
  await write(
    'insert into releases (block_id, driver_id, asked_at, late) values ($2, $1, now(), true)',
    driverId,
    mark,
  )
  await write('insert into reminder_skips (block_id, driver_id, at) values ($2, $1, now())', driverId, mark)
  await write(
    "insert into calendar_links (driver_id, digest, sealed_secret) values ($1, $2, 'encrypted secret')",
    driverId,
    mark,
  )
  await write(
    `insert into confirmations (id, driver_id, platform, offer_id, offer, rules, filter_version, expires_at)
     values ($2, $1, 'market', $2, '{}', '[]', 1, now())`,
    driverId,
    mark,
  )
  await write(
    `insert into shadow_runs (id, driver_id, variant, mode, started_at, ends_at)
     values ($2, $1, 'amazon', 'regular', now(), now())`,
    driverId,
    mark,
  )
  await write(
    `insert into shadow_offers (run_id, driver_id, offer_id, offer, rules, station_code, filter_version, seen_at)
     values ($2, $1, $2, '{}', '[]', $2, 1, now())`,
    driverId,
    mark,
  )
  await write(
    `insert into autostart_tasks (id, driver_id, action, mode, minute, time_zone, from_day, to_day)
     values ($2, $1, 'start', 'regular', 270, 'UTC', '2026-11-22', '2026-11-22')`,
    driverId,
    mark,
  )
  await write(
    `insert into autostart_firings (task_id, day, driver_id, due_at, fired_at, outcome)
     values ($2, '2026-11-22', $1, now(), now(), 'done')`,
    driverId,
    mark,
  )
  await write(
    'insert into locations (driver_id, latitude, longitude, label) values ($1, 25.8, -80.2, $2)',
    driverId,
    mark,
  )
  await write(
    "insert into instant_days (driver_id, day, first_at) values ($1, '2026-11-21', now())",
    driverId,
  )
  await write(
    'insert into offer_hours (driver_id, hour_at, station_id, missed) values ($1, now(), $2, 1)',
    driverId,
    mark,
  )
  await write("insert into day_figures (driver_id, day, seen) values ($1, '2026-11-21', 7)", driverId)
  await write('insert into request_hours (driver_id, hour_at, used) values ($1, now(), 7)', driverId)
  await write(
    "insert into notifications (driver_id, kind, params, event) values ($1, 'run_over', $2, 'one')",
    driverId,
    { mark },
  )
  await write(
    "insert into notification_settings (driver_id, routes, channels, quiet, repeat) values ($1, $2, '{}', '{}', '{}')",
    driverId,
    { mark },
  )
  await write(
    "insert into push_devices (id, driver_id, endpoint, p256dh, auth, user_agent) values ($2, $1, $2, 'device key', 'device auth', $2)",
    driverId,
    mark,
  )
  await write(
    `insert into outbox (driver_id, channel, recipient, template, event, sealed_content, seal_row)
     values ($1, 'email', $2, 'news', $2, 'encrypted content', 'x')`,
    driverId,
    mark,
  )
  const request = await write(
    'insert into support_requests (driver_id, topic) values ($1, $2) returning id',
    driverId,
    mark,
  )
  await write(
    "insert into support_messages (request_id, author, text) values ($1, 'driver', $2)",
    (request.rows[0] as { id: number }).id,
    mark,
  )
  await write(
    "insert into admin_actions (actor, action, driver_id, details) values ('the operator', 'drivers.set_device', $1, $2)",
    driverId,
    { mark },
  )
  await write(
    "insert into idempotency_keys (scope, driver_id, key, request_hash, answer) values ('billing.buy', $1, $2, 'digest', $3)",
    driverId,
    mark,
    { mark },
  )
  await fillLedger(pool, driverId)
  await fillReferrals(pool, driverId, mark)
  await fillInvoices(pool, driverId, mark)
}

/** A line in parts, whose own part has the mark. */
async function ignoreOffer(driverId: string, mark: string): Promise<void> {
  const offer = { ...OFFER, startAt: realNow(), endAt: realNow() }
  const rules = [{ rule: 'price_net', passed: false, value: mark, limit: 1, bound: 'min' }] as RuleResult[]
  const data = { offer, stationCode: 'VNY1', filterVersion: 1, rules, ignoredFor: 'price' } as const
  const writer = createLogWriter({ db: http.database.database.kysely, clock: systemClock })
  const decision = { driverId, stationId: 's1', at: realNow(), ignoredFor: 'price', hidden: false } as const
  writer.decide({ ...decision, data: () => ({ ...data, rules }) })
  await writer.close()
}

const OFFER = {
  id: 'an offer to all',
  stationId: 's1',
  kind: 'block',
  payCents: 4_200,
  tipCents: 0,
  miles: null,
  stops: null,
  batched: false,
  expiresAt: null,
} as const

/** A paid week, bought with a coupon: only its anonymous parts outlive the driver. */
async function fillInvoices(pool: Pool, driverId: string, mark: string): Promise<void> {
  const write = (text: string, ...values: unknown[]) => pool.query(text, values)
  const [id, number] = [randomUUID(), `M-2026-${String(nextNumber++).padStart(6, '0')}`]
  await write('insert into week_closings values ($1, now(), now())', driverId)
  await write(
    "insert into subscription_periods values ($1, 'advanced', now(), now() + interval '7 days')",
    driverId,
  )
  await write('insert into payers values ($1, $2, null, false, now())', driverId, `customer of ${mark}`)
  await write(
    `insert into coupons (code, cut, applies_to, from_at, created_at, actor)
     values ('WELCOME', '{"kind":"percent","percent":10}', 'everything', now(), now(), 'the operator') on conflict do nothing`,
  )
  await write(
    `insert into invoices (id, number, driver_id, kind, variant, state, time_zone, from_at, to_at, plan, days, billed_to, coupon_code,
       items_cents, due_cents, created_at, issued_at)
     values ($2, $3, $1, 'subscription', 'amazon', 'paid', 'UTC', now(), now(), 'advanced', 7, $4, 'WELCOME', 2500, 2500, now(), now())`,
    driverId,
    id,
    number,
    { name: mark, email: 'mark@example.com' },
  )
  await write(
    `insert into invoice_items (invoice_id, position, kind, reference, cents, at, driver_id)
     values ($2, 1, 'subscription_week', $2, 2500, now(), $1)`,
    driverId,
    id,
  )
  await write(
    `insert into payments (id, reference, driver_id, invoice_id, state, customer_id, method, amount_cents, fee_cents, created_at, changed_at)
     values ($2, $3, $1, $2, 'paid', $4, $5, 2500, 0, now(), now())`,
    driverId,
    id,
    `P-${number.slice(-6)}XX`,
    `customer of ${mark}`,
    { id: 'pm_1', kind: 'card', brand: 'visa', last4: mark },
  )
  await write("insert into credit_notes values ($2, $3, $1, 'refund', 100, '', now())", driverId, number, id)
  await write("insert into coupon_uses values ('WELCOME', $1, $2)", driverId, id)
}

let nextNumber = 1

/** Friends that a driver referred; the rows identify no one else. */
async function fillReferrals(pool: Pool, driverId: string, mark: string): Promise<void> {
  const code = `CODE${mark.slice(-3).toUpperCase()}`
  await pool.query('insert into referral_codes values ($1, $2)', [driverId, code])
  await pool.query("insert into invitations (driver_id, phone, sent_at) values ($1, '17865550100', now())", [
    driverId,
  ])
  await pool.query('insert into referrals (friend_id, driver_id, joined_at) values ($2, $1, now())', [
    driverId,
    `friend of ${mark}`,
  ])
}

/** A driver's debts, without the mark: the log outlives them anonymously. */
async function fillLedger(pool: Pool, driverId: string): Promise<void> {
  await pool.query(
    `with account as (
       insert into ledger_accounts (driver_id, kind) values ($1, 'receivable') returning id
     ), row as (
       insert into ledger_entries (at, kind, reference, driver_id, memo, line_count)
       values (now(), 'invoice', gen_random_uuid(), $1, 'a week', 2) returning id
     )
     insert into ledger_lines
     select row.id, account.id, 500 from row, account
     union all select row.id, a.id, -500 from row, ledger_accounts a where a.kind = 'revenue.blocks'`,
    [driverId],
  )
}

const hex = (secret: string) => Buffer.from(secret).toString('hex')

async function readTables(): Promise<string[]> {
  const { rows } = await http.database.database.pool.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and column_name in ('driver_id', 'driver_number')
       and table_name !~ '^log_(entries|ignored)_'`,
  )
  return rows.map((row) => row.name)
}

async function download(browser: Awaited<ReturnType<typeof visit>>) {
  const answer = await browser.send('GET', '/api/downloads/account.json')
  assert.equal(answer.status, 200)
  const text = await answer.text()
  return {
    answer,
    text,
    data: JSON.parse(text) as Record<string, Record<string, unknown>[]> & {
      profile: Record<string, unknown>
    },
  }
}

test('a driver saves all that is held about them, and nothing of anybody else or of secrets', async () => {
  const { pool, kysely } = http.database.database
  const [eva, luz] = [
    await enter(http, { email: 'eva@example.com', phone: '13055550145' }),
    await enter(http),
  ]
  await fill(pool, eva.id, 'mark-of-eva')
  await fill(pool, luz.id, 'mark-of-luz')
  await ignoreOffer(eva.id, 'mark-of-eva')
  await ignoreOffer(luz.id, 'mark-of-luz')
  for (const { id } of [eva, luz])
    await kysely
      .transaction()
      .execute((tx) =>
        recordEntries(tx, id, [
          { at: realNow(), type: 'filter.saved', data: { variant: 'amazon', version: 2, edition: 'basic' } },
        ]),
      )
  const { answer, text, data } = await download(eva)
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /filename="madruga-account-\d{4}-\d\d-\d\d\.json"/,
  )
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.deepEqual([data.profile['email'], data.profile['phone']], ['eva@example.com', '13055550145'])
  // A new table must be exported here or excluded on purpose.
  assert.deepEqual((await readTables()).toSorted(), Object.keys(SECTIONS).toSorted())
  for (const section of Object.values(SECTIONS))
    if (section) assert.ok((data[section]?.length ?? 0) > 0, section)
  assert.deepEqual(
    data['filters']?.map((row) => row['version']),
    [1, 2],
  )
  assert.match(JSON.stringify(data['supportRequests']?.[0]?.['messages']), /mark-of-eva/)
  assert.deepEqual(
    [data['ledger']?.[0]?.['owed_cents'], data['balances']?.[0]?.['balance_cents']],
    [500, 500],
  )
  // In every exported column, and in no other.
  assert.equal(text.match(/mark-of-eva/g)?.length, 37)
  assert.ok(!text.includes('mark-of-luz') && !text.includes(luz.email) && !text.includes(luz.id))
  for (const secret of [
    'argon2',
    'encrypted',
    'device key',
    'device auth',
    'the operator',
    hex('encrypted password'),
    hex('encrypted tokens'),
    hex('encrypted content'),
    hex('encrypted secret'),
  ])
    assert.ok(!text.includes(secret), secret)
  const tokens = await kysely.selectFrom('sessions').select('token').execute()
  assert.ok(tokens.length > 0 && tokens.every(({ token }) => !text.includes(token)))
})

test('a long history comes page by page, in order and without gaps', async () => {
  const eva = await enter(http)
  const { pool, kysely } = http.database.database
  const at = realNow()
  const lines = Array.from({ length: 1_700 }, (_, version) => ({
    at: at + Math.floor(version / 7),
    type: 'filter.saved' as const,
    data: { variant: 'amazon' as const, version, edition: 'basic' as const },
  }))
  await kysely.transaction().execute((tx) => recordEntries(tx, eva.id, lines))
  await pool.query(
    `insert into filters (driver_id, variant, version, body) select $1, v, n, '{}' from generate_series(1, 600) n, unnest('{amazon,spark}'::text[]) v`,
    [eva.id],
  )
  const pieces = []
  for await (const piece of streamAccount(kysely, EXPORTED, eva.id)) pieces.push(piece.length)
  assert.ok(pieces.length > 20 && Math.max(...pieces) < 150_000)
  const { data } = await download(eva)
  assert.deepEqual(
    data['log']?.map((row) => row['seq']),
    lines.map((_, index) => index + 1),
  )
  const versions = data['filters']?.map((row) => `${String(row['variant'])} ${String(row['version'])}`)
  const all = ['amazon', 'spark'].flatMap((variant) =>
    Array.from({ length: 600 }, (_, n) => `${variant} ${n + 1}`),
  )
  assert.deepEqual(versions, all)
})

test('an account is deleted while a search still writes its figures', async () => {
  const { pool } = http.database.database
  const eva = await enter(http)
  await pool.query("insert into day_figures (driver_id, day, seen) values ($1, '2026-11-21', 7)", [eva.id])
  const writer = await pool.connect()
  await writer.query('begin')
  await writer.query('update day_figures set seen = 8 where driver_id = $1', [eva.id])
  const removed = eva.post('/remove', { password: eva.password })
  await untilLocked(pool)
  await writer.query(
    "insert into offer_hours (driver_id, hour_at, station_id, missed) values ($1, now(), 's1', 1)",
    [eva.id],
  )
  await writer.query('commit')
  writer.release()
  assert.deepEqual([(await removed).status, (await removed).body], [200, {}])
  assert.ok(!(await dumpTables(http)).includes(`(${eva.id}`))
})

test("deleting an account leaves only operators' actions, and sends a farewell", async () => {
  const { pool, kysely } = http.database.database
  const [eva, luz] = [await enter(http, { email: 'gone@example.com' }), await enter(http)]
  const phone = await visit(http)
  await phone.signIn(eva)
  await fill(pool, eva.id, 'mark-of-gone')
  await ignoreOffer(eva.id, 'mark-of-gone')
  await eva.startReset(eva.email)
  const entry = {
    at: realNow(),
    type: 'filter.saved',
    data: { variant: 'amazon', version: 2, edition: 'basic' },
  } as const
  await kysely.transaction().execute((tx) => recordEntries(tx, eva.id, [entry]))
  const start = http.sent.length
  await setPhase(http, eva.id, 'running')
  assert.equal((await eva.post('/remove', { password: eva.password })).body.code, 'accounts.bot_running')
  await setPhase(http, eva.id, 'not_running')
  assert.match(await dumpTables(http), /mark-of-gone/)
  const done = await eva.post('/remove', { password: eva.password })
  assert.deepEqual([done.status, done.body], [200, {}])
  assert.equal(eva.jar.has('madruga.session_token'), false)
  assert.equal((await phone.send('GET', '/api/bot')).status, 401)
  assert.equal((await luz.send('GET', '/api/bot')).status, 200)
  assert.deepEqual(
    http.sent.slice(start).map((each) => [each.template, each.recipient, each.driverId]),
    [['account_deleted', eva.email, null]],
  )
  const left = (await dumpTables(http))
    .split('\n')
    .filter((line) => line.includes(eva.id) || line.includes('mark-of-gone') || line.includes(eva.email))
  assert.deepEqual(left.map((line) => line.split(' ')[0]).toSorted(), ['admin_actions', 'outbox'])
  assert.match(left.find((line) => line.startsWith('outbox')) ?? '', /account_deleted/)
  assert.equal((await phone.signIn(eva)).status, 401)
  assert.equal((await phone.startRegistration({ email: eva.email })).status, 200)
  assert.equal(http.sent.at(-1)?.template, 'code')
})
