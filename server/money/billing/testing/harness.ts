import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Inputs } from '@madruga/core/contract.ts'
import type { AppError } from '@madruga/core/errors.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import { startCards } from '../../../../simulator/cards.ts'
import type { RunningCards } from '../../../../simulator/cards.ts'
import type { NewDriver } from '../../../people/accounts.ts'
import { startTestHttp } from '../../../http/testing.ts'
import type { TestHttp, TestHttpOptions } from '../../../http/testing.ts'
import type { Clock } from '../../../kit/clock.ts'
import { checkLedger } from '../../ledger.ts'
import { openCards } from '../../payments/gateway.ts'
import type { MoneyDeps } from '../model.ts'
import { createBilling } from '../operations.ts'
import type { Billing } from '../operations.ts'
import { wireMoney } from '../wiring.ts'

const ATTEMPT = `
  insert into attempts (driver_id, platform, offer_id, offer, rules, gen, epoch, filter_version, state, created_at)
  values ($1, 'market', $2, '{}', '[]', 1, 1, 1, 'accepted', $3) returning id`
const BLOCK = `
  insert into blocks (id, driver_id, platform, platform_block_id, offer_id, attempt_id, station_id, kind, start_at, end_at, pay_cents, accepted_at)
  values ($1, $2, 'market', $1, $1, $3, 'VAN1', 'block', $4, $5, 9000, $6)`
const INSTANT_DAY = `
  insert into instant_days (driver_id, day, first_at)
  select id, ($2::timestamptz at time zone time_zone)::date, $2 from drivers where id = $1`
const CHECK_IN =
  'insert into check_ins (block_id, driver_id, asked_at, at, fee_cents) values ($1, $2, $3, $3, $4)'

export const SECRET_KEY = 'sk_test_billing1'
export const PUBLISHABLE_KEY = 'pk_test_billing1'
export const WEBHOOK_SECRET = 'whsec_billing'

/** A clock that a test sets; timers are not needed here. */
export type SetClock = Clock & { set(iso: string): void; add(ms: number): void }

/** Money with a real database, the real SDK and the embedded gateway, in a time that the test moves. */
export type BillingHarness = {
  http: TestHttp
  deps: MoneyDeps
  billing: Billing
  clock: SetClock
  gateway: RunningCards
  /** Whose bots were stopped. */
  stopped: string[]
  /** A driver who lives in New York and registered a month ago; answers their id. */
  addDriver(driver?: Partial<NewDriver>): Promise<string>
  /** A block of $90 that the driver's bot won at an instant; answers its id. */
  addBlock(driverId: string, at: number): Promise<string>
  /** Instant offers were on at that instant. */
  addInstantDay(driverId: string, at: number): Promise<void>
  /** A check-in that cost something. */
  addCheckIn(driverId: string, blockId: string, at: number, feeCents: number): Promise<void>
  /** Saves a test card as the form does, one of the driver's own unless a number is given; answers its id. */
  saveCard(driverId: string, number?: string): Promise<string>
  /** Answers what the driver's bank asks. */
  answerBank(clientSecret: string, outcome: 'complete' | 'fail'): Promise<void>
  /** This many answers of charges whose money the gateway took get lost. */
  loseAnswers(count: number): void
  /** Kinds of the driver's news, newest first. */
  newsOf(driverId: string): Promise<string[]>
  /** How many charges were captured at the gateway, and their sum, cents. */
  captured(): Promise<{ count: number; cents: number }>
  /** Fails unless the ledger adds up to nothing and every balance to its entries. */
  checkAccounts(): Promise<void>
  stop(): Promise<void>
}

