import type { Settings } from '@madruga/core/settings.ts'
import type { Accounts } from '../accounts.ts'
import type { Blocks } from '../blocks.ts'
import type { Database } from '../db.ts'
import type { Downloads } from '../http.ts'
import type { Clock } from '../kit/clock.ts'
import { exportHistory } from '../log.ts'
import type { Recap } from '../recap.ts'
import { accountDownload } from './export.ts'

/** What reads each download. */
export function createDownloadReaders({
  accounts,
  blocks,
  recap,
  clock,
  db,
  history,
}: {
  accounts: Accounts
  blocks: Pick<Blocks, 'writeBlock'>
  recap: Pick<Recap, 'exportWeek'>
  clock: Clock
  db: Database['kysely']
  history: Settings['history']
}): Downloads {
  return {
    'account.json': accountDownload(accounts, clock),
    'block.ics': async ({ driverId }, { id }) => ({
      fileName: 'madruga-block.ics',
      chunks: wholeFile(await blocks.writeBlock(driverId, id)),
    }),
    'recap.csv': async ({ driverId }, { day }) => {
      const { from, chunks } = await recap.exportWeek(driverId, day)
      return { fileName: `madruga-recap-${from}.csv`, chunks }
    },
    'history.csv': async ({ driverId }, query) => ({
      fileName: `madruga-history-${new Date(clock.now()).toISOString().slice(0, 10)}.csv`,
      chunks: await exportHistory(db, driverId, query, history),
    }),
  }
}

async function* wholeFile(text: string): AsyncGenerator<string> {
  yield text
}
