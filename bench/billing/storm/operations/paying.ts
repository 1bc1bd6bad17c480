import { randomUUID } from 'node:crypto'
import { chargeFor } from '@madruga/core/invoices.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { pick } from '../../../chaos/random.ts'
import type { Random } from '../../../chaos/random.ts'
import { sync } from '../model.ts'
import type { BillingOperation, Storm } from '../model.ts'
import type { Person } from '../people.ts'
import { meetBank, readAccount, readMethods, saveMethod } from './cards.ts'

/** Buys a week or two of a plan, with a coupon or without. */
export const buy: BillingOperation = async (storm, driver, dice) => {
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
export const payInvoice: BillingOperation = async (storm, driver, dice) => {
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
export const useCoupon: BillingOperation = async (storm, driver, dice) => {
  if (storm.coupons.length === 0) return
  const account = await readAccount(driver)
  if (account === null || account.unpaid.length === 0) return
  const { number } = pick(dice, account.unpaid)
  const body = { coupon: pick(dice, storm.coupons), key: randomUUID() }
  const insist = () => driver.phone.insist('POST', `/api/billing/invoices/${number}/coupon`, body)
  await Promise.all(dice() < 0.3 ? [insist(), insist()] : [insist()])
}

/** Back to basic after a subscription has ended. */
export const leave: BillingOperation = async (_storm, driver) => {
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
