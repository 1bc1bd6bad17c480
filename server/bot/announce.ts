import type { Phase } from '@madruga/core/bot.ts'
import { sql } from 'kysely'
import type { Clock } from '../kit/clock.ts'
import { listenChannel } from '../kit/live.ts'
import type { Db } from './kit.ts'
import { BOTS_CHANNEL } from './rows.ts'

type Ears = {
  botChanged(driverId: string, gen: number, phase: Phase): void
  filterSaved(driverId: string): void
  /** Listening again after a break: anything may have been missed. */
  mayHaveMissed(): void
}

const FILTER = 'filter'

/** Tells all processes that a driver saved a filter. */
export async function announceFilter(db: Db, driverId: string): Promise<void> {
  await sql`select pg_notify(${BOTS_CHANNEL}, ${`${driverId} ${FILTER}`})`.execute(db)
}

/** Listens to what processes announce of bots. */
export function listenToBots(url: string, clock: Clock, ears: Ears): { close(): Promise<void> } {
  return listenChannel({
    url,
    clock,
    channel: BOTS_CHANNEL,
    onOpen: ears.mayHaveMissed,
    onMessage(payload) {
      const [driverId, what, phase] = payload.split(' ')
      if (!driverId || !what) return
      if (what === FILTER) ears.filterSaved(driverId)
      else if (phase) ears.botChanged(driverId, Number(what), phase as Phase)
    },
  })
}
