import type { Downloads } from '../http.ts'
import { notYet } from './not-yet.ts'

/** What reads each download. */
export function createDownloadReaders(): Downloads {
  return { 'account.json': notYet, 'history.csv': notYet }
}
