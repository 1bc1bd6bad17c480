import { randomUUID } from 'node:crypto'
import type { Outputs } from '@madruga/core/contract.ts'
import type { MissCause, Unasked } from '@madruga/core/events.ts'
import type { RuleResult } from '@madruga/core/filters.ts'
import { pickPay, placeLine, startOver } from '@madruga/core/offers.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { recordEntries } from '../../driver/log.ts'
import type { BotDeps } from '../deps.ts'
import { isSameClaim, lockBot } from '../store/bots.ts'
import type { Claim } from '../store/bots.ts'
import type { Search } from '../search/loop.ts'
import { readStation } from '../store/facts.ts'
import {
  lockToConfirm,
  insertConfirmation,
  listOpenConfirmations,
  markMissed,
} from '../store/confirmations.ts'

/** Open confirmations of a driver, at most: no one can weigh more in a minute. */
const MOST_OPEN = 3

/**
 * Asks the driver to confirm an offer. Row, log line and news are stored together, by the running searcher
 * alone. `known`: they were asked about it before, or it was tried for. `fenced`: this searcher does not own
 * the bot any more.
 */
export async function requestConfirmation(
  deps: BotDeps,
  { driverId, gen, epoch, owner, platform, filterVersion }: Search,
  offer: Offer,
  rules: RuleResult[],
): Promise<'asked' | 'known' | 'fenced' | Unasked> {
  const at = deps.clock.now()
  const expiresAt = Math.min(
    at + deps.settings.confirmationMs,
    offer.expiresAt ?? Number.POSITIVE_INFINITY,
    startOver(offer, at),
  )
  if (expiresAt <= at) return 'over'
  return await deps.db.transaction().execute(async (tx) => {
    const now = await lockToConfirm(tx, { driverId, gen, epoch, owner, platform, offerId: offer.id, at })
    if (now === undefined) return 'fenced'
    if (now.known) return 'known'
    if (now.open >= MOST_OPEN) return 'too_many'
    const confirmationId = randomUUID()
    const confirmation = {
      id: confirmationId,
      driverId,
      platform,
      offer,
      rules,
      filterVersion,
      askedAt: at,
      expiresAt,
    }
    if (!(await insertConfirmation(tx, confirmation))) return 'known'
    const place = await readStation(tx, { platform, offer })
    const { code: stationCode, timeZone } = place
    const data = { offer, stationCode, timeZone, filterVersion, rules, askId: confirmationId, expiresAt }
    await recordEntries(tx, driverId, [{ at, type: 'offer.asked', data }])
    const { startAt, endAt } = offer
    const station = placeLine(place)
    await deps.news.asked(tx, driverId, {
      askId: confirmationId,
      station,
      startAt,
      endAt,
      ...pickPay(offer),
      expiresAt,
    })
    return 'asked'
  })
}

/** Open confirmations, and those whose yes is under way, the most urgent first. */
export async function listConfirmations(
  deps: BotDeps,
  driverId: string,
): Promise<Outputs['bot']['confirmations']> {
  const now = deps.clock.now()
  return { confirmations: await listOpenConfirmations(deps.db, driverId, now), now }
}

/**
 * Ends a yes that was not tried for and logs the cause; does nothing if it ended already, or the bot is not
 * the searcher's any more whose `claim` this is.
 */
export async function loseConfirmation(
  deps: BotDeps,
  driverId: string,
  confirmationId: string,
  cause: MissCause,
  claim?: Claim,
): Promise<void> {
  const at = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    // Every transaction locks bots before logs.
    const bot = await lockBot(tx, driverId)
    if (bot !== null && claim !== undefined && !isSameClaim(bot, claim)) return
    const miss = await markMissed(tx, driverId, confirmationId)
    if (miss === undefined) return
    const { offer, platform, rules, filterVersion } = miss
    const { code: stationCode, timeZone } = await readStation(tx, { platform, offer })
    const data = { offer, stationCode, timeZone, filterVersion, rules, cause, reactionMs: null }
    await recordEntries(tx, driverId, [{ at, type: 'offer.missed', data }])
  })
}
