import type { Timestamp } from '@madruga/core/time.ts'
import type { Happening } from './diary.ts'

/** What is done at a time: `live` up to it for each driver concerned, then `happen`. */
export type TurnDeps = {
  live(driverId: string, to: Timestamp): Promise<void>
  happen(happening: Happening): Promise<unknown>
}

/**
 * Goes through a diary. Drivers know nothing of each other, so that each goes on alone, side by side with the
 * others, up to what concerns all of them. Resolves when everybody is through; if something failed, once
 * nothing of it is under way any more.
 */
export async function takeTurns(
  driverIds: readonly string[],
  diary: readonly Happening[],
  { live, happen }: TurnDeps,
): Promise<void> {
  const turns = new Map<string, Promise<unknown>>()
  const all: Promise<unknown>[] = []
  const goOn = async (driverId: string, to: Timestamp): Promise<void> => {
    await turns.get(driverId)
    await live(driverId, to)
  }
  for (const happening of diary) {
    const concerned = happening.driverId === null ? driverIds : [happening.driverId]
    const lived = concerned.map((driverId) => goOn(driverId, happening.at))
    const turn = Promise.all(lived).then(() => happen(happening))
    all.push(...lived, turn)
    for (const driverId of concerned) turns.set(driverId, turn)
  }
  const ends = await Promise.allSettled(all)
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}
