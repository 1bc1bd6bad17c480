import { readDocuments } from '../billing.ts'
import { createDocuments } from '../invoices.ts'
import type { Documents } from '../invoices.ts'
import type { Config } from '../config.ts'
import { createNotify } from '../notify.ts'
import type { Notify } from '../notify.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Overrides } from './model.ts'

/** Creates notifications, and the invoices and receipts that are attached to them. */
export async function openNotify(
  { database, directUrl, db, clock, logger, keyRing, gateway }: Infrastructure,
  config: Config,
  { quiet }: Overrides,
): Promise<{ documents: Documents; notify: Notify }> {
  const { settings, publicUrl, mail, phone, push, role } = config
  const documents = createDocuments(readDocuments({ db, settings: settings.billing, gateway }))
  const notify = await createNotify({
    database,
    databaseUrl: directUrl,
    clock,
    logger,
    keyRing,
    publicUrl,
    mail,
    phone,
    push,
    attach: documents.attach,
    settings: settings.messages,
    keepNewsDays: settings.news.keepDays,
    quiet,
    sends: role === 'all' || role === 'jobs',
  })
  return { documents, notify }
}
