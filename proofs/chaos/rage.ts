import { setTimeout as sleep } from 'node:timers/promises'
import type { ChaosDriver } from './drivers.ts'
import { drawKind, injectFault } from './faults.ts'
import type { FaultKind, InjectedFault } from './faults.ts'
import type { Fleet } from './fleet.ts'
import { pick } from './random.ts'
import type { Random } from './random.ts'
import { createSupply } from './supply.ts'

/** How long it rages: this many faults, or those of this many seconds if that is null. */
type Plan = { seconds: number; faults: number | null; paceMs: number; only: FaultKind | null }

/** What a driver does. */
type Deeds = Record<'start' | 'stop', (driver: ChaosDriver) => Promise<unknown>>

/**
 * Injects random faults, adding them to `faults`, while offers arrive and drivers start and stop. Answers the
 * number of offers that drivers should want, and of stops.
 */
export async function rage(
  fleet: Fleet,
  drivers: readonly ChaosDriver[],
  { start, stop }: Deeds,
  random: Random,
  plan: Plan,
  faults: InjectedFault[],
): Promise<{ wanted: number; stops: number }> {
  const supply = createSupply(fleet, drivers, random)
  const pending = new Set<Promise<void>>()
  const until = performance.now() + plan.seconds * 1_000
  const goesOn = (): boolean =>
    plan.faults === null ? performance.now() < until : faults.length < plan.faults
  let stops = 0
  const offers = (async () => {
    while (goesOn()) {
      await supply.placeRound()
      await sleep(700)
    }
  })()
  const restless = (async () => {
    while (goesOn()) {
      await stop(pick(random, drivers)).catch(() => {})
      stops++
      await sleep(400)
      // Any that may start again does; the others refuse, as they should.
      await Promise.all(drivers.map((each) => start(each).catch(() => {})))
    }
  })()
  while (goesOn()) {
    await sleep(plan.paceMs * (0.5 + random()))
    const { fault, ended } = injectFault(fleet, drawKind(random, plan.only), random)
    faults.push(fault)
    pending.add(ended)
    void ended.finally(() => pending.delete(ended))
  }
  await Promise.all([offers, restless, ...pending])
  return { wanted: supply.wanted(), stops }
}
