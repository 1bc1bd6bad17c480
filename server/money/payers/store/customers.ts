import type { Timestamp } from '@madruga/core/time.ts'
import type { Db } from '../model.ts'

/** A driver at the gateway, and how they like to pay. */
export type Customer = { customerId: string; defaultMethod: string | null; autopay: boolean }

/** Null for a driver who never came to the gateway. */
export async function readCustomer(db: Db, driverId: string): Promise<Customer | null> {
  const row = await db
    .selectFrom('payers')
    .select(['customer_id as customerId', 'default_method as defaultMethod', 'autopay'])
    .where('driver_id', '=', driverId)
    .executeTakeFirst()
  return row ?? null
}

/** Keeps who a driver is at the gateway; a second time changes nothing. */
export async function insertPayer(
  db: Db,
  driverId: string,
  customerId: string,
  at: Timestamp,
): Promise<void> {
  await db
    .insertInto('payers')
    .values({ driver_id: driverId, customer_id: customerId, created_at: new Date(at) })
    .onConflict((conflict) => conflict.column('driver_id').doNothing())
    .execute()
}

/** Another customer takes the place of one that is gone, whose saved cards went with it. */
export async function replaceCustomer(
  db: Db,
  driverId: string,
  { goneId, customerId }: { goneId: string; customerId: string },
): Promise<void> {
  await db
    .updateTable('payers')
    .set({ customer_id: customerId, default_method: null })
    .where('driver_id', '=', driverId)
    .where('customer_id', '=', goneId)
    .execute()
}

/** Changes how a driver likes to pay; what is left out stays. */
export async function changePayer(
  db: Db,
  driverId: string,
  { defaultMethod, autopay }: { defaultMethod?: string | null; autopay?: boolean },
): Promise<void> {
  await db
    .updateTable('payers')
    .set({
      ...(defaultMethod !== undefined && { default_method: defaultMethod }),
      ...(autopay !== undefined && { autopay }),
    })
    .where('driver_id', '=', driverId)
    .execute()
}
