import type { Settings } from '@madruga/core/settings.ts'
import { toIso } from '@madruga/core/time.ts'
import { streamAccount } from '../people/accounts.ts'
import type { Documents } from '../money/invoices.ts'
import type { Blocks } from '../driver/blocks.ts'
import type { Console } from '../console/overview.ts'
import type { Database } from '../db.ts'
import type { Download, Downloads } from '../http.ts'
import type { Clock } from '../kit/clock.ts'
import { exportHistory } from '../driver/log.ts'
import type { LetterFile } from '../notify.ts'
import { SECTIONS } from '../product.ts'
import type { Recap } from '../driver/recap.ts'

/** Creates the reader of each download. */
export function createDownloadReaders({
  blocks,
  documents,
  recap,
  clock,
  db,
  history,
  console,
}: {
  blocks: Pick<Blocks, 'writeBlock'>
  documents: Pick<Documents, 'readInvoice' | 'readReceipt'>
  recap: Pick<Recap, 'exportWeek'>
  clock: Clock
  db: Database['kysely']
  history: Settings['history']
  console: Pick<Console, 'exportList'>
}): Downloads {
  const today = () => toIso(clock.now()).slice(0, 10)
  return {
    'account.json': async ({ driverId }) => ({
      fileName: `madruga-account-${today()}.json`,
      chunks: streamAccount(db, SECTIONS, driverId),
    }),
    'block.ics': async ({ driverId }, { id }) => ({
      fileName: 'madruga-block.ics',
      chunks: wholeFile(await blocks.writeBlock(driverId, id)),
    }),
    'invoice.pdf': async ({ driverId }, { number }) =>
      downloadOf(await documents.readInvoice(driverId, number)),
    'receipt.pdf': async ({ driverId }, { id }) => downloadOf(await documents.readReceipt(driverId, id)),
    'recap.csv': async ({ driverId }, { day }) => {
      const { from, chunks } = await recap.exportWeek(driverId, day)
      return { fileName: `madruga-recap-${from}.csv`, chunks }
    },
    'operator.csv': async ({ driverId, email }, query) => ({
      fileName: `madruga-${query.list}-${today()}.csv`,
      chunks: await console.exportList({ id: driverId, name: email }, query),
    }),
    'history.csv': async ({ driverId }, query) => ({
      fileName: `madruga-history-${today()}.csv`,
      chunks: await exportHistory(db, driverId, query, history),
    }),
  }
}

function downloadOf({ fileName, content }: LetterFile): Download {
  return { fileName, chunks: wholeFile(content) }
}

async function* wholeFile<T extends string | Uint8Array>(content: T): AsyncGenerator<T> {
  yield content
}
