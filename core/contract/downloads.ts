import { z } from 'zod'
import { invoiceQuery } from './invoices.ts'
import { receiptQuery } from './payments.ts'
import { blockQuery } from './blocks.ts'
import { historyQuery } from './log.ts'
import { recapQuery } from './recap.ts'

/** Base path of downloads. */
export const DOWNLOADS_PATH = '/api/downloads/'

/**
 * Files that a signed-in driver may download: the name is the path, the parameters are a query. They are
 * streams of any length and therefore not operations of the contract, whose answers are validated as a whole.
 */
export const downloads = {
  /** All data that the service stores about the driver, as JSON. */
  'account.json': { type: 'application/json', query: z.object({}) },
  /** The offers of the history, as `log.history` finds them. */
  /** A week's blocks and offers, as `recap.week` counts them. */
  'recap.csv': { type: 'text/csv; charset=utf-8', query: recapQuery },
  'history.csv': { type: 'text/csv; charset=utf-8', query: historyQuery },
  /** One block for a device's calendar. */
  'block.ics': { type: 'text/calendar; charset=utf-8', query: blockQuery },
  /** An invoice, and the receipt of a payment. */
  'invoice.pdf': { type: 'application/pdf', query: invoiceQuery },
  'receipt.pdf': { type: 'application/pdf', query: receiptQuery },
} as const

export type DownloadName = keyof typeof downloads
export type DownloadQuery<N extends DownloadName> = z.output<(typeof downloads)[N]['query']>
