import { z } from 'zod'
import { PAID_PLANS } from '../plans.ts'
import { storable } from './shapes.ts'

export const cents = z.int()
export const plan = z.enum(PAID_PLANS)
/** Days of a subscription. */
export const days = z.union([z.literal(7), z.literal(14)])
export const invoiceNumber = z.string().regex(/^M-\d{4}-\d{6,}$/)
/** The browser's own name of one request: sent again, it does nothing again. */
export const idempotencyKey = z.uuid()
/** A coupon as it was typed. */
export const typedCode = storable.trim().max(60)
