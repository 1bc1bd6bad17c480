import type { Database } from '../../db.ts'
import type { Words } from '../../http.ts'
import { readLatest } from '../../log.ts'
import type { LogTail } from '../../log.ts'
import { notYet } from '../not-yet.ts'

/** The operations of the log. */
export function logWord(db: Database['kysely'], tail: LogTail): Words['log'] {
  return {
    latest: ({ driverId }, page) => readLatest(db, driverId, page),
    history: notYet,
    openTail: tail.openTail,
  }
}
