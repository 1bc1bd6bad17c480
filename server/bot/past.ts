import type { RuleResult } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import type { HeldBlock } from '../platforms.ts'
import type { BotDeps } from './deps.ts'
import type { Db } from './model.ts'
import { settleInside } from './accepts/settle.ts'
import { insertPastIntent } from './store/attempts.ts'
import type { Outcome } from './store/attempts.ts'
import { readBlockOfOffer } from './store/blocks.ts'
import { lockBot } from './store/bots.ts'
import { syncHeldBlocks } from './held/sync.ts'
import type { HeldBlocksSync } from './held/sync.ts'

/** An accept of the past, with the platform's answer; its time is the clock's. */
export type PastAccept = {
  platform: string
  offer: Offer
  rules: readonly RuleResult[]
  filterVersion: number
  outcome: Outcome
  reactionMs: number
}

/** Records what bots did before, through the same settlement as an accept of now. */
export type PastBots = {
  record(tx: Db, driverId: string, accept: PastAccept): Promise<void>
  /** Our id of the block that came of an offer; throws if there is none. */
  findBlock(tx: Db, driverId: string, platform: string, offerId: string): Promise<string>
  /** Takes over states and tips of blocks that the platform lists. */
  syncHeld(driverId: string, platform: string, held: readonly HeldBlock[]): Promise<HeldBlocksSync>
}

/** Creates them. */
export function createPastBots(deps: BotDeps): PastBots {
  return {
    async record(tx, driverId, { outcome, reactionMs, ...accept }) {
      const bot = await lockBot(tx, driverId)
      if (bot === null) throw new Error(`there is no driver ${driverId}`)
      const attemptId = await insertPastIntent(tx, { driverId, gen: bot.gen, ...accept }, deps.clock.now())
      await settleInside(deps, tx, driverId, { attemptId, outcome, reactionMs })
    },
    async findBlock(tx, driverId, platform, offerId) {
      const id = await readBlockOfOffer(tx, { driverId, platform, offerId })
      if (id === null) throw new Error(`no block came of the offer ${offerId}`)
      return id
    },
    syncHeld: (driverId, platform, blocks) => syncHeldBlocks(deps, driverId, platform, blocks),
  }
}
