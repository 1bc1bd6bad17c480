import type { Offer } from '@madruga/core/offers.ts'
import { recordEntries } from '../../driver/log.ts'
import type { NewEntry } from '../../driver/log.ts'
import type { BotDeps } from '../deps.ts'
import { listOutranked, takeOutranked } from '../store/awards.ts'
import { readStation } from '../store/stations.ts'
import type { Candidate } from './candidates.ts'

/** A shift that is left to people until a time. */
export type LeftShift = { offer: Offer; until: number }

/** Tells members until when shifts that fit them are left to people; each in their own transaction. */
export async function tellLeft(
  deps: BotDeps,
  platform: string,
  candidates: readonly Candidate[],
  leftShifts: readonly LeftShift[],
): Promise<void> {
  const at = deps.clock.now()
  for (const { driverId, filter, filterVersion, hasLiveLog, member } of candidates) {
    const context = { now: at, held: member.held }
    const theirs = hasLiveLog ? leftShifts.filter(({ offer }) => filter.matches(offer, context)) : []
    const entries: NewEntry[] = []
    for (const { offer, until } of theirs) {
      const { rules } = filter.judge(offer, context).explain()
      const place = await placeOf(deps, platform, offer)
      const data = { ...place, offer, filterVersion, rules, ignoredFor: 'time', leftUntil: until } as const
      entries.push({ at, type: 'offer.ignored', data })
    }
    if (entries.length > 0) await deps.db.transaction().execute((tx) => recordEntries(tx, driverId, entries))
  }
}

/** Tells members why another one has a shift that they could have taken, once. */
export async function tellOutranked(deps: BotDeps, platform: string): Promise<void> {
  const at = deps.clock.now()
  for (const driverId of await listOutranked(deps.db, platform))
    await deps.db.transaction().execute(async (tx) => {
      const entries: NewEntry[] = []
      for (const { offer, ...rest } of await takeOutranked(tx, platform, driverId)) {
        const place = await placeOf({ ...deps, db: tx }, platform, offer)
        const data = { ...place, offer, ...rest, cause: 'turn', reactionMs: null } as const
        entries.push({ at, type: 'offer.missed', data })
      }
      if (entries.length > 0) await recordEntries(tx, driverId, entries)
    })
}

async function placeOf({ db }: Pick<BotDeps, 'db'>, platform: string, offer: Offer) {
  const { code: stationCode, timeZone } = await readStation(db, { platform, offer })
  return { stationCode, timeZone }
}
