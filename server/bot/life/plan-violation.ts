import { fitsPlan } from '@madruga/core/filters.ts'
import { planOf } from '@madruga/core/plans.ts'
import type { BotDeps } from '../deps.ts'
import type { Db } from '../model.ts'
import { applyInput } from './steps.ts'
import type { Stepped } from './steps.ts'
import { eachDriver } from '../each-driver.ts'
import { listSavedInHigherPlanOf, listSavedInHigherPlan } from '../store/sweeps.ts'
import type { PlannedFilter } from '../store/sweeps.ts'

/**
 * Whether the filter in force of a driver's variant fits the plan that is paid for now; true if there is
 * none.
 */
export async function filterFits(db: Db, driverId: string): Promise<boolean> {
  return (await listSavedInHigherPlanOf(db, driverId)).every(isFitting)
}

function isFitting({ planNumber, filter }: PlannedFilter): boolean {
  return fitsPlan(filter, planOf(planNumber))
}

/**
 * Stops bots whose filter exceeds the plan that their driver pays for now. The filter stays as it is, and the
 * bot does not search by a reduced one: the driver saves it for their plan or buys the other again. Answers
 * the steps.
 */
export async function stopPlanViolations(deps: BotDeps): Promise<Stepped[]> {
  const filters = new Map((await listSavedInHigherPlan(deps.db)).map((row) => [row.driverId, row]))
  const steps: Stepped[] = []
  await eachDriver(deps, [...filters.keys()], async (driverId) => {
    if (isFitting(filters.get(driverId)!)) return
    const step = await applyInput(deps, driverId, async (bot, tx) =>
      // Another filter may have been saved since, or the plan bought.
      (await listSavedInHigherPlan(tx, driverId)).every(isFitting)
        ? null
        : { bot, input: { type: 'stop', reason: 'filter_too_dear' } },
    )
    if (step) steps.push(step)
  })
  return steps
}
