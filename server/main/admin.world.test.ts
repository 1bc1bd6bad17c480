import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openDatabase } from '../db.ts'
import { testDatabase } from '../db/testing.ts'
import { startPostgres } from '../kit/postgres.ts'
import { loadKeyRing } from '../kit/encryption.ts'
import { runHere } from './testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'madruga-admin-'))
const keyRingFile = join(folder, 'keys.json')
const fresh = await testDatabase()
loadKeyRing(keyRingFile)
await fresh.database.pool.query(
  `insert into drivers (id, name, email, phone) values ('ana', 'Ana', 'ana@example.com', '13055550142'),
      ('eva', E'Eva \\x1b[2J\\nLópez', 'eva@example.com', null)`,
)
after(async () => {
  await fresh.drop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

type Result = { code: number | null; out: string; err: string }

const onTest = () => ({ DATABASE_URL: fresh.url, KEY_RING_FILE: keyRingFile, DATA_DIR: join(folder, 'none') })

/** Runs a command line as npm does; `input` is its standard input. */
function spawned(args: readonly string[], input: string, env: Record<string, string>): Promise<Result> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'admin.ts'), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (text) => (out += String(text)))
  child.stderr.on('data', (text) => (err += String(text)))
  child.stdin.end(input)
  return new Promise((done) => child.once('close', (code) => done({ code, out, err })))
}

/** The same in this process. */
const run = (args: readonly string[], input = '', env = onTest()): Promise<Result> =>
  runHere(env, args, input)

const rowOf = async (id: string) =>
  (await fresh.database.kysely.selectFrom('drivers').selectAll().where('id', '=', id).execute())[0]
const lastAction = async () =>
  (
    await fresh.database.kysely
      .selectFrom('admin_actions')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
  )[0]
const countActions = async () =>
  (await fresh.database.pool.query<{ n: number }>('select count(*)::int as n from admin_actions')).rows[0]?.n

test('an operator is made with a password from standard input, which shows up nowhere', async () => {
  const password = 'lantern otter 93'
  const made = await spawned(
    ['create-operator', 'Olivia@Example.com', '--name', 'Olivia Ortiz', '--password-stdin'],
    `${password}\n`,
    onTest(),
  )
  assert.deepEqual(made, {
    code: 0,
    out: 'olivia@example.com is now an operator and can sign in.\n',
    err: '',
  })
  const { rows } = await fresh.database.pool.query(
    `select d.role, d.status, d.email_verified, d.name, c.password like '$argon2id$%' as hashed
     from drivers d join credentials c on c.driver_id = d.id where d.email = 'olivia@example.com'`,
  )
  assert.deepEqual(rows, [
    { role: 'operator', status: 'active', email_verified: true, name: 'Olivia Ortiz', hashed: true },
  ])
  const action = await lastAction()
  assert.deepEqual(
    [action?.actor, action?.actor_id, action?.action],
    ['command line', null, 'operators.create'],
  )
  assert.ok(!JSON.stringify(action).includes('lantern'))
})

test('a suspension is stored, notified and recorded, as over HTTP', async () => {
  const { code, out } = await run(['suspend', 'ana@example.com', '--reason', 'Two invoices are open'])
  assert.deepEqual([code, out], [0, 'ana@example.com is now suspended.\n'])
  const row = await rowOf('ana')
  assert.deepEqual([row?.status, row?.status_reason], ['suspended', 'Two invoices are open'])
  const action = await lastAction()
  assert.deepEqual(
    [action?.actor, action?.action, action?.driver_id, action?.driver_email, action?.details],
    [
      'command line',
      'drivers.set_status',
      'ana',
      'ana@example.com',
      { before: 'active', after: 'suspended', reason: 'Two invoices are open' },
    ],
  )
  const news = await fresh.database.kysely.selectFrom('notifications').selectAll().execute()
  assert.deepEqual(
    news.map(({ driver_id, kind }) => [driver_id, kind]),
    [['ana', 'account_status']],
  )
  const shown = await run(['driver', 'ANA@example.com'])
  assert.match(shown.out, /^status +suspended: Two invoices are open$/m)
  assert.match(shown.out, /^phone +13055550142$/m)
  const { status, statusReason } = JSON.parse((await run(['driver', 'ana@example.com', '--json'])).out) as {
    status: string
    statusReason: string
  }
  assert.deepEqual([status, statusReason], ['suspended', 'Two invoices are open'])
  assert.equal((await run(['activate', 'ana@example.com', '--reason', 'Paid'])).code, 0)
  assert.equal((await rowOf('ana'))?.status, 'active')
})

