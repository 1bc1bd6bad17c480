import { AppError } from '@madruga/core/errors.ts'
import { insertPayer, readCustomer, replaceCustomer } from '../payers.ts'
import type { Payer } from '../payers.ts'
import type { Answer, PaymentMethod } from './gateway.ts'
import type { PaymentsDeps } from './model.ts'

/** The driver at the gateway, made there once. Refuses with `billing.gateway_unavailable`. */
export async function openCustomer(deps: PaymentsDeps, payer: Payer): Promise<string> {
  const customer = await readCustomer(deps.db, payer.id)
  if (customer !== null) return customer.customerId
  const customerId = await createCustomer(deps, payer, payer.id)
  await insertPayer(deps.db, payer.id, customerId, deps.clock.now())
  return customerId
}

/**
 * A driver whose customer is gone at the gateway gets another one there. Refuses with
 * `billing.gateway_unavailable`.
 */
export async function reopenCustomer(deps: PaymentsDeps, payer: Payer, goneId: string): Promise<string> {
  const customerId = await createCustomer(deps, payer, `${payer.id}:${goneId}`)
  await replaceCustomer(deps.db, payer.id, { goneId, customerId })
  return customerId
}

async function createCustomer(
  { cards }: PaymentsDeps,
  { id: driverId, email, name }: Payer,
  key: string,
): Promise<string> {
  const idempotencyKey = `customer:${key}`
  return requireValue(await cards.createCustomer({ driverId, email, name, idempotencyKey })).customerId
}

/**
 * One of the driver's own saved cards or bank accounts. Refuses with `billing.method_missing` and
 * `billing.gateway_unavailable`.
 */
export async function findMethod(
  deps: PaymentsDeps,
  customerId: string,
  methodId: string,
): Promise<PaymentMethod> {
  const methods = await listMethods(deps, customerId)
  const method = methods.find((each) => each.methodId === methodId)
  if (method === undefined) throw new AppError('billing.method_missing')
  return method
}

/**
 * What a customer has saved, newest first; nothing where the customer is gone at the gateway. Refuses with
 * `billing.gateway_unavailable`.
 */
export async function listMethods({ cards }: PaymentsDeps, customerId: string): Promise<PaymentMethod[]> {
  const answer = await cards.listPaymentMethods(customerId)
  return isGone(answer) ? [] : requireValue(answer)
}

/** What the gateway answered. Refuses with `billing.gateway_unavailable` where nothing was done. */
export function requireValue<Value>(answer: Answer<Value>): Value {
  if (answer.outcome !== 'done') throw new AppError('billing.gateway_unavailable')
  return answer.value
}

/** Whether the gateway says that it has no such customer: deleted there, with all that was saved. */
export function isGone(answer: Answer<unknown>): boolean {
  return answer.outcome === 'refused' && answer.reason === 'resource_missing'
}
