import type { Phase } from '@madruga/core/bot-states.ts'
import type { Clock } from '../../kit/clock.ts'
import { listenChannel } from '../../kit/live.ts'
import type { Db } from '../model.ts'
import { BOTS_CHANNEL, FREED, listAtWork, notifyBots } from '../store/bots.ts'

type BotListeners = {
  botChanged(driverId: string, gen: number, phase: Phase): void
  /** The filter, the place or the held blocks of a driver changed. */
  judgedAnew(driverId: string): void
  /** The driver answered a confirmation with yes, or a turn gave them an offer. */
  confirmationAnswered(driverId: string): void
  /** A worker gave bots back. */
  freed(): void
  /** The connection is back after a break: announcements may have been missed. */
  mayHaveMissed(): void
}

const JUDGE = 'judge'
const CONFIRMATION = 'confirmation'

/**
 * Announces to all processes that a driver's filter, place or held blocks changed. In a transaction the
 * announcement goes out at the commit.
 */
export async function announceJudging(db: Db, driverId: string): Promise<void> {
  await notifyBots(db, [`${driverId} ${JUDGE}`])
}

/** The same for every driver whose bot is at work on a platform: the rules of its house changed. */
export async function announceHouseRules(db: Db, platform: string): Promise<void> {
  const drivers = await listAtWork(db, platform)
  await notifyBots(
    db,
    drivers.map((driverId) => `${driverId} ${JUDGE}`),
  )
}

/**
 * Announces to all processes that a driver confirmed an offer, or that a turn gave one to them: the process
 * that searches for them accepts it.
 */
export async function announceAnswer(db: Db, driverId: string): Promise<void> {
  await notifyBots(db, [`${driverId} ${CONFIRMATION}`])
}

/**
 * Announces to all processes what steps made of bots, after their commit: PostgreSQL lets transactions that
 * announce commit one at a time, each with its own flush to the disk.
 */
export async function announceSteps(
  db: Db,
  bots: readonly { driverId: string; gen: number; phase: Phase }[],
): Promise<void> {
  await notifyBots(
    db,
    bots.map(({ driverId, gen, phase }) => `${driverId} ${gen} ${phase}`),
  )
}

/** Listens to what processes announce of bots. */
export function listenToBots(url: string, clock: Clock, listeners: BotListeners): { close(): Promise<void> } {
  return listenChannel({
    url,
    clock,
    channel: BOTS_CHANNEL,
    onOpen: listeners.mayHaveMissed,
    onMessage(payload) {
      if (payload === FREED) return listeners.freed()
      const [driverId, what, phase] = payload.split(' ')
      if (!driverId || !what) return
      if (what === JUDGE) listeners.judgedAnew(driverId)
      else if (what === CONFIRMATION) listeners.confirmationAnswered(driverId)
      else if (phase) listeners.botChanged(driverId, Number(what), phase as Phase)
    },
  })
}
