import { z } from 'zod'
import { invoiceQuery } from './invoices.ts'
import { receiptQuery } from './payments.ts'
import { blockQuery } from './blocks.ts'
import { historyQuery } from './log.ts'
import { recapQuery } from './recap.ts'
import { language, storable } from './shapes.ts'

/** The lists of the console. */
const OPERATOR_LISTS = [
  'drivers',
  'invoices',
  'payments',
  'coupons',
  'members',
  'support',
  'audit',
  'jobs',
  /** What bots did at the platform whose id is `text`, in the month `state`, by default in all. */
  'house',
] as const
export type OperatorList = (typeof OPERATOR_LISTS)[number]

const exportQuery = z.object({
  list: z.enum(OPERATOR_LISTS),
  text: storable.trim().max(100).optional(),
  state: storable.max(20).optional(),
  /** Of the headings. */
  language: language.default('en'),
})

/** Base path of downloads. */
export const DOWNLOADS_PATH = '/api/downloads/'

/**
 * Files that a signed-in driver may download, or an operator where it says so: the name is the path, the
 * parameters are a query. They are streams of any length and therefore not operations of the contract, whose
 * answers are validated as a whole.
 */
export const downloads = {
  /** All data that the service stores about the driver, as JSON. */
  'account.json': { type: 'application/json', query: z.object({}) },
  /** A week's blocks and offers, as `recap.week` counts them. */
  'recap.csv': { type: 'text/csv; charset=utf-8', query: recapQuery },
  /** The offers of the history, as `log.history` finds them. */
  'history.csv': { type: 'text/csv; charset=utf-8', query: historyQuery },
  /** One block for a device's calendar. */
  'block.ics': { type: 'text/calendar; charset=utf-8', query: blockQuery },
  /** An invoice, and the receipt of a payment. */
  'invoice.pdf': { type: 'application/pdf', query: invoiceQuery },
  'receipt.pdf': { type: 'application/pdf', query: receiptQuery },
  /** A list of the console, filtered as on the screen; for operators alone. */
  'operator.csv': { type: 'text/csv; charset=utf-8', query: exportQuery, access: 'operator' },
} as const

export type DownloadName = keyof typeof downloads
export type DownloadQuery<N extends DownloadName> = z.output<(typeof downloads)[N]['query']>