test('a reset takes an operator’s second factor and sessions away, and is written down', async () => {
  const { pool } = fresh.database
  await pool.query(
    `insert into drivers (id, name, email, role) values ('omar', 'Omar', 'omar@example.com', 'operator')`,
  )
  await pool.query(
    `insert into operator_factors (driver_id, state, sealed_secret, last_step, created_at)
      values ('omar', 'active', 'x', 1, now()), ('omar', 'pending', 'y', 0, now())`,
  )
  await pool.query(
    `insert into operator_backup_codes (driver_id, digest) values ('omar', 'a'), ('omar', 'b')`,
  )
  await pool.query(
    `insert into sessions (id, driver_id, token, expires_at, created_at, updated_at)
      values ('desk', 'omar', 'a token', now() + interval '1 day', now(), now())`,
  )
  const reset = await run(['reset-second-factor', 'Omar@Example.com'])
  assert.deepEqual([reset.code, reset.err], [0, ''])
  assert.match(reset.out, /signed out everywhere and will set up a new authenticator at the next sign-in/)
  const { rows } = await pool.query(
    `select (select count(*)::int from operator_factors where driver_id = 'omar') as factors,
      (select count(*)::int from operator_backup_codes where driver_id = 'omar') as codes,
      (select count(*)::int from sessions where driver_id = 'omar') as sessions`,
  )
  assert.deepEqual(rows, [{ factors: 0, codes: 0, sessions: 0 }])
  const action = await lastAction()
  assert.deepEqual(
    [action?.actor, action?.action, action?.driver_id, action?.details],
    ['command line', 'operators.reset_factor', 'omar', { had: true, ended: 1 }],
  )
  const again = await run(['reset-second-factor', 'omar@example.com'])
  assert.match(again.out, /^omar@example\.com had no authenticator/)
})

test('switches and devices are set, and shown', async () => {
  assert.equal((await run(['device', 'ana@example.com', 'phone-7'])).code, 0)
  assert.equal((await rowOf('ana'))?.device_id, 'phone-7')
  assert.equal((await run(['device', 'ana@example.com', 'none'])).code, 0)
  assert.equal((await rowOf('ana'))?.device_id, null)
  const killed = await run(['kill', 'on', '--reason', 'Trouble'])
  assert.match(killed.out, /^kill switch +on$/m)
  await run(['servers', 'close', '--reason', 'Update'])
  const above = await run(['minimum-version', '99.0.0'])
  assert.equal(above.code, 1)
  assert.match(above.err, /does not have an app this new/)
  await run(['minimum-version', '0.1.0'])
  const state = await fresh.database.kysely.selectFrom('service_state').selectAll().executeTakeFirst()
  assert.deepEqual(
    [state?.killed, state?.server_available, state?.minimum_app_version],
    [true, false, '0.1.0'],
  )
  const { out } = await run(['service'])
  assert.match(out, /^servers +closed\nkill switch +on\nminimum version +0\.1\.0\n/)
})

