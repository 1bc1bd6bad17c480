import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { readConfig } from './config.ts'
import { problemsOf } from './config/testing.ts'
import { describeVariables, MARKET_SCENARIOS } from './config/variables.ts'
import { TEST_CERTIFICATE, TEST_KEY } from './platforms/testing/certificate.ts'

const external = {
  DATABASE_URL: 'postgres://app:hush@db.example/madruga?sslmode=verify-full',
  MARKET_URL: 'https://market.example:8090/',
}

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_aaaaaaaa',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_bbbbbbbb',
  STRIPE_WEBHOOK_SECRET: 'whsec_cccccccc',
}
const live = { ...stripe, STRIPE_SECRET_KEY: 'sk_live_aaaaaaaa', STRIPE_PUBLISHABLE_KEY: 'pk_live_bbbbbbbb' }

test('nothing set is the demo with everything embedded', () => {
  const config = readConfig({}, [])
  assert.equal(config.role, 'all')
  assert.equal(config.publicUrl, 'http://127.0.0.1:8080')
  assert.equal(config.market.port, 8090)
  assert.equal(config.dataDir, resolve('data'))
  assert.equal(config.keyRingFile, resolve('data/keys.json'))
  assert.equal(config.databaseUrl ?? config.marketUrl, null)
  assert.equal(config.demo, true)
  assert.deepEqual(config.log, { level: 'info', style: 'plain' })
  assert.deepEqual(config.settings, DEFAULT_SETTINGS)
})

