import type { Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import {
  findPayer,
  changePayer,
  readCustomer,
  cardIdentity,
  keepCards,
  readCards,
  lockPayer,
} from '../payers.ts'
import { findMethod, isGone, listMethods, openCustomer, reopenCustomer, requireValue } from './customers.ts'
import type { PaymentMethod } from './gateway.ts'
import type { PaymentsDeps } from './model.ts'

type Methods = Outputs['billing']['methods']['methods']

/**
 * A driver's saved cards and bank accounts, which the gateway keeps. Each refuses with
 * `billing.gateway_unavailable`.
 */
export type SavedMethods = {
  /** Newest first; the default is the one chosen, or the newest. */
  listMethods(driverId: string): Promise<Methods>
  /** What a browser needs to give a card or bank account to the gateway. */
  startMethod(driverId: string): Promise<{ clientSecret: string }>
  /** Refuses with `billing.method_missing`. */
  setDefault(driverId: string, methodId: string): Promise<Methods>
  /**
   * Refuses with `billing.method_missing`; without any left, weekly invoices are not paid by themselves any
   * more.
   */
  removeMethod(driverId: string, methodId: string): Promise<Methods>
  /**
   * Finds the driver's cards now; the answer takes them away for good, whatever has become of the driver
   * meanwhile.
   */
  gatherCards(driverId: string): Promise<() => void>
  /** Refuses with `billing.method_missing` when there is none to pay with. */
  setAutopay(driverId: string, enabled: boolean): Promise<void>
}

/** Creates them. */
export function createSavedMethods(deps: PaymentsDeps): SavedMethods {
  const { db, cards } = deps

  async function list(driverId: string): Promise<Methods> {
    const customer = await readCustomer(db, driverId)
    if (customer === null) return []
    const methods = await listMethods(deps, customer.customerId)
    await noteCards(deps, driverId, methods)
    const hasDefault = methods.some((each) => each.methodId === customer.defaultMethod)
    const defaultId = hasDefault ? customer.defaultMethod : methods[0]?.methodId
    return methods.map(({ methodId, brand, last4, kind, expires }) => ({
      kind,
      brand,
      last4,
      expires,
      id: methodId,
      isDefault: methodId === defaultId,
    }))
  }

  return {
    listMethods: list,

    async startMethod(driverId) {
      const payer = await findPayer(db, driverId)
      const customerId = await openCustomer(deps, payer)
      const first = await cards.startCardSetup(customerId)
      const answer = isGone(first)
        ? await cards.startCardSetup(await reopenCustomer(deps, payer, customerId))
        : first
      return { clientSecret: requireValue(answer).clientSecret }
    },

    async setDefault(driverId, methodId) {
      const customer = await readCustomer(db, driverId)
      if (customer === null) throw new AppError('billing.method_missing')
      await findMethod(deps, customer.customerId, methodId)
      await changePayer(db, driverId, { defaultMethod: methodId })
      return await list(driverId)
    },

    async removeMethod(driverId, methodId) {
      const customer = await readCustomer(db, driverId)
      if (customer === null) throw new AppError('billing.method_missing')
      await findMethod(deps, customer.customerId, methodId)
      requireValue(await cards.removePaymentMethod(methodId))
      const rest = await list(driverId)
      if (customer.defaultMethod === methodId) await changePayer(db, driverId, { defaultMethod: null })
      if (rest.length === 0) await changePayer(db, driverId, { autopay: false })
      return rest
    },

    async gatherCards(driverId) {
      const customer = await readCustomer(db, driverId)
      return () => {
        if (customer === null) return
        forgetAll(deps, customer.customerId).catch((error: unknown) =>
          deps.onFault(error, 'cards of a driver who is gone are still at the gateway'),
        )
      }
    },

    async setAutopay(driverId, enabled) {
      if (enabled && (await list(driverId)).length === 0) throw new AppError('billing.method_missing')
      await changePayer(db, driverId, { autopay: enabled })
    },
  }
}

async function forgetAll({ cards }: PaymentsDeps, customerId: string): Promise<void> {
  const answer = await cards.listPaymentMethods(customerId)
  if (answer.outcome !== 'done') throw new Error(answer.reason)
  for (const { methodId } of answer.value) await cards.removePaymentMethod(methodId)
}

/**
 * Keeps by which cards a driver is known, as soon as the gateway names them: whatever is priced afterwards
 * knows of them. Credits that friends with one of these cards earned them before are taken back, unless they
 * were used.
 */
export async function noteCards(
  deps: Pick<PaymentsDeps, 'db' | 'identityKey' | 'takeBackForCards'>,
  driverId: string,
  methods: readonly Pick<PaymentMethod, 'fingerprint'>[],
): Promise<void> {
  const digests = methods.flatMap(({ fingerprint }) =>
    fingerprint === null ? [] : [cardIdentity(deps.identityKey, fingerprint)],
  )
  const knownDigests = await readCards(deps.db, driverId)
  const fresh = [...new Set(digests)].filter((digest) => !knownDigests.includes(digest))
  if (fresh.length === 0) return
  await deps.db.transaction().execute(async (tx) => {
    // Gone by now: no one is left to know.
    if ((await lockPayer(tx, driverId)) === null) return
    await keepCards(tx, driverId, fresh)
    await deps.takeBackForCards(tx, driverId, fresh)
  })
}
