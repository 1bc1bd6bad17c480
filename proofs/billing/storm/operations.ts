import { pick } from '../../chaos/random.ts'
import type { Random } from '../../chaos/random.ts'
import { sync } from './model.ts'
import type { BillingOperation, Storm } from './model.ts'
import {
  answerBank,
  cancel,
  look,
  removeMethod,
  saveMethod,
  setAutopay,
  setDefault,
  meetBank,
  readAccount,
  readMethods,
} from './operations/cards.ts'
import {
  answerDispute,
  creditInvoice,
  makeCoupon,
  refund,
  refundThere,
  setFaults,
  stopCoupon,
} from './operations/back-office.ts'
import { randomUUID } from 'node:crypto'
import { chargeFor } from '@madruga/core/invoices.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Person } from './people.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'

const ATTEMPT = `
  insert into attempts (driver_id, platform, offer_id, offer, rules, gen, epoch, filter_version, state, created_at)
  values ($1, 'market', $2, '{}', '[]', 1, 1, 1, 'accepted', $3) returning id`
const BLOCK = `
  insert into blocks (id, driver_id, platform, platform_block_id, offer_id, attempt_id, station_id, kind, start_at, end_at, pay_cents, accepted_at)
  values ($1, $2, 'market', $1, $1, $3, 'VAN1', 'block', $4, $5, 9000, $6)`
const INSTANT_DAY = `
  insert into instant_days (driver_id, day, first_at)
  select id, ($2::timestamptz at time zone time_zone)::date, $2 from drivers where id = $1 on conflict do nothing`
const CHECK_IN =
  'insert into check_ins (block_id, driver_id, asked_at, at, fee_cents) values ($1, $2, $3, $3, $4)'
const WRONG_CHECK_INS = `
  delete from check_ins where block_id in (select id from blocks where driver_id = $1 and accepted_at > $2 order by id limit 1)`
const WRONG_BLOCK = `
  delete from blocks where id in (select id from blocks where driver_id = $1 and accepted_at > $2
    and id not in (select block_id from check_ins) order by id limit 1)`

/**
 * The bot wins blocks, instant offers are on, a check-in costs something; some of it is found out weeks late.
 */
const work: BillingOperation = async ({ fleet, database: { pool } }, { id: driverId }, dice) => {
  const late = dice() < 0.15 ? dice() * 18 * DAY_MS : dice() * HOUR_MS
  const at = Math.floor(fleet.clock.now() - late)
  const count = 1 + Math.floor(dice() * 4)
  // Taken by the driver's own hand: nothing of it is owed but the check-in, and that only in a week without
  // an award.
  const byHand = dice() < 0.4
  try {
    for (let block = 0; block < count; block++) {
      const id = randomUUID()
      const attempt = byHand
        ? null
        : (await pool.query<{ id: number }>(ATTEMPT, [driverId, id, new Date(at)])).rows[0]!.id
      const start = at + 2 * HOUR_MS
      const times = [new Date(start), new Date(start + 3 * HOUR_MS), new Date(at)]
      await pool.query(BLOCK, [id, driverId, attempt, ...times])
      if (dice() < (byHand ? 0.8 : 0.2))
        await pool.query(CHECK_IN, [id, driverId, new Date(at), dice() < 0.8 ? 200 : 0])
    }
    if (dice() < 0.3) await pool.query(INSTANT_DAY, [driverId, new Date(at)])
  } catch {
    // The database was killed; what it kept of this is what was used.
  }
}

/** A block that was noted was never won. */
const turnOutWrong: BillingOperation = async ({ fleet, database: { pool } }, { id: driverId }) => {
  const since = new Date(fleet.clock.now() - 15 * DAY_MS)
  for (const statement of [WRONG_CHECK_INS, WRONG_BLOCK])
    await pool.query(statement, [driverId, since]).catch(() => {})
}

/** Buys a week or two of a plan, with a coupon or without. */
const buy: BillingOperation = async (storm, driver, dice) => {
  const method = await chooseMethod(storm, driver, dice)
  if (method === null) return
  const plan = pick(dice, ['advanced', 'professional'] as const)
  const days = pick(dice, [7, 14] as const)
  const coupon = storm.coupons.length > 0 && dice() < 0.4 ? pick(dice, storm.coupons) : ''
  const input = { plan, days, coupon }
  const quoted = await driver.phone.insist<Outputs['billing']['quote']>('POST', '/api/billing/quote', {
    ...input,
    methodKind: method.kind,
  })
  if (quoted?.status !== 200) return
  const body = { ...input, methodId: method.id, expectCents: quoted.body.totalCents }
  await send(storm, driver, '/api/billing/subscriptions', body, dice)
}

