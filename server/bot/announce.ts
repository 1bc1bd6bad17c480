import type { Phase } from '@madruga/core/bot-states.ts'
import type { Clock } from '../kit/clock.ts'
import { listenChannel } from '../kit/live.ts'
import type { Db } from './model.ts'
import { BOTS_CHANNEL, notifyBots } from './store/bots.ts'

type BotListeners = {
  botChanged(driverId: string, gen: number, phase: Phase): void
  /** What their search judges by has changed. */
  judgedAnew(driverId: string): void
  /** The driver said yes to an offer that they were asked about. */
  confirmationAnswered(driverId: string): void
  /** Listening again after a break: anything may have been missed. */
  mayHaveMissed(): void
}

const JUDGE = 'judge'
const CONFIRMATION = 'confirmation'

/**
 * Tells all processes that what a driver's search judges by has changed: their filter, their place, the
 * blocks that they hold. In a transaction it is told at its commit.
 */
export async function announceJudging(db: Db, driverId: string): Promise<void> {
  await notifyBots(db, `${driverId} ${JUDGE}`)
}

/** Tells all processes that a driver said yes to an offer: whichever searches for them takes it. */
export async function announceAnswer(db: Db, driverId: string): Promise<void> {
  await notifyBots(db, `${driverId} ${CONFIRMATION}`)
}

/** Listens to what processes announce of bots. */
export function listenToBots(url: string, clock: Clock, listeners: BotListeners): { close(): Promise<void> } {
  return listenChannel({
    url,
    clock,
    channel: BOTS_CHANNEL,
    onOpen: listeners.mayHaveMissed,
    onMessage(payload) {
      const [driverId, what, phase] = payload.split(' ')
      if (!driverId || !what) return
      if (what === JUDGE) listeners.judgedAnew(driverId)
      else if (what === CONFIRMATION) listeners.confirmationAnswered(driverId)
      else if (phase) listeners.botChanged(driverId, Number(what), phase as Phase)
    },
  })
}
