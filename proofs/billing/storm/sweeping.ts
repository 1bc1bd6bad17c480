import { setTimeout as sleep } from 'node:timers/promises'
import type { Billing, Accounting } from '@madruga/server/money/billing.ts'

const EVERY_MS = 300
/** What reads more has its turn this much less often, as in the product's table of jobs. */
const RARELY = 12

/**
 * Runs money's recurring work for ever, as every process of the product does; what one sweep throws is told,
 * and the next has its turn. Nothing is forgotten here: the database dates keys by its own clock, which
 * stands still beside the storm's.
 */
export async function keepSweeping(
  { billing, accounting }: { billing: Billing; accounting: Accounting },
  onFault: (error: unknown, what: string) => void,
): Promise<never> {
  const often = [
    billing.sweeps.syncUnsettled,
    accounting.sweeps.syncRefunds,
    billing.sweeps.syncPlans,
    billing.sweeps.closeWeeks,
    billing.sweeps.payByThemselves,
  ]
  const rarely = [billing.sweeps.runDunning, accounting.sweeps.reconcileRecent]
  for (let round = 0; ; round++) {
    for (const sweep of round % RARELY === 0 ? [...often, ...rarely] : often)
      await sweep().catch((error: unknown) => onFault(error, 'a sweep failed'))
    await sleep(EVERY_MS)
  }
}
