import { decideMemberMonths, monthOf } from '@madruga/core/invoices.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { InvoicesDeps } from './model.ts'
import * as store from './store/member-months.ts'

/** What is found out later than this after it happened is not owed any more. */
const LATE_MS = 60 * DAY_MS

/**
 * Notes the months in which members' bots searched on the platform of a house that has set a price, and what
 * is owed for each, by the member's own clock. Run again it notes nothing more.
 */
export async function noteMemberMonths({
  db,
  clock,
  onFault,
}: Pick<InvoicesDeps, 'db' | 'clock' | 'onFault'>) {
  const now = clock.now()
  for (const member of await store.readSearched(db, now - LATE_MS)) {
    const { driverId, platform, timeZone, prices, searchedAt } = member
    try {
      const active = searchedAt.map((at) => monthOf(timeZone, at))
      const months = await store.readNoted(db, driverId, platform)
      await store.noteMonths(db, { driverId, platform }, decideMemberMonths(prices, active, months), now)
    } catch (error) {
      onFault(error, "a member's month is not noted yet")
    }
  }
}
