import type { AccountsDeps } from './deps.ts'
import { endPlansAndDues, listOfOtherApps, updateDriver } from './store.ts'

/**
 * Fits the drivers of an earlier configuration to what is offered now: those at rest whose app is not offered
 * move to the first that is; where no one pays, plans end, and suspensions for unpaid invoices. Answers how
 * many moved.
 */
export async function fitOffer(
  { db, offered, isBotResting }: Pick<AccountsDeps, 'db' | 'offered' | 'isBotResting'>,
  { billing }: { billing: boolean },
): Promise<number> {
  if (!billing) await endPlansAndDues(db)
  const [first] = offered
  if (first === undefined) return 0
  let count = 0
  for (const driverId of await listOfOtherApps(db, offered))
    count += await db.transaction().execute(async (tx) => {
      if (!(await isBotResting(tx, driverId))) return 0
      await updateDriver(tx, driverId, { variant: first })
      return 1
    })
  return count
}
