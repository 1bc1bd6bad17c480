import { describeVariant } from '@madruga/core/variants.ts'
import { findSaving, priceOfWin, shareOfWeeks } from '@madruga/core/invoices.ts'
import type { Prices, Saving } from '@madruga/core/invoices.ts'
import { sumCents } from '@madruga/core/money.ts'
import type { Cents } from '@madruga/core/money.ts'
import type { OfferKind } from '@madruga/core/offers.ts'
import type { PaidPlan } from '@madruga/core/plans.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { paidAt } from '@madruga/core/subscriptions.ts'
import { readInvoicedBlocks, readInvoicedWeek, readPlanWeeks, readPrices, readRunning } from '../invoices.ts'
import { findPayer } from '../payers.ts'
import { readPeriods } from '../subscriptions.ts'
import type { MoneyDeps } from './model.ts'

/** What a week costs its driver. */
export type WeekFees = {
  /** By use, as the week's invoice has it, or would have it now. */
  useCents: Cents
  /** Of these, what is not for a block: days of instant offers and check-ins. */
  besidesCents: Cents
  /** The week's share of a plan that was paid for. */
  planCents: Cents
  /** The plan that is paid for now; null = by use. */
  plan: PaidPlan | null
  /** The plan that would have cost less than the running week came to so far. */
  saving: Saving | null
}

const BLOCK = 'block:'

/** What our service costs a driver, by the week, the block and the offer. */
export type Fees = {
  /** The fees of a week, the driver's Monday to Sunday. */
  readWeekFees(driverId: string, week: { from: Timestamp; to: Timestamp }): Promise<WeekFees>
  /** What each of these blocks cost or will cost; a block that nothing is charged for is missing. */
  readBlockFees(driverId: string, blockIds: readonly string[]): Promise<ReadonlyMap<string, Cents>>
  /** What winning an offer of this kind would cost now. */
  readOfferFee(driverId: string, kind: OfferKind): Promise<Cents>
  /** What everything costs now. */
  readPrices(): Promise<Prices>
}

/** Opens what others ask of the fees. */
export function openFees(deps: MoneyDeps): Fees {
  const { db } = deps
  const planNow = async (driverId: string): Promise<PaidPlan | null> =>
    paidAt(await readPeriods(db, driverId), deps.clock.now())?.plan ?? null
  return {
    async readWeekFees(driverId, week) {
      const payer = await findPayer(db, driverId)
      const now = deps.clock.now()
      const running = week.from <= now && now < week.to ? await readRunning(deps, db, payer) : null
      const [pastLines, weeks, plan, prices] = await Promise.all([
        readInvoicedWeek(db, driverId, week),
        readPlanWeeks(db, driverId, week),
        planNow(driverId),
        readPrices(db, deps.settings),
      ])
      const lines = [...pastLines, ...(running?.lines ?? [])]
      const useCents = sumCents(lines.map(({ cents }) => cents))
      const besides = lines.filter(({ kind }) => kind !== 'block')
      const besidesCents = sumCents(besides.map(({ cents }) => cents))
      const mayBuy = plan === null && describeVariant(payer.variant).hasPlans && running !== null
      const saving = mayBuy ? findSaving(useCents, prices) : null
      return { useCents, besidesCents, planCents: shareOfWeeks(weeks, week), plan, saving }
    },
    async readBlockFees(driverId, blockIds) {
      const fees = await readInvoicedBlocks(db, driverId, blockIds)
      const running = await readRunning(deps, db, await findPayer(db, driverId))
      const ids = new Set(blockIds)
      for (const { reference, cents } of running?.lines ?? []) {
        const id = reference.startsWith(BLOCK) ? reference.slice(BLOCK.length) : ''
        if (ids.has(id)) fees.set(id, cents)
      }
      return fees
    },
    async readOfferFee(driverId, kind) {
      return (await planNow(driverId)) === null ? priceOfWin(kind, await readPrices(db, deps.settings)) : 0
    },
    readPrices: () => readPrices(db, deps.settings),
  }
}
