import { AppError } from '@madruga/core/errors.ts'
import type { Db, Payer } from './model.ts'
import { readPayer } from './store/drivers.ts'

/** The driver who asks. Refuses with `accounts.signed_out` one who is gone meanwhile. */
export async function findPayer(db: Db, driverId: string): Promise<Payer> {
  const payer = await readPayer(db, driverId)
  if (payer === null) throw new AppError('accounts.signed_out')
  return payer
}
