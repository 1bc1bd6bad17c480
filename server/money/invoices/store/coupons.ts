import type { Selectable } from 'kysely'
import type { Coupon } from '@madruga/core/invoices.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Tables } from '../../../db.ts'
import type { Db } from '../../payers.ts'

/** A coupon with who made it. */
export type CouponRecord = Coupon & { actor: string; note: string; createdAt: Timestamp }

/** A coupon by its code as it is kept; null when there is none. */
export async function readCoupon(db: Db, code: string): Promise<CouponRecord | null> {
  const row = await db.selectFrom('coupons').selectAll().where('code', '=', code).executeTakeFirst()
  return row === undefined ? null : toCoupon(row)
}

/** The same, locked until the transaction ends. */
export async function lockCoupon(tx: Db, code: string): Promise<CouponRecord | null> {
  const row = await tx
    .selectFrom('coupons')
    .selectAll()
    .where('code', '=', code)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row === undefined ? null : toCoupon(row)
}

/** Whether a driver has used a coupon, and did not get it back. */
export async function isUsedBy(db: Db, code: string, driverId: string): Promise<boolean> {
  const row = await db
    .selectFrom('coupon_uses')
    .select('code')
    .where('code', '=', code)
    .where('driver_id', '=', driverId)
    .executeTakeFirst()
  return row !== undefined
}

/** Codes of the coupons that a driver has used, and did not get back. */
export async function readUsedCoupons(db: Db, driverId: string): Promise<string[]> {
  const rows = await db.selectFrom('coupon_uses').select('code').where('driver_id', '=', driverId).execute()
  return rows.map(({ code }) => code)
}

/** All coupons, newest first. */
export async function readCoupons(db: Db): Promise<CouponRecord[]> {
  const rows = await db
    .selectFrom('coupons')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('code')
    .execute()
  return rows.map(toCoupon)
}

/** Writes a coupon; false when its code is taken, stopped ones included. */
export async function insertCoupon(
  tx: Db,
  coupon: Omit<CouponRecord, 'uses' | 'stopped' | 'createdAt'> & { at: Timestamp },
): Promise<boolean> {
  const row = await tx
    .insertInto('coupons')
    .values({
      code: coupon.code,
      cut: JSON.stringify(coupon.cut),
      applies_to: coupon.appliesTo,
      from_at: new Date(coupon.from),
      until_at: coupon.until === null ? null : new Date(coupon.until),
      most_uses: coupon.mostUses,
      created_at: new Date(coupon.at),
      actor: coupon.actor,
      note: coupon.note,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .executeTakeFirst()
  return row !== undefined
}

/** No one can use it from now on. */
export async function stopCoupon(tx: Db, code: string, at: Timestamp): Promise<void> {
  await tx
    .updateTable('coupons')
    .set({ stopped_at: new Date(at) })
    .where('code', '=', code)
    .execute()
}

function toCoupon(row: Selectable<Tables['coupons']>): CouponRecord {
  return {
    code: row.code,
    cut: row.cut,
    appliesTo: row.applies_to,
    from: row.from_at,
    until: row.until_at,
    mostUses: row.most_uses,
    uses: row.uses,
    stopped: row.stopped_at !== null,
    actor: row.actor,
    note: row.note,
    createdAt: row.created_at,
  }
}