/** Starts one at an instant, such as `2026-11-18T12:00:00Z`. */
export async function startBillingHarness(
  iso: string,
  config: TestHttpOptions['config'] = {},
): Promise<BillingHarness> {
  const clock = makeClock(iso)
  const gateway = await startCards({
    environment: 'test',
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    clock,
  })
  const stopped: string[] = []
  const ownCards = new Map<string, string>()
  let lost = 0
  const cards = openCards({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    origin: gateway.url,
    now: clock.now,
  })
  const http = await startTestHttp({
    clock,
    config,
    gateway: {
      secretKey: SECRET_KEY,
      publishableKey: PUBLISHABLE_KEY,
      webhookSecret: WEBHOOK_SECRET,
      url: gateway.url,
      publicUrl: gateway.url,
    },
    cards: {
      ...cards,
      async takeCharge(wanted) {
        const outcome = await cards.takeCharge(wanted)
        return lost-- > 0 ? { outcome: 'unknown', reason: 'lost' } : outcome
      },
    },
  })
  const { bots, moneyDeps } = http.world
  const { stopBot } = bots
  bots.stopBot = (driverId, reason) => {
    stopped.push(driverId)
    return stopBot(driverId, reason)
  }
  const deps = wireMoney({ ...moneyDeps, onFault: (error) => assert.fail(error as Error) })
  const call = (method: string, path: string, body?: URLSearchParams | string, key = SECRET_KEY) =>
    fetch(`${gateway.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(body !== undefined && { body }),
    })
  return {
    http,
    deps,
    billing: createBilling(deps),
    clock,
    gateway,
    stopped,
    async addDriver(driver = {}) {
      const { id } = await http.addDriver({ timeZone: 'America/New_York', phoneConfirmed: true, ...driver })
      const createdAt = new Date(clock.now() - 30 * DAY_MS)
      await deps.db.updateTable('drivers').set({ created_at: createdAt }).where('id', '=', id).execute()
      ownCards.set(id, makeTestCard(ownCards.size))
      return id
    },
    async addBlock(driverId, at) {
      const id = randomUUID()
      const { rows } = await deps.database.pool.query<{ id: number }>(ATTEMPT, [driverId, id, new Date(at)])
      const start = at + 2 * HOUR_MS
      await deps.database.pool.query(BLOCK, [
        id,
        driverId,
        rows[0]!.id,
        new Date(start),
        new Date(start + 3 * HOUR_MS),
        new Date(at),
      ])
      return id
    },
    async addInstantDay(driverId, at) {
      await deps.database.pool.query(INSTANT_DAY, [driverId, new Date(at)])
    },
    async addCheckIn(driverId, blockId, at, feeCents) {
      await deps.database.pool.query(CHECK_IN, [blockId, driverId, new Date(at), feeCents])
    },
    async saveCard(driverId, number = ownCards.get(driverId) ?? '4242424242424242') {
      const { clientSecret } = await createBilling(deps).startMethod(driverId)
      const form = new URLSearchParams({
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2034',
        'payment_method_data[card][cvc]': '123',
      })
      const [id = ''] = clientSecret.split('_secret_')
      const reply = await call('POST', `/v1/setup_intents/${id}/confirm`, form, PUBLISHABLE_KEY)
      const setup = (await reply.json()) as { status?: string; error?: { message: string } }
      assert.ok(setup.status, setup.error?.message ?? 'no setup')
      if (setup.status === 'requires_action') await answerBank(gateway.url, clientSecret, 'complete')
      return (await createBilling(deps).listMethods(driverId))[0]!.id
    },
    answerBank: (clientSecret, outcome) => answerBank(gateway.url, clientSecret, outcome),
    loseAnswers(count) {
      lost = count
    },
    async newsOf(driverId) {
      const { notifications } = await http.notify.readInbox(driverId, { limit: 100 })
      return notifications.map(({ kind }) => kind)
    },
    async captured() {
      const accounting = await cards.listBalance(0, clock.now() + 1_000)
      assert.ok(accounting.outcome === 'done')
      const charges = accounting.value.filter((line) => line.kind === 'charge')
      return { count: charges.length, cents: charges.reduce((sum, line) => sum + line.amountCents, 0) }
    },
    async checkAccounts() {
      assert.deepEqual(await checkLedger(deps.db), { sumCents: 0, drifts: [], unbalanced: [] })
    },
    async stop() {
      await gateway.stop()
      await http.stop()
    },
  }
}

/** The number of a test card of which there are a thousand; the first is the one that everybody knows. */
export function makeTestCard(nth: number): string {
  const digits = `424242424242${String((424 + nth) % 1_000).padStart(3, '0')}`
  const sum = [...digits].reduce((all, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return all + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

async function answerBank(url: string, clientSecret: string, outcome: string): Promise<void> {
  const [id = ''] = clientSecret.split('_secret_')
  const body = new URLSearchParams({ client_secret: clientSecret, outcome })
  const reply = await fetch(`${url}/test-mode/authenticate/${id}`, {
    method: 'POST',
    body,
    redirect: 'manual',
  })
  assert.ok(reply.status < 400, `${reply.status}`)
}

type Order = Inputs['billing']['buy'] & { coupon: string }

/** An order for a week of advanced by card at the defaults' price, with its own key. */
export function orderFor(methodId: string, over: Partial<Order> = {}): Order {
  return { plan: 'advanced', days: 7, coupon: '', methodId, key: randomUUID(), expectCents: 2_606, ...over }
}

/** The code that something is refused with, what else went wrong, or `nothing`. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'nothing'
  } catch (error) {
    return (error as AppError).code ?? String(error)
  }
}

function makeClock(iso: string): SetClock {
  let at = Date.parse(iso)
  return {
    now: () => at,
    after: () => () => {},
    set(next) {
      at = Date.parse(next)
    },
    add(ms) {
      at += ms
    },
  }
}
