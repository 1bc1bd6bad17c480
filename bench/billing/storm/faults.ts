import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '@madruga/core/time.ts'
import { pick } from '../../chaos/random.ts'
import type { Random } from '../../chaos/random.ts'
import { VICTIMS } from './fleet.ts'
import type { Fleet, Victim } from './fleet.ts'

/** A stroke falls somewhere within this after an operation began. */
const WITHIN_MS = 120
/** So often a victim is thought dead for more than a day: longer than a gateway remembers its keys. */
const LONG_NIGHTS = 0.12

/** How often each was killed, and how many nights were long. */
export type InjectedFaults = Record<Victim | 'nights of more than a day', number>

export function countNoFaults(): InjectedFaults {
  return { api: 0, 'second api': 0, gateway: 0, postgres: 0, 'nights of more than a day': 0 }
}

/** Kills one of them in the middle of whatever is under way, each in its turn, sometimes two at once. */
export async function injectFault(
  fleet: Fleet,
  { injected, turn, dice }: { injected: InjectedFaults; turn: number; dice: Random },
): Promise<void> {
  await sleep(dice() * WITHIN_MS)
  const victims = new Set([VICTIMS[turn % VICTIMS.length]!, ...(dice() < 0.3 ? [pick(dice, VICTIMS)] : [])])
  for (const victim of victims) {
    injected[victim]++
    fleet.kill(victim)
  }
  if (dice() >= LONG_NIGHTS) return
  injected['nights of more than a day']++
  await fleet.clock.move((25 + dice() * 15) * HOUR_MS)
}
