import { rm } from 'node:fs/promises'
import { needsMarket } from '@madruga/core/variants.ts'
import type { Accounts, NewDriver } from '../people/accounts.ts'
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
import { createProcessLogger, createWorld } from '../world.ts'
import type { Overrides, World } from '../world.ts'
import { makeWebRoot } from './testing/web-root.ts'

export { createBrowser } from './testing/browser.ts'

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
