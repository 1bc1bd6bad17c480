import { AppError } from '@madruga/core/errors.ts'
import type { BlockDriver, BlockRow, Db } from './model.ts'
import { readBlock, readDriver } from './store.ts'

/** The driver's own block; refuses with `blocks.not_found`, also for another driver's. */
export async function findBlock(db: Db, driverId: string, id: string): Promise<BlockRow> {
  const block = await readBlock(db, driverId, id)
  if (block === null) throw new AppError('blocks.not_found')
  return block
}

/** The signed-in driver, who exists except during the account's deletion. */
export async function findDriver(db: Db, driverId: string): Promise<BlockDriver> {
  const driver = await readDriver(db, driverId)
  if (driver === null) throw new AppError('accounts.signed_out')
  return driver
}