/** Pays an unpaid invoice. */
const payInvoice: BillingOperation = async (storm, driver, dice) => {
  const account = await readAccount(driver)
  if (account === null || account.unpaid.length === 0) return
  const method = await chooseMethod(storm, driver, dice)
  if (method === null) return
  const { number, leftCents } = pick(dice, account.unpaid)
  const { totalCents } = chargeFor(leftCents, account.prices.fees[method.kind])
  const body = { methodId: method.id, expectCents: totalCents }
  await send(storm, driver, `/api/billing/invoices/${number}/pay`, body, dice)
}

/** Takes a coupon off an invoice that waits to be paid. */
const useCoupon: BillingOperation = async (storm, driver, dice) => {
  if (storm.coupons.length === 0) return
  const account = await readAccount(driver)
  if (account === null || account.unpaid.length === 0) return
  const { number } = pick(dice, account.unpaid)
  const body = { coupon: pick(dice, storm.coupons), key: randomUUID() }
  const insist = () => driver.phone.insist('POST', `/api/billing/invoices/${number}/coupon`, body)
  await Promise.all(dice() < 0.3 ? [insist(), insist()] : [insist()])
}

/** Back to basic after a subscription has ended. */
const leave: BillingOperation = async (_storm, driver) => {
  await driver.phone.ask('POST', '/api/billing/subscriptions/leave', {})
}

/** A saved way to pay; one is saved where there is none. */
async function chooseMethod(storm: Storm, driver: Person, dice: Random) {
  let methods = await readMethods(driver)
  if (methods?.length === 0) {
    await saveMethod(storm, driver, dice)
    methods = await readMethods(driver)
  }
  return methods === null || methods.length === 0 ? null : pick(dice, methods)
}

/**
 * Sends a request to pay as people do: once, by a double click, from two phones at once, or without waiting
 * for the answer.
 */
async function send(
  storm: Storm,
  driver: Person,
  path: string,
  body: Record<string, unknown>,
  dice: Random,
): Promise<void> {
  const key = randomUUID()
  const insist = async (idempotencyKey: string) => {
    const reply = await driver.phone.insist('POST', path, { ...body, key: idempotencyKey })
    return sync(storm, driver, reply, idempotencyKey)
  }
  const way = dice()
  if (way < 0.1) {
    // The tab is closed.
    sync(storm, driver, await driver.phone.ask('POST', path, { ...body, key }), key)
    return
  }
  const clicks = way < 0.35 ? 2 + Math.floor(dice() * 3) : 1
  const inputs = Array.from({ length: clicks }, () => key)
  if (way > 0.88) inputs.push(randomUUID())
  const reading = await Promise.all(inputs.map(insist))
  for (const payment of reading.slice(0, 1))
    if (payment?.action) {
      await meetBank(storm, payment.action.clientSecret, dice)
      sync(storm, driver, await driver.phone.ask('GET', `/api/billing/payments/${payment.id}`))
    }
  // Sent once more, long after it was answered.
  if (dice() < 0.15) await insist(key)
}

/** All that happens in a storm, and how often of a hundred. */
const OPERATIONS: readonly { name: string; share: number; run: BillingOperation }[] = [
  { name: 'buy', share: 25, run: buy },
  { name: 'pay an invoice', share: 18, run: payInvoice },
  { name: 'work', share: 14, run: work },
  { name: 'answer the bank', share: 8, run: answerBank },
  { name: 'save a card or account', share: 8, run: saveMethod },
  { name: 'look', share: 5, run: look },
  { name: 'cancel', share: 4, run: cancel },
  { name: 'use a coupon on an invoice', share: 3, run: useCoupon },
  { name: 'refund', share: 5, run: refund },
  { name: 'faults of the gateway', share: 3, run: setFaults },
  { name: 'a block turns out wrong', share: 2, run: turnOutWrong },
  { name: 'credit an invoice', share: 2, run: creditInvoice },
  { name: 'set autopay', share: 1.5, run: setAutopay },
  { name: 'refund at the gateway', share: 1, run: refundThere },
  { name: 'answer a dispute', share: 2, run: answerDispute },
  { name: 'set a default', share: 1, run: setDefault },
  { name: 'remove a card', share: 1, run: removeMethod },
  { name: 'make a coupon', share: 0.7, run: makeCoupon },
  { name: 'leave a subscription', share: 0.5, run: leave },
  { name: 'stop a coupon', share: 0.3, run: stopCoupon },
]

/** One of them by the dice. */
export function drawOperation(dice: Random): { name: string; run: BillingOperation } {
  let left = dice() * OPERATIONS.reduce((sum, operation) => sum + operation.share, 0)
  for (const operation of OPERATIONS) {
    left -= operation.share
    if (left < 0) return operation
  }
  return OPERATIONS[0]!
}