test('a request is read and answered from standard input', async () => {
  await fresh.database.pool.query(
    `insert into support_requests (driver_id, topic, due_at) values ('eva', 'bot', now() + interval '1 day')`,
  )
  await fresh.database.pool.query(
    `insert into support_messages (request_id, author, text) values (1, 'driver', E'It sleeps\\nall \\x1b[31mday')`,
  )
  const listed = await run(['requests', '--state', 'open'])
  assert.match(
    listed.out,
    /^1 +\d{4}-\d\d-\d\d \d\d:\d\dZ +open +bot +eva@example\.com +It sleeps all {2}\[31mday\n/m,
  )
  const answered = await run(['reply', '1'], 'Choose 2X30.\nIt rests less.\n')
  assert.deepEqual([answered.code, answered.out], [0, 'Answered request 1.\n'])
  const shown = await run(['request', '1'])
  assert.match(shown.out, /^Request 1 about bot: answered\n/)
  assert.match(shown.out, /operator\n {2}Choose 2X30\.\n {2}It rests less\.\n$/)
  assert.equal((await run(['close', '1'])).code, 0)
  const audit = await run(['audit', 'eva@example.com'])
  assert.deepEqual(
    [...audit.out.matchAll(/command line +(\S+)/g)].map(([, action]) => action),
    ['support.close', 'support.reply'],
  )
})

test('what drivers typed cannot play with the terminal', async () => {
  const { out } = await run(['drivers', 'eva'])
  assert.match(out, /^E-MAIL +NAME +PHONE/)
  assert.equal(out.split('\n').length, 3)
  // oxlint-disable-next-line no-control-regex -- that is what must not be there
  assert.doesNotMatch(out, /[\u0000-\u0009\u000b-\u001f\u007f]/)
})

test('what cannot be done is one line and exit code 1, and changes nothing', async () => {
  const actionsBefore = await countActions()
  const cases: [string[], string, RegExp][] = [
    [['suspend', 'nobody@example.com', '--reason', 'x'], '', /^madruga: no account has this e-mail\n$/],
    [['close', '999'], '', /^madruga: no request has this number\n$/],
    [
      ['create-operator', 'ana@example.com', '--password-stdin'],
      'lantern otter 93',
      /^madruga: this e-mail is already in use\n$/,
    ],
    [
      ['create-operator', 'new@example.com', '--password-stdin'],
      'short\n',
      /^madruga: the password is too short: .*\n$/,
    ],
  ]
  const results = await Promise.all(cases.map(([args, input]) => run(args, input)))
  for (const [index, { code, out, err }] of results.entries()) {
    assert.deepEqual([code, out], [1, ''], cases[index]?.[0].join(' ') ?? '')
    assert.match(err, cases[index]?.[2] ?? /$^/)
  }
  const wrongUrl = 'postgres://app:hush@127.0.0.1:1/x'
  const away = await spawned(['drivers'], '', { DATABASE_URL: wrongUrl, KEY_RING_FILE: keyRingFile })
  assert.equal(away.code, 1)
  assert.match(away.err, /^madruga: .*\n$/)
  assert.doesNotMatch(away.err, /hush/)
  const keyless = await spawned(['drivers'], '', {
    DATABASE_URL: fresh.url,
    DATA_DIR: join(folder, 'elsewhere'),
  })
  assert.match(
    keyless.err,
    /^madruga: No key ring at .*, but the database holds encrypted values: .*KEY_RING_FILE\n$/,
  )
  assert.ok(!existsSync(join(folder, 'elsewhere')))
  assert.equal(await countActions(), actionsBefore)
})

test('without a server the embedded one runs for the command alone; one that runs is used and left running', async () => {
  const dataDir = join(folder, 'data')
  const env = { DATA_DIR: dataDir }
  const made = await spawned(
    ['create-operator', 'olivia@example.com', '--password-stdin'],
    'lantern otter 93',
    env,
  )
  assert.deepEqual([made.code, made.err], [0, ''])
  assert.ok(existsSync(join(dataDir, 'keys.json')))
  assert.ok(!existsSync(join(dataDir, 'postgres', 'postmaster.pid')))

  const running = await startPostgres({ dataDir: join(dataDir, 'postgres'), durable: false })
  try {
    const { pid } = running
    const killed = await spawned(['kill', 'on', '--reason', 'Trouble'], '', env)
    assert.deepEqual([killed.code, killed.err], [0, ''])
    assert.equal(running.pid, pid)
    const database = openDatabase(running.url, { max: 1 })
    const state = await database.kysely.selectFrom('service_state').select('killed').executeTakeFirst()
    const actions = await database.kysely.selectFrom('admin_actions').select('action').orderBy('id').execute()
    await database.close()
    assert.equal(state?.killed, true)
    assert.deepEqual(
      actions.map((each) => each.action),
      ['operators.create', 'service.kill'],
    )
  } finally {
    await running.stop()
  }
})

test('a platform is recorded with a key from standard input, edited, and disabled with a reason', async () => {
  const words = 'instances add --kind fleetbase --name Riders --url https://riders.example'.split(' ')
  const said = ['--authorised-by', 'Marta Lopes', '--authorised-on', '2026-11-01', '--rate', '60']
  const agreed = ['--currency', 'eur', '--time-zone', 'Europe/Lisbon']
  const added = await spawned([...words, ...said, ...agreed, '--key-stdin'], 'flb_live_kestrel\n', onTest())
  assert.deepEqual([added.code, added.err], [0, ''])
  assert.match(added.out, /fleetbase \(in trial\)\s+Riders\s+https:\/\/riders\.example\s+enabled/)
  assert.ok(!JSON.stringify([added, await lastAction()]).includes('kestrel'))
  const id = (await fresh.database.pool.query<{ id: string }>('select id from platform_instances')).rows[0]!
    .id
  const edited = await run(['instances', 'edit', id, '--rate', '90'])
  assert.match(edited.out, /stored\s+0 of 90 a minute/)
  const where = ['--private', '--pay-key', 'driver_pay', '--socket', 'wss://events.riders.example']
  await run(['instances', 'edit', id, ...where])
  const [head = '', row = ''] = (await run(['instances', 'list'])).out.split('\n')
  const cells = row.split(/ {2,}/)
  assert.deepEqual(Object.fromEntries(head.split(/ {2,}/).map((name, at) => [name, cells[at]])), {
    ID: id,
    KIND: 'fleetbase (in trial)',
    NAME: 'Riders',
    URL: 'https://riders.example',
    STATE: 'enabled',
    AUTHORISED: 'Marta Lopes, 2026-11-01',
    KEY: 'stored',
    REQUESTS: '0 of 90 a minute',
    'LAST HOUR': '0, 0 waited, 0 not sent',
    DRIVERS: '0, 0 search',
    PRIVATE: 'allowed',
    CURRENCY: 'EUR',
    ZONE: 'Europe/Lisbon',
    'PAY KEY': 'driver_pay',
    EVENTS: 'wss://events.riders.example',
    'HOUSE RULES': '-',
    'MEMBER PRICE': '-',
  })
  const ruled = await run(['instances', 'edit', id, '--house-rules', 'proposed'])
  assert.match(
    ruled.out,
    /head-start=15,allowance=16,day=10,week=48,rest=11,week-rest=35,wait-lists=3,turns=yes/,
  )
  const changed = await run(['instances', 'edit', id, '--house-rules', 'head-start=none,day=8,turns=no'])
  assert.match(changed.out, /allowance=16,day=8,week=48,rest=11,week-rest=35,wait-lists=3/)
  assert.match(JSON.stringify((await lastAction())?.details), /"maxHoursPerDay":8/)
  assert.equal((await run(['instances', 'edit', id, '--house-rules', 'day=25'])).code, 1)
  assert.equal((await run(['instances', 'edit', id, '--house-rules', 'lunch=1'])).code, 2)
  assert.match((await run(['instances', 'edit', id, '--rate', '90'])).out, /allowance=16,day=8/)
  assert.doesNotMatch((await run(['instances', 'edit', id, '--house-rules', 'none'])).out, /allowance/)
  assert.match(
    (await run(['instances', 'edit', id, '--member-price', '12.50 eur'])).out,
    /12\.50 EUR from \d{4}-\d\d/,
  )
  assert.match((await run(['instances', 'edit', id, '--rate', '80'])).out, /12\.50 EUR/)
  assert.equal((await run(['instances', 'edit', id, '--member-price', '12.50 USD'])).code, 1, 'paid in euros')
  assert.equal((await run(['instances', 'edit', id, '--member-price', 'much'])).code, 2)
  assert.doesNotMatch((await run(['instances', 'edit', id, '--member-price', 'none'])).out, /12\.50/)
  const disabled = await run(['instances', 'disable', id, '--reason', 'their wish'])
  assert.match(disabled.out, /disabled/)
  assert.deepEqual((await lastAction())?.details, {
    id,
    name: 'Riders',
    before: true,
    after: false,
    reason: 'their wish',
  })
  const refused = await run(['instances', 'edit', id, '--url', 'http://riders.example'])
  assert.equal(refused.code, 1)
  assert.match(refused.err, /must begin with https/)
})