test('the value of any variable may stand in a file that NAME_FILE names, and is never printed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  const file = join(folder, 'secret')
  try {
    writeFileSync(file, `${external.DATABASE_URL}\n`)
    assert.equal(readConfig({ DATABASE_URL_FILE: file }, []).databaseUrl, external.DATABASE_URL)
    assert.equal(readConfig({ DATABASE_URL_FILE: '' }, []).databaseUrl, null)
    assert.deepEqual(problemsOf({ DATABASE_URL_FILE: file, DATABASE_URL: external.DATABASE_URL }), [
      'DATABASE_URL and DATABASE_URL_FILE are both set: give one of them',
    ])
    assert.deepEqual(problemsOf({ STRIPE_SECRET_KEY_FILE: join(folder, 'none') }).slice(0, 1), [
      `STRIPE_SECRET_KEY_FILE is "${join(folder, 'none')}", which cannot be read: ENOENT`,
    ])
    writeFileSync(file, 'no address, but a secret')
    const [problem] = problemsOf({ DATABASE_URL_FILE: file })
    assert.match(problem!, /^DATABASE_URL is not what it should be: give a URL/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('anything external turns the demo off, unless it is asked for', () => {
  assert.equal(readConfig(stripe, []).demo, false)
  for (const [name, value] of Object.entries(external)) {
    assert.equal(readConfig({ [name]: value }, []).demo, false, name)
    assert.equal(readConfig({ [name]: value, DEMO: 'on' }, []).demo, true, name)
  }
  assert.equal(readConfig({ DEMO: 'off' }, []).demo, false)
  assert.equal(readConfig(external, []).log.style, 'json')
})

test('where others may reach the app the demo has to be asked for by name', () => {
  const reached: [NodeJS.ProcessEnv, string][] = [
    [{ HOST: '0.0.0.0', PLAIN_HTTP: 'on' }, 'HOST is 0.0.0.0'],
    [{ HOST: '::', PLAIN_HTTP: 'on' }, 'HOST is ::'],
    [{ HOST: '192.168.1.7', PLAIN_HTTP: 'on' }, 'HOST is 192.168.1.7'],
    [{ PUBLIC_URL: 'https://madruga.example' }, 'PUBLIC_URL is https://madruga.example'],
    [{ PUBLIC_URL: 'http://madruga.example', PLAIN_HTTP: 'on' }, 'PUBLIC_URL is http://madruga.example'],
    [{ PUBLIC_URL: 'https://localhost' }, 'PUBLIC_URL is https://localhost'],
    [{ TRUST_PROXY: 'on' }, 'TRUST_PROXY is on'],
    [{ NODE_ENV: 'production' }, 'NODE_ENV is production'],
  ]
  for (const [env, why] of reached) {
    const quiet = readConfig(env, [])
    assert.deepEqual([quiet.demo, quiet.beyond, quiet.demoWithheld], [false, why, true], why)
    const asked = readConfig({ ...env, DEMO: 'on' }, [])
    assert.deepEqual([asked.demo, asked.beyond, asked.demoWithheld], [true, why, false], why)
    assert.equal(readConfig({ ...env, DEMO: 'off' }, []).demoWithheld, false, why)
  }
  const near = [{}, { HOST: '127.0.0.1' }, { HOST: 'localhost' }, { HOST: '::1' }]
  for (const env of [...near, { PUBLIC_URL: 'http://localhost:8080' }, { NODE_ENV: 'development' }])
    assert.deepEqual(
      [readConfig(env, []).demo, readConfig(env, []).beyond],
      [true, null],
      JSON.stringify(env),
    )
})

test('an empty variable counts as not set', () => {
  assert.equal(readConfig({ PORT: '', DATABASE_URL: ' ' }, []).port, 8080)
})

test('a value that is not allowed is one line with the variable and what it may be', () => {
  const cases: [string, string, RegExp][] = [
    ['PORT', '80800', /^PORT is "80800": give a port from 0 to 65535/],
    ['PORT', 'http', /^PORT is "http"/],
    ['MARKET_PORT', '-1', /^MARKET_PORT/],
    ['DEMO', 'yes', /^DEMO is "yes": give on or off$/],
    ['MARKET_SCENARIO', 'busy', /demo, calm, rush/],
    [
      'DATABASE_URL',
      'mysql://root:hush@db/x',
      /^DATABASE_URL is "mysql:\/\/\.\.\.@db\/x": give a URL that begins/,
    ],
    ['MARKET_URL', 'market', /^MARKET_URL/],
    ['SERVICE_TIME_ZONE', 'Mars/Olympus', /IANA/],
    ['SERVICE_TIME_ZONE', 'AET', /IANA/],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL/],
    ['DATABASE_CONNECTIONS', '1', /from 10 to 1000/],
    ['BOT_CAPACITY', '0', /from 1 to 100000/],
    ['HOST', 'a b', /^HOST/],
  ]
  for (const [name, value, line] of cases) {
    const problems = problemsOf({ [name]: value })
    assert.equal(problems.length, 1, name)
    assert.match(problems[0]!, line)
  }
  assert.equal(problemsOf({ PORT: 'x', DEMO: 'y' }).length, 2)
})

test('a part alone needs the servers that it shares with the others', () => {
  assert.deepEqual(problemsOf({}, ['--role=api']), [
    'DATABASE_URL is not set: --role=api needs it',
    'MARKET_URL is not set: --role=api needs it',
  ])
  assert.equal(problemsOf({}, ['--role=bot']).length, 2)
  assert.match(problemsOf({}, ['--role=bots'])[0]!, /--role=all, --role=api, --role=bot, --role=jobs/)
  assert.equal(readConfig({ ...external, ...stripe }, ['--role=api']).role, 'api')
  assert.deepEqual(problemsOf({ VARIANTS: 'courier' }, ['--role=api']), [
    'DATABASE_URL is not set: --role=api needs it',
  ])
  assert.equal(readConfig(external, ['--role=bot']).cards, null, 'a bot charges nobody')
})

test('providers of messages are configured whole or not at all', () => {
  const embedded = readConfig({}, [])
  assert.deepEqual(embedded.mail, { url: null, from: 'Madruga <hello@madruga.example>' })
  assert.equal(embedded.phone, null)
  assert.deepEqual(embedded.push, {
    subject: 'mailto:hello@madruga.example',
    hosts: [],
    fcm: null,
    apns: null,
  })
  const sid = `AC${'0f'.repeat(16)}`
  const twilio = { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: 'hush', TWILIO_FROM: '+15550100200' }
  const { mail, phone, push } = readConfig(
    {
      ...twilio,
      SMTP_URL: 'smtps://user:hush@mail.example',
      MAIL_FROM: 'Ana <ana@mail.example>',
      PUBLIC_URL: 'https://madruga.example/',
      PUSH_HOSTS: 'push.example, 127.0.0.1:9000',
    },
    [],
  )
  assert.deepEqual(mail, { url: 'smtps://user:hush@mail.example', from: 'Ana <ana@mail.example>' })
  assert.deepEqual(phone, { accountSid: sid, authToken: 'hush', from: '+15550100200' })
  assert.deepEqual(push, {
    subject: 'https://madruga.example',
    hosts: ['push.example', '127.0.0.1:9000'],
    fcm: null,
    apns: null,
  })
  assert.match(problemsOf({ SMTP_URL: 'smtp://mail.example' })[0]!, /^MAIL_FROM is not set/)
  assert.match(problemsOf({ MAIL_FROM: 'Ana <ana@mail.example>\r\nBcc: eve@x.example' })[0]!, /^MAIL_FROM is/)
  assert.match(problemsOf({ MAIL_FROM: 'ana, eve@x.example' })[0]!, /^MAIL_FROM is/)
  assert.match(problemsOf({ SMTP_URL: 'http://mail.example' })[0]!, /^SMTP_URL is/)
  for (const name of Object.keys(twilio)) {
    assert.match(problemsOf({ ...twilio, [name]: '' })[0]!, new RegExp(`^${name} not set: set all of`))
  }
  assert.match(problemsOf({ ...twilio, TWILIO_FROM: '5550100200' })[0]!, /^TWILIO_FROM is/)
})

test('breached passwords are looked up wherever others reach the app, unless that is off by name', () => {
  const far = { PUBLIC_URL: 'https://madruga.example', TRUST_PROXY: 'on' }
  assert.equal(readConfig({}, []).breachesUrl, null)
  assert.equal(readConfig(far, []).breachesUrl, 'https://api.pwnedpasswords.com/range')
  assert.equal(readConfig({ ...far, BREACHED_PASSWORDS_URL: 'off' }, []).breachesUrl, null)
  const own = { BREACHED_PASSWORDS_URL: 'https://breaches.example/range/' }
  assert.equal(readConfig(own, []).breachesUrl, 'https://breaches.example/range')
  const plain = { BREACHED_PASSWORDS_URL: 'http://breaches.example/range' }
  assert.match(problemsOf(plain).join(), /^BREACHED_PASSWORDS_URL is /)
})

test('settings are overridden by name, deeply, and only with what fits', () => {
  const { settings } = readConfig(
    {
      SETTINGS: '{"coolingMs":5,"speeds":{"1X":{"runMs":7}},"humanWaitMs":9}',
      SERVICE_TIME_ZONE: 'Europe/Madrid',
    },
    [],
  )
  assert.equal(settings.coolingMs, 5)
  assert.equal(settings.humanWaitMs, 9)
  assert.deepEqual(settings.speeds['1X'], { ...DEFAULT_SETTINGS.speeds['1X'], runMs: 7 })
  assert.equal(settings.dailyStop?.timeZone, 'Europe/Madrid')
  assert.equal(readConfig({ SETTINGS: '{"dailyStop":null}' }, []).settings.dailyStop, null)
  for (const [text, line] of [
    ['[]', /not a JSON object/],
    ['{', /not a JSON object/],
    ['{"coolingMs":-1}', /^SETTINGS\.coolingMs is -1: give a number from 0 on$/],
    ['{"speeds":{"1X":{"runs":1}}}', /^SETTINGS\.speeds\.1X\.runs is not a setting: give one of runMs/],
    ['{"speeds":3}', /^SETTINGS\.speeds is 3: give an object with/],
    ['{"coolingMs":null}', /coolingMs is null/],
  ] as const) {
    assert.match(problemsOf({ SETTINGS: text })[0] ?? '', line)
  }
})

function cells(table: string): string[] {
  return table.split('\n').map((row) => row.replaceAll(/\s+/g, ' '))
}

test('docs/configuration.md holds the table (after a change: sh scripts/node server/config/document.ts)', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../docs/configuration.md'), 'utf8')
  for (const row of cells(describeVariables()).slice(2)) assert.ok(cells(page).includes(row), row)
})

test('the scenarios are those of the market', async () => {
  const { SCENARIOS } = await import('../simulator/scenarios.ts')
  assert.deepEqual([...MARKET_SCENARIOS].toSorted(), Object.keys(SCENARIOS).toSorted())
})

test('whose map the pages draw: ours, tiles of a server, or Google by a key, and never two of them', () => {
  const tiles = 'https://tiles.example/{z}/{x}/{y}.png'
  assert.deepEqual(readConfig({}, []).map, { provider: 'offline' })
  assert.deepEqual(readConfig({ MAP_TILES_URL: tiles, MAP_TILES_ATTRIBUTION: 'Somebody' }, []).map, {
    provider: 'tiles',
    url: tiles,
    attribution: 'Somebody',
  })
  assert.deepEqual(readConfig({ GOOGLE_MAPS_KEY: 'AIza-a_key-for-pages' }, []).map, {
    provider: 'google',
    key: 'AIza-a_key-for-pages',
  })
  const both = problemsOf({ MAP_TILES_URL: tiles, GOOGLE_MAPS_KEY: 'AIza-a_key-for-pages' })
  assert.match(both.join(), /both set/)
  // What would open the policy of the pages further than to one host is no template.
  for (const url of ['https://tiles.example/z.png', `${tiles}; script-src *`, 'javascript:{z}{x}{y}'])
    assert.match(problemsOf({ MAP_TILES_URL: url }).join(), /^MAP_TILES_URL is /, url)
})

test('cards are charged at Stripe, at a gateway elsewhere by its keys, or at the embedded one', () => {
  const keys = {
    secretKey: 'sk_test_aaaaaaaa',
    publishableKey: 'pk_test_bbbbbbbb',
    webhookSecret: 'whsec_cccccccc',
  }
  assert.deepEqual(readConfig({}, []).cards, { gateway: 'embedded', port: 8091, publicUrl: null })
  const told = readConfig(
    { CARDS_PORT: '0', CARDS_PUBLIC_URL: 'https://cards.example/', NODE_ENV: 'production', DEMO: 'on' },
    [],
  )
  assert.deepEqual(told.cards, { gateway: 'embedded', port: 0, publicUrl: 'https://cards.example' })
  assert.deepEqual(readConfig(stripe, []).cards, {
    gateway: 'configured',
    access: { ...keys, url: null, publicUrl: null },
  })
  const elsewhere = { ...stripe, CARDS_URL: 'https://cards.example:8091/' }
  const url = 'https://cards.example:8091'
  assert.deepEqual(readConfig(elsewhere, []).cards, {
    gateway: 'configured',
    access: { ...keys, url, publicUrl: url },
  })
  const behind = readConfig({ ...elsewhere, CARDS_PUBLIC_URL: 'https://cards.example' }, []).cards
  assert.equal(behind?.gateway === 'configured' && behind.access.publicUrl, 'https://cards.example')
})

const offered = (env: NodeJS.ProcessEnv) => readConfig(env, []).variants

test('the apps on offer are named, or all: in production those with a real platform', () => {
  assert.deepEqual(offered({}), ['amazon', 'spark', 'courier'])
  assert.deepEqual(offered({ VARIANTS: 'courier, amazon' }), ['amazon', 'courier'])
  assert.deepEqual(offered({ NODE_ENV: 'production' }), ['courier'])
  assert.deepEqual(offered({ NODE_ENV: 'production', DEMO: 'on' }), ['amazon', 'spark', 'courier'])
  assert.match(problemsOf({ VARIANTS: 'uber' }).join(), /^VARIANTS is "uber": give one or more of amazon/)
  assert.match(
    problemsOf({ NODE_ENV: 'production', VARIANTS: 'spark,courier' }).join(),
    /^VARIANTS names spark, whose only platform is simulated, .* set DEMO=on$/,
  )
  assert.match(
    problemsOf({ NODE_ENV: 'production', MARKET_URL: external.MARKET_URL }).join(),
    /^MARKET_URL is set and NODE_ENV is production: .* set DEMO=on$/,
  )
})

function billing(env: NodeJS.ProcessEnv, args: string[] = []) {
  const config = readConfig(env, args)
  assert.equal(config.settings.billing.charges, config.billing)
  return [config.billing, config.cards?.gateway]
}

test('drivers pay where a gateway is configured, in the demo, or nowhere', () => {
  assert.deepEqual(billing({}), [true, 'embedded'])
  assert.deepEqual(billing({ DEMO: 'off' }), [false, undefined])
  assert.deepEqual(billing({ BILLING: 'off' }), [false, undefined])
  assert.deepEqual(billing({ ...stripe, BILLING: 'off' }), [false, undefined])
  assert.deepEqual(billing(stripe), [true, 'configured'])
  assert.deepEqual(billing({ ...external, BILLING: 'stripe' }, ['--role=bot']), [true, undefined])
  assert.match(
    problemsOf({ ...external, BILLING: 'stripe' }, ['--role=jobs']).join(),
    /^STRIPE_SECRET_KEY is not set: BILLING=stripe needs/,
  )
})

test('live keys never charge for what is won in the simulated market', () => {
  assert.match(problemsOf(live).join(), /^STRIPE_SECRET_KEY is live while drivers work in the market/)
  assert.deepEqual(problemsOf({ ...live, VARIANTS: 'courier' }), [])
})

const fees = (env: NodeJS.ProcessEnv) => readConfig(env, []).settings.billing.cardFees

test('the fee of a way of paying is added in the United States, or where it is asked for', () => {
  for (const zone of ['America/Chicago', 'America/Indiana/Knox', 'Pacific/Honolulu'])
    assert.equal(fees({ SERVICE_TIME_ZONE: zone }), true, zone)
  for (const zone of ['Europe/Berlin', 'America/Mexico_City', 'America/Toronto'])
    assert.equal(fees({ SERVICE_TIME_ZONE: zone }), false, zone)
  assert.deepEqual([fees({}), fees({ CARD_FEES: 'off' })], [true, false])
  assert.equal(fees({ SERVICE_TIME_ZONE: 'Europe/Berlin', CARD_FEES: 'on' }), true)
})

test("the gateway's keys are given whole, of one mode, and are never repeated", () => {
  for (const name of Object.keys(stripe)) {
    assert.match(problemsOf({ ...stripe, [name]: '' }).join(), new RegExp(`^${name} not set: set all of`))
    const wrong = problemsOf({ ...stripe, [name]: 'hush hush' }).join()
    assert.match(wrong, new RegExp(`^${name} is .*: give (sk|pk|whsec)_`))
    if (name !== 'STRIPE_PUBLISHABLE_KEY') assert.doesNotMatch(wrong, /hush/)
  }
  assert.match(problemsOf({ CARDS_URL: 'https://cards.example' }).join(), /CARDS_URL needs its keys$/)
  assert.equal(readConfig({ ...live, VARIANTS: 'courier' }, []).cards?.gateway, 'configured')
  const mixed = { ...stripe, STRIPE_SECRET_KEY: live.STRIPE_SECRET_KEY }
  assert.match(problemsOf(mixed).join(), /of two modes/)
  assert.match(problemsOf({ ...live, STRIPE_SECRET_KEY: stripe.STRIPE_SECRET_KEY }).join(), /of two modes/)
  const swapped = { ...stripe, STRIPE_SECRET_KEY: stripe.STRIPE_PUBLISHABLE_KEY }
  assert.match(problemsOf(swapped).join(), /^STRIPE_SECRET_KEY is not what it should be/)
  assert.match(
    problemsOf({ ...live, CARDS_URL: 'https://cards.example' }).join(),
    /^CARDS_URL is set with live/,
  )
  assert.match(problemsOf({ ...live, VARIANTS: 'courier', DEMO: 'on' }).join(), /^DEMO is on with live keys/)
  assert.deepEqual(problemsOf({ ...stripe, DEMO: 'on' }), [])
})

test('beyond this machine there is https, a proxy that has it, or plain HTTP that was asked for by name', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'madruga-tls-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const files = { TLS_CERT_FILE: join(folder, 'cert.pem'), TLS_KEY_FILE: join(folder, 'key.pem') }
  writeFileSync(files.TLS_CERT_FILE, TEST_CERTIFICATE)
  writeFileSync(files.TLS_KEY_FILE, TEST_KEY)
  const far = { ...stripe, HOST: '0.0.0.0' }
  for (const env of [far, { ...far, TRUST_PROXY: 'on' }, { ...far, PUBLIC_URL: 'https://madruga.example' }])
    assert.match(problemsOf(env).join(), /^HOST is 0\.0\.0\.0 without TLS: [^\n]*PLAIN_HTTP=on/)
  assert.deepEqual(problemsOf({ ...far, PLAIN_HTTP: 'on' }), [])
  assert.deepEqual(problemsOf({ ...far, TRUST_PROXY: 'on', PUBLIC_URL: 'https://madruga.example' }), [])
  for (const proxied of [{ TRUST_PROXY: 'on' }, {}]) {
    const plain = { ...stripe, ...proxied, PUBLIC_URL: 'http://madruga.example' }
    assert.match(
      problemsOf(plain).join(),
      /^PUBLIC_URL is http:\/\/madruga\.example without TLS: [^\n]*PLAIN_HTTP=on/,
    )
    assert.deepEqual(problemsOf({ ...plain, PLAIN_HTTP: 'on' }), [])
    for (const near of ['http://127.0.0.1:8080', 'http://localhost', 'http://[::1]:9'])
      assert.deepEqual(problemsOf({ ...plain, PUBLIC_URL: near }), [], near)
  }
  assert.match(
    problemsOf({ ...far, ...files }).join(),
    /^The certificate in TLS_CERT_FILE is signed by itself: /,
  )
  const own = { ...stripe, ...files, PUBLIC_URL: 'https://madruga.example' }
  assert.match(problemsOf(own).join(), /is not for madruga\.example: [^\n]*PRIVATE_CERTIFICATE=on/)
  assert.deepEqual(problemsOf({ ...stripe, ...files }), [], 'this machine alone')
  const served = readConfig({ ...far, ...files, PRIVATE_CERTIFICATE: 'on' }, [])
  assert.deepEqual([served.tls?.cert, served.publicUrl], [TEST_CERTIFICATE, 'https://127.0.0.1:8080'])
  assert.match(problemsOf({ ...stripe, ...files, TLS_KEY_FILE: '' }).join(), /^TLS_KEY_FILE is not set/)
  assert.match(problemsOf({ ...stripe, ...files, TLS_CERT_FILE: files.TLS_KEY_FILE }).join(), /do not open/)
  assert.match(problemsOf({ ...stripe, ...files, TLS_KEY_FILE: `${folder}/none` }).join(), /\(ENOENT\)/)
  assert.match(
    problemsOf({ ...stripe, ...files, PUBLIC_URL: 'http://x.example' }).join(),
    /^PUBLIC_URL begins/,
  )
  assert.match(problemsOf(files).join(), /embedded card gateway/)
})

