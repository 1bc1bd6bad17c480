import { rm, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Problem } from '@madruga/core/errors.ts'
import { needsMarket } from '@madruga/core/variants.ts'
import { addElsewhere } from '../bot/testing.ts'
import { stubPlatform } from '../bot/testing-platform.ts'
import { readConfig } from '../config.ts'
import type { Config } from '../config.ts'
import { testDatabase } from '../db/testing.ts'
import type { TestDatabase } from '../db/testing.ts'
import { systemClock } from '../kit/clock.ts'
import { makeKeyRing } from '../kit/encryption.ts'
import { localUrl } from '../kit/http.ts'
import type { NewMessage, Notify } from '../notify.ts'
import type { Accounts, NewDriver } from '../people/accounts.ts'
import { createProcessLogger, createWorld } from '../world.ts'
import type { Overrides, World } from '../world.ts'

/** One process of the product that serves the API over its own database. */
export type TestHttp = {
  url: string
  world: World
  database: TestDatabase
  accounts: Accounts
  notify: Notify
  /** Messages put into the outbox, in order: codes are read here, since the outbox encrypts them. */
  sent: NewMessage[]
  /** Captured log lines. */
  logger: string[]
  addDriver(driver?: Partial<NewDriver>): Promise<{ id: string; email: string; password: string }>
  stop(): Promise<void>
}

/** What a test has otherwise than by default. */
export type TestHttpOptions = Overrides & {
  config?: Partial<Config>
  /** Whether drivers pay; by default they do. */
  billing?: boolean
  /** Another process over the same database, which survives when this one stops. */
  beside?: Pick<TestHttp, 'database'>
}

// The daily stop would make tests depend on the hour.
const DEFAULTS = { PUBLIC_URL: 'http://127.0.0.1', PORT: '0', DEMO: 'off', SETTINGS: '{"dailyStop":null}' }
// A driver's password is hashed many times in a test, and guessed by no one; so is a challenge solved.
const CHEAP = {
  captchaWork: { cost: 10, least: 1, most: 20 },
  hashingCost: { memoryKiB: 64, passes: 1, lanes: 1 },
}

/**
 * Starts one on a free port, over a platform in memory unless a market's URL is given. By default it runs no
 * jobs, searches for no one and sends no messages.
 */
export async function startTestHttp(options: TestHttpOptions = {}): Promise<TestHttp> {
  const { beside, billing = true, clock = systemClock, ...overrides } = options
  const database = beside?.database ?? (await testDatabase())
  const given: Config = { ...readConfig(DEFAULTS, []), role: 'api', ...options.config }
  // Without keys no one would pay; tests of money put their gateway in place.
  const paid = { ...given.settings.billing, charges: billing }
  const config = { ...given, billing, settings: { ...given.settings, billing: paid } }
  const lines: string[] = []
  const webRoot = await makeWebRoot()
  const world = await createWorld(config, {
    databaseUrl: database.url,
    clock,
    logger: createProcessLogger({ log: { level: 'info', style: 'json' }, role: config.role }, (line) =>
      lines.push(line),
    ),
    keyRing: makeKeyRing(),
    ...(overrides.marketUrl === undefined &&
      needsMarket(config.variants) && { platform: stubPlatform(clock) }),
    webRoot,
    ...overrides,
    accounts: { ...CHEAP, ...options.accounts },
  })
  // It starts bots and searches for none, so that its drivers are told that somebody does.
  await addElsewhere(database.database.kysely)
  const { accounts, notify } = world
  const stop = async (): Promise<void> => {
    await world.close()
    if (!beside) await database.drop()
    await rm(webRoot, { recursive: true })
  }
  const { port } = await world.listen().catch(async (error: unknown) => {
    await stop()
    throw error
  })
  let drivers = 0
  return {
    url: localUrl('127.0.0.1', port, config.tls !== null),
    world,
    database,
    accounts,
    notify,
    sent: recordSent(notify),
    logger: lines,
    async addDriver(driver = {}) {
      const made = { name: 'Ana', email: `ana${++drivers}@example.com`, password: 'correct horse', ...driver }
      return { ...made, id: await accounts.createDriver(made) }
    },
    stop,
  }
}

/** Also records every message that is put into the outbox from now on. */
function recordSent(notify: Notify): NewMessage[] {
  const sent: NewMessage[] = []
  const { sendMessage } = notify
  notify.sendMessage = async (tx, message) => {
    await sendMessage(tx, message)
    sent.push(message)
  }
  return sent
}

/** As if an operator had just given an authenticator code; `operators.world.test.ts` tests the real way. */
export async function giveSecondFactor(
  { database }: Pick<World, 'database'>,
  driverId: string,
): Promise<void> {
  await database.pool.query(
    `insert into operator_factors (driver_id, state, sealed_secret, created_at) values ($1, 'active', '\\x00', now())`,
    [driverId],
  )
  await database.pool.query('update sessions set second_factor_at = now() where driver_id = $1', [driverId])
}

/** A temporary folder with the web app's files and a private file; the caller deletes it. */
async function makeWebRoot(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'madruga-web-'))
  await mkdir(path.join(root, 'assets'))
  await writeFile(path.join(root, 'index.html'), `<!doctype html><title>app</title>${' '.repeat(2000)}`)
  await writeFile(path.join(root, 'assets', 'app-1a2b3c.js'), `export const text = '${'a'.repeat(5000)}'\n`)
  await writeFile(path.join(root, '.secret'), 'no')
  return root
}

/** What says who the driver of a page is from now on. */
const TELLS_DRIVER = /\/api\/accounts(\/(session|(passkeys\/)?sign-in))?$/

/**
 * A browser's role: keeps cookies, sends the anti-forgery token, and names the driver whom its page shows, by
 * the last answer that said who that is. An address that has an `as` stays as it is.
 */
export function createBrowser(url: string) {
  const jar = new Map<string, string>()
  const page = { driver: null as string | null }
  const headers = () => ({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') })

  const nameDriver = (route: string): string =>
    page.driver === null || !`${url}${route}`.includes('/api/') || /[?&]as=/.test(route)
      ? route
      : `${route}${route.includes('?') ? '&' : '?'}as=${page.driver}`

  async function send(method: string, route: string, body?: unknown, more: Record<string, string> = {}) {
    const response = await fetch(`${url}${nameDriver(route)}`, {
      method,
      headers: {
        ...headers(),
        ...(method !== 'GET' && {
          'x-xsrf-token': jar.get('__Host-XSRF-TOKEN') ?? jar.get('XSRF-TOKEN') ?? '',
        }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=', 2)
      if (attributes.includes('Max-Age=0') || value === '') jar.delete(name)
      else jar.set(name, value)
    }
    if (response.ok && TELLS_DRIVER.test(`${url}${route}`)) {
      const { driver } = (await response.clone().json()) as { driver?: { id: string } | null }
      page.driver = driver?.id ?? null
    }
    return response
  }

  return {
    jar,
    headers,
    page,
    nameDriver,
    send,
    /** A problem, or the answer's own body, as JSON. */
    async call<T = Problem>(method: string, route: string, body?: unknown) {
      const response = await send(method, route, body)
      return { status: response.status, headers: response.headers, body: (await response.json()) as T }
    },
    /** Loads the page and signs in. */
    async signIn(login: { email: string; password: string }) {
      await (await send('GET', '/api/accounts/session')).arrayBuffer()
      const { email, password } = login
      return send('POST', '/api/accounts/sign-in', { email, password })
    },
  }
}
