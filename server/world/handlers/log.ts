import type { Settings } from '@madruga/core/settings.ts'
import type { Database } from '../../db.ts'
import type { Handlers } from '../../http.ts'
import { openHistory, readLatest } from '../../log.ts'
import type { LogTail } from '../../log.ts'

type LogDeps = {
  db: Database['kysely']
  tail: LogTail
  history: Settings['history']
  /** Days that lines are kept. */
  keepLogDays: number
}

/** The operations of the log. */
export function logHandlers({ db, tail, history, keepLogDays }: LogDeps): Handlers['log'] {
  return {
    latest: ({ driverId }, page) => readLatest(db, driverId, page),
    async history({ driverId }, { limit, before, ...query }) {
      const opened = await openHistory(db, driverId, query, history)
      return { ...(await opened.read({ limit, before })), keptDays: keepLogDays }
    },
    openTail: tail.openTail,
  }
}
