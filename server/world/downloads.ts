import type { Settings } from '@madruga/core/settings.ts'
import type { Accounts } from '../accounts.ts'
import type { Database } from '../db.ts'
import type { Downloads } from '../http.ts'
import type { Clock } from '../kit/clock.ts'
import { exportHistory } from '../log.ts'
import { accountDownload } from './export.ts'

/** What reads each download. */
export function createDownloadReaders({
  accounts,
  clock,
  db,
  history,
}: {
  accounts: Accounts
  clock: Clock
  db: Database['kysely']
  history: Settings['history']
}): Downloads {
  return {
    'account.json': accountDownload(accounts, clock),
    'history.csv': async ({ driverId }, query) => ({
      fileName: `madruga-history-${new Date(clock.now()).toISOString().slice(0, 10)}.csv`,
      chunks: await exportHistory(db, driverId, query, history),
    }),
  }
}
