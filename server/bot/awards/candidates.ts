import type { Member } from '@madruga/core/awards.ts'
import type { CompiledFilter } from '@madruga/core/filters.ts'
import { allowanceHeldMs, allowanceOf } from '@madruga/core/house-rules.ts'
import type { HouseRules } from '@madruga/core/house-rules.ts'
import { payOf } from '@madruga/core/offers.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { BotDeps } from '../deps.ts'
import type { Db } from '../model.ts'
import { compileFor } from '../search/open.ts'
import { readJudgingNow } from '../search/start-facts.ts'
import * as store from '../store/awards.ts'

/** A member with what the log says of their judgements. */
export type Candidate = {
  driverId: string
  filter: CompiledFilter
  filterVersion: number
  hasLiveLog: boolean
  member: Member
}

/** The members whose bots search there, with what they have been given and may not hold yet. */
export async function readCandidates(
  deps: BotDeps,
  tx: Db,
  platform: string,
  live: readonly store.LiveAward[],
): Promise<Candidate[]> {
  const now = deps.clock.now()
  const owners = await store.listSearching(tx, platform)
  const driverIds = owners.map(({ driverId }) => driverId)
  const facts = await readJudgingNow(deps, owners)
  const work = await store.sumWork(tx, { platform, driverIds, now })
  return owners.flatMap(({ driverId }, index) => {
    const { filter: savedFilter, row, geography, held } = facts[index]!
    if (savedFilter === null || row === null) return []
    const { filter } = compileFor(savedFilter.filter, row, geography, now)
    // Turns count the allowance themselves.
    const houseRules = { ...filter.houseRules, allowanceHours: null }
    const widerFilter = compileFor(savedFilter.filter, row, { ...geography, houseRules }, now).filter
    const pending = live.filter((award) => award.driverId === driverId && award.state !== 'taken')
    const spans = pending.map(({ offer: { startAt, endAt, stationId } }) => ({ startAt, endAt, stationId }))
    const pendingMs = spans.reduce((sum, { startAt, endAt }) => sum + endAt - startAt, 0)
    const member: Member = {
      id: driverId,
      workMs: (work.get(driverId) ?? 0) + pendingMs,
      held: [...held, ...spans],
      fits: (offer, spansHeld) => widerFilter.matches(offer, { now, held: spansHeld }),
      worthOf: (offer) => worthOf(filter.readPay(offer)),
      allowance: allowanceIn(filter.houseRules, now),
    }
    const { version: filterVersion } = savedFilter
    return [{ driverId, filter, filterVersion, hasLiveLog: row.liveLog, member }]
  })
}

function allowanceIn(rules: HouseRules, now: number): Member['allowance'] {
  const { allowanceHours } = rules
  if (allowanceHours === null) return null
  return {
    leftMs: (spans) => allowanceHours * HOUR_MS - allowanceHeldMs(spans, now),
    useMs: (offer) => allowanceOf(offer, now),
  }
}

/** Its pay in cents; where none is known, its minutes. */
function worthOf(offer: Offer): number {
  const minutes = (offer.endAt - offer.startAt) / MINUTE_MS
  return offer.payBasis === 'unknown' ? minutes : Math.max(1, payOf(offer, false))
}
