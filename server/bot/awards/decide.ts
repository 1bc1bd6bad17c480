import { closesShift, countToOpen, decideAwards } from '@madruga/core/awards.ts'
import type { Award, OpenShift } from '@madruga/core/awards.ts'
import { headStartMs } from '@madruga/core/house-rules.ts'
import type { HouseRules } from '@madruga/core/house-rules.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import { recordEntries } from '../../driver/log.ts'
import type { NewEntry } from '../../driver/log.ts'
import { markOfferId } from '../../platforms.ts'
import type { ListedShifts } from '../../platforms.ts'
import type { BotDeps } from '../deps.ts'
import { announceAnswer } from '../life/announce.ts'
import type { Db } from '../model.ts'
import * as store from '../store/awards.ts'
import { listOutranked, takeOutranked } from '../store/awards.ts'
import { readStation } from '../store/facts.ts'
import { readCandidates } from './candidates.ts'
import type { Candidate } from './candidates.ts'

/** Lists are looked at this often, and awards under way. */
export const LOOK_MS = SECOND_MS
/** What was left is decided anew: hours are given back, filters change, bots start. */
const AGAIN_MS = MINUTE_MS / 2

/**
 * Decides all turns that are due at a platform, in one transaction of one process at a time: notes what the
 * list has, gives what people were left time for, and opens what the budget bears. Then tells the members.
 * Answers when to decide again.
 */
export async function decideTurns(
  deps: BotDeps,
  platform: string,
  list: ListedShifts,
  rules: HouseRules,
): Promise<number> {
  const now = deps.clock.now()
  const { readAt } = list
  const shifts = new Map(
    list.shifts.filter(({ offer }) => offer.startAt > now).map((shift) => [shift.offer.id, shift]),
  )
  const decision = await deps.db.transaction().execute(async (tx) => {
    if (!(await store.lockTurns(tx, platform))) return null
    await store.passOverdue(tx, platform, now)
    await store.forgetPassed(tx, platform)
    const rows = [...shifts.values()].map(({ offer, freePlaces }) => ({
      shiftId: offer.id,
      startAt: offer.startAt,
      places: freePlaces,
    }))
    const fresh = new Set(await store.noteShifts(tx, { platform, readAt, now }, rows))
    const seenShifts = await store.readSeenShifts(tx, platform, [...shifts.keys()])
    const live = await store.listLiveAwards(tx, { platform, readAt, now })
    const candidates = await readCandidates(deps, tx, platform, live)
    const driverIds = candidates.map(({ driverId }) => driverId)
    const trials = await store.listTrials(tx, { platform, driverIds, now })
    let dueAt = now + AGAIN_MS
    const dueShifts: OpenShift[] = []
    const leftShifts: LeftShift[] = []
    for (const { shiftId, offerId, firstSeenAt } of seenShifts) {
      const { offer, freePlaces } = shifts.get(shiftId)!
      const awardCount = live.filter((award) => award.shiftId === shiftId).length
      const decidesAt = firstSeenAt + headStartMs(rules, firstSeenAt, offer.startAt)
      if (decidesAt > now) {
        dueAt = Math.min(dueAt, decidesAt)
        if (fresh.has(shiftId) && freePlaces > 0)
          leftShifts.push({ offer: { ...offer, id: offerId }, until: decidesAt })
      } else if (freePlaces > (rules.takesTurns ? awardCount : 0)) {
        const closedTrials = trials.filter(
          (each) => each.shiftId === shiftId && closesShift(each, firstSeenAt, now),
        )
        dueShifts.push({
          offer: { ...offer, id: offerId },
          // Without turns everybody whom it fits tries for it: the platform decides who was first.
          places: rules.takesTurns ? freePlaces - awardCount : Number.POSITIVE_INFINITY,
          closedTo: new Set(closedTrials.map(({ memberId }) => memberId)),
        })
      }
    }
    const seed = dueShifts.map(({ offer }) => offer.id).toSorted()
    const members = candidates.map(({ member }) => member)
    const awards = decideAwards(dueShifts, members, seed.join(' '), now)
    const triedPairs = new Set(trials.map(({ memberId, offerId }) => `${memberId} ${offerId}`))
    const newAwards = awards.map((award) => newAward(award, candidates, triedPairs, now))
    if (newAwards.length > 0) await store.insertAwards(tx, { platform, now }, newAwards)
    const isUnderWay = await openDue(deps, tx, { platform, list, listed: shifts, members: candidates.length })
    return { candidates, left: leftShifts, againAt: isUnderWay ? Math.min(dueAt, now + LOOK_MS) : dueAt }
  })
  if (decision !== null) await tellLeft(deps, platform, decision.candidates, decision.left)
  await tellOutranked(deps, platform)
  return decision?.againAt ?? now + LOOK_MS
}

/** An award as it is stored. A listing that its member's bot tried before gets its own id. */
function newAward(
  { memberId, offer, others }: Award,
  candidates: readonly Candidate[],
  triedPairs: ReadonlySet<string>,
  now: number,
): store.NewAward {
  const [shiftId = offer.id] = offer.id.split('~')
  const id = triedPairs.has(`${memberId} ${offer.id}`)
    ? markOfferId(shiftId, Math.floor(now / SECOND_MS))
    : offer.id
  return {
    driverId: memberId,
    shiftId,
    offer: { ...offer, id },
    others: others.map(({ memberId: driverId, precedence }) => {
      const { filter, filterVersion, member } = candidates.find((each) => each.driverId === driverId)!
      const { rules } = filter.judge(offer, { now, held: member.held }).explain()
      return { driverId, precedence, rules, filterVersion }
    }),
  }
}

/**
 * Opens the next awards, as many as the budget bears, and passes those whose shift people have taken
 * meanwhile. Answers whether any is under way.
 */
async function openDue(
  deps: BotDeps,
  tx: Db,
  {
    platform,
    list,
    listed,
    members,
  }: {
    platform: string
    list: ListedShifts
    listed: ReadonlyMap<string, ListedShifts['shifts'][number]>
    members: number
  },
): Promise<boolean> {
  const now = deps.clock.now()
  const live = await store.listLiveAwards(tx, { platform, readAt: list.readAt, now })
  const waiting = live.filter(({ state }) => state === 'decided')
  const goneAwards = waiting.filter(({ shiftId }) => !((listed.get(shiftId)?.freePlaces ?? 0) > 0))
  for (const { id } of goneAwards) await store.passAward(tx, id, now)
  const share = deps.platforms.shareOf(platform)
  const open = live.filter(({ state }) => state === 'open' || state === 'tried').length
  const lastAt = await store.readLastOpened(tx, platform, now)
  // What the polls of all members may use: applications go before them.
  const perMinute = share === null ? null : (share * Math.max(1, members)) / 60
  const next = waiting
    .filter((award) => !goneAwards.includes(award))
    .slice(0, countToOpen({ open, lastAt, perMinute }, now))
  if (next.length > 0)
    await store.openAwards(
      tx,
      next.map(({ id }) => id),
      now,
    )
  for (const driverId of new Set(next.map((award) => award.driverId))) await announceAnswer(tx, driverId)
  return open > 0 || waiting.length > goneAwards.length
}

/** A shift that is left to people until a time. */
type LeftShift = { offer: Offer; until: number }

/** Tells members until when shifts that fit them are left to people; each in their own transaction. */
async function tellLeft(
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
async function tellOutranked(deps: BotDeps, platform: string): Promise<void> {
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
