import assert from 'node:assert/strict'
import { solveChallenge } from 'altcha-lib'
import type { Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Phase } from '@madruga/core/bot-states.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Problem } from '@madruga/core/errors.ts'
import { createBrowser, giveSecondFactor } from '../../http/testing.ts'
import type { TestHttp } from '../../http/testing.ts'
import type { Clock } from '../../kit/clock.ts'
import { realNow } from '../../kit/testing.ts'

export type Sent = Outputs['accounts']['startRegistration']
export const PASSWORD = 'nine blue horses'

/** A clock that a test moves; timers are not needed here. */
export function movableClock(): Clock & { add(ms: number): void } {
  let ahead = 0
  return {
    now: () => realNow() + ahead,
    after: () => () => {},
    add(ms) {
      ahead += ms
    },
  }
}

/** Puts a driver's bot into a phase, as if it had been started. */
export async function setPhase(http: TestHttp, driverId: string, phase: Phase): Promise<void> {
  const row = { driver_id: driverId, variant: 'amazon', phase } as const
  await http.database.database.kysely
    .insertInto('bots')
    .values(row)
    .onConflict((conflict) => conflict.column('driver_id').doUpdateSet({ phase }))
    .execute()
}

/**
 * The statements among these calls of `query`, without what is asked at any time: what the registry of
 * platforms reads, and the look whether the database stores, which has a connection to itself. Storing a
 * message and rolling it back cost the same.
 */
export function statementsOf(calls: readonly { arguments: unknown[]; this: unknown }[]): string[] {
  const statements = calls.map(({ arguments: [query], this: client }) => ({
    client,
    text: typeof query === 'string' ? query : (query as { text: string }).text,
  }))
  const looking = new Set(
    statements.filter(({ text }) => text.endsWith('as spilled')).map((each) => each.client),
  )
  return statements
    .filter(({ client, text }) => !looking.has(client) && !text.includes('from platform_instances'))
    .map(({ text }) => text.replace(/^(release|rollback to) savepoint/, 'end of savepoint'))
}

/** Clears every counter, so that tests do not lock each other out. */
export async function forgetLimits(http: TestHttp): Promise<void> {
  await http.database.database.kysely.deleteFrom('rate_limits').execute()
}

/** The newest code that was sent to a recipient. */
export function codeTo(http: TestHttp, recipient: string): string {
  const message = http.sent.findLast((each) => each.template === 'code' && each.recipient === recipient)
  assert.ok(message?.template === 'code', `no code to ${recipient}`)
  return message.params.code
}

/** A code different from this one. */
export function otherThan(...codes: string[]): string {
  return ['000000', '000001', '000002'].find((code) => !codes.includes(code))!
}

/** One of our challenges, solved like the widget does. */
export async function solveCaptcha(http: TestHttp): Promise<string> {
  const answer = await fetch(`${http.url}/api/accounts/captcha`)
  const { challenge } = (await answer.json()) as { challenge: Challenge }
  const solution = await solveChallenge({ challenge, deriveKey })
  assert.ok(solution)
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** A browser with the steps of the screens. */
export async function visit(http: TestHttp) {
  const browser = createBrowser(http.url)
  await (await browser.send('GET', '/api/accounts/session')).arrayBuffer()
  /** The result of an operation, or its problem. */
  const post = <T = object>(route: string, body: object) =>
    browser.call<T & Problem>('POST', `/api/accounts${route}`, body)
  return {
    ...browser,
    post,
    async startRegistration(typed: object = {}) {
      const captcha = await solveCaptcha(http)
      const given = { variant: 'amazon', phone: '305 555 0142', channel: 'email', language: 'en', captcha }
      return await post<Sent>('/registrations', { ...given, ...typed })
    },
    async startReset(email: string, channel: 'sms' | 'email' = 'email') {
      const captcha = await solveCaptcha(http)
      return await post<Sent>('/resets', { email, channel, language: 'en', captcha })
    },
    register(ticket: string, typed: object = {}) {
      const names = { firstName: 'Ana', lastName: 'López', language: 'en', timeZone: 'America/Chicago' }
      const secret = { password: PASSWORD, confirmPassword: PASSWORD, consent: true, referralCode: '' }
      return post<Outputs['accounts']['register']>('', { ticket, ...names, ...secret, ...typed })
    },
  }
}

/** A signed-in driver, and their browser. */
export async function enter(http: TestHttp, driver: Parameters<TestHttp['addDriver']>[0] = {}) {
  const made = await http.addDriver(driver)
  const visitor = await visit(http)
  const answer = await visitor.signIn(made)
  assert.equal(answer.status, 200)
  return { ...made, ...visitor }
}

/** A signed-in operator who gave their second factor, and their browser. */
export async function enterOperator(http: TestHttp, person: { email?: string } = {}) {
  const operator = await enter(http, { ...person, role: 'operator' })
  await giveSecondFactor(http.world, operator.id)
  return operator
}

/** Every row of every table, in PostgreSQL's text form. */
export async function dumpTables(http: TestHttp): Promise<string> {
  const { pool } = http.database.database
  const { rows } = await pool.query<{ name: string }>(
    "select c.oid::regclass::text as name from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  const dumps = await Promise.all(
    rows.map(async ({ name }) => {
      const { rows: lines } = await pool.query<{ line: string }>(`select t::text as line from ${name} t`)
      return lines.map(({ line }) => `${name} ${line}`).join('\n')
    }),
  )
  return dumps.join('\n')
}