test('push to the store apps needs whole accounts, whose secrets are never printed', () => {
  const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = rsa.export({ type: 'pkcs8', format: 'pem' }).toString()
  const account = {
    project_id: 'p-1',
    client_email: 'push@p-1.iam.gserviceaccount.com',
    private_key: pem,
    token_uri: 'https://oauth2.googleapis.com/token',
  }
  const { fcm, apns } = readConfig({ FCM_SERVICE_ACCOUNT: JSON.stringify(account) }, []).push
  assert.deepEqual(
    [fcm?.projectId, fcm?.tokenUrl, fcm?.url, apns],
    ['p-1', account.token_uri, 'https://fcm.googleapis.com', null],
  )
  const apple = { APNS_KEY: TEST_KEY, APNS_KEY_ID: 'ABC123DEFG', APPLE_TEAM_ID: 'TEAM123456' }
  const { push } = readConfig(apple, [])
  assert.deepEqual(
    [push.fcm, push.apns?.topic, push.apns?.url],
    [null, 'app.madruga.driver', 'https://api.push.apple.com'],
  )
  assert.deepEqual(problemsOf({ APNS_KEY: TEST_KEY, APNS_KEY_ID: 'ABC123DEFG' }), [
    'APPLE_TEAM_ID is not set: APNS_KEY needs it',
  ])
  for (const wrong of ['{', '{}', JSON.stringify({ ...account, private_key: TEST_KEY })]) {
    const [problem = ''] = problemsOf({ FCM_SERVICE_ACCOUNT: wrong })
    assert.match(problem, /^FCM_SERVICE_ACCOUNT is not what it should be: give the JSON that Firebase issues/)
    assert.ok(!problem.includes('BEGIN'))
  }
  assert.match(problemsOf({ ...apple, APNS_KEY: pem })[0] ?? '', /^APNS_KEY is not what it should be/)
  const plain = { ...account, token_uri: 'http://tokens.example/' }
  assert.match(problemsOf({ FCM_SERVICE_ACCOUNT: JSON.stringify(plain) })[0] ?? '', /token_uri that begins/)
})
