import type { Accounts } from '../accounts.ts'
import type { Downloads } from '../http.ts'
import type { Clock } from '../kit/clock.ts'

/** The file with everything of a driver, under the day on which it was asked for. */
export function accountDownload(accounts: Accounts, clock: Clock): Downloads['account.json'] {
  return async ({ driverId }) => ({
    fileName: `madruga-account-${new Date(clock.now()).toISOString().slice(0, 10)}.json`,
    chunks: accounts.exportAccount(driverId),
  })
}
