import { AppError } from '@madruga/core/errors.ts'
import { sumCents } from '@madruga/core/money.ts'
import { readRunning, readUnpaid, readUsedCoupons } from '../invoices.ts'
import { keepIdentities, lockPayer } from '../payers.ts'
import type { Db, Payer } from '../payers.ts'
import type { MoneyDeps } from './model.ts'

/**
 * What money has to say before an account is deleted, in the transaction that deletes it: it keeps by what
 * the person is known again. Refuses with `accounts.dues_open` (`count`) while an invoice is unpaid, and with
 * `accounts.week_open` (`cents`) while the running week has fees that are on no invoice yet: a driver who
 * left then would never pay them.
 */
export async function leaveBilling(deps: MoneyDeps, tx: Db, driverId: string): Promise<void> {
  const payer = await lockPayer(tx, driverId)
  if (payer === null) return
  if (deps.settings.charges) await refuseDues(deps, tx, payer)
  const coupons = await readUsedCoupons(tx, driverId)
  await keepIdentities(tx, deps.identityKey, driverId, { coupons, at: deps.clock.now() })
}

async function refuseDues(deps: MoneyDeps, tx: Db, payer: Payer): Promise<void> {
  const unpaid = await readUnpaid(tx, payer.id)
  if (unpaid.length > 0) throw new AppError('accounts.dues_open', { count: unpaid.length })
  const week = await readRunning(deps, tx, payer)
  const cents = sumCents((week?.lines ?? []).map((line) => line.cents))
  if (cents > 0) throw new AppError('accounts.week_open', { cents })
}
