/** Entry of the recap: a driver's week from the stored data. */
import type { Kysely } from 'kysely'
import { mondayOf, weekSpan } from '@madruga/core/blocks.ts'
import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import { keepOf } from '@madruga/core/costs.ts'
import type { PayCosts, PayLeft } from '@madruga/core/costs.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Geography } from '@madruga/core/filters.ts'
import {
  findCounterfactuals,
  findDeduction,
  findHouseLimits,
  findOverlooked,
  layWhatIfWeek,
  sumMisses,
  tallyWeek,
} from '@madruga/core/recap.ts'
import type { FilterVersion } from '@madruga/core/recap.ts'
import { pickPay } from '@madruga/core/offers.ts'
import { readZoneOffsets } from '@madruga/core/schedule.ts'
import type { ZoneOffsets } from '@madruga/core/schedule.ts'
import type { Observation } from '@madruga/core/observations.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { WeekFees } from '../money/billing.ts'
import type { Tables } from '../db.ts'
import { readFiltersInForce } from './filters.ts'
import { readBotSpans, readFirstHour, readOfferHours } from './log.ts'
import { readStationNames } from '../platforms.ts'
import { readBlockCosts, readOfferCosts } from './recap/costs.ts'
import type { Costed } from './recap/costs.ts'
import { findMend } from './recap/mend.ts'
import type { RecapDeps } from './recap/model.ts'
import { writeWeekCsv } from './recap/csv.ts'
import * as store from './recap/store.ts'
import type { RecapOwner } from './recap/store.ts'
import { defineModule, own } from '../module.ts'
import type { Handlers } from '../module.ts'

/** The declaration of the recap. */
export const recap = defineModule({
  create: ({ billing, ...parts }: Omit<RecapDeps, 'fees'> & { billing: RecapDeps['fees'] }) => ({
    recap: createRecap({ ...parts, fees: billing }),
  }),
  handlers: (parts: { recap: Recap }): Pick<Handlers, 'recap'> => ({
    recap: {
      running: own(parts.recap.readRunning),
      offerCosts: own(parts.recap.readOfferCosts),
      mend: own(parts.recap.findMend),
      week: ({ driverId }, { day }) => parts.recap.readWeek(driverId, day),
    },
  }),
})

export type WeekRecap = Outputs['recap']['week']
type RunningWeek = Outputs['recap']['running']

/** Drivers' weeks. */
export type Recap = {
  /** The week of a day; the current one without a day. Refuses with `request.invalid` for an invalid day. */
  readWeek(driverId: string, day: string | undefined): Promise<WeekRecap>
  /** The running week so far: its pay, its fees, and what is left. */
  readRunning(driverId: string): Promise<RunningWeek>
  /** What winning an offer would cost its driver now. */
  readOfferCosts(driverId: string, offer: Inputs['recap']['offerCosts']): Promise<PayCosts>
  /** How the driver's filter would take an offer that it left, and what else it would have taken. */
  findMend(driverId: string, left: Inputs['recap']['mend']): Promise<Outputs['recap']['mend']>
  /** What these blocks cost their driver, by their id. */
  readBlockCosts(driverId: string, blocks: readonly Costed[]): Promise<Record<string, PayCosts>>
  /** The same week by hour and station, as CSV piece by piece. */
  exportWeek(
    driverId: string,
    day: string | undefined,
  ): Promise<{ from: string; chunks: AsyncIterable<string> }>
}

/**
 * The number of newest observations of a week that its counterfactuals use: a dozen replays of them take a
 * tenth of a second.
 */
const MOST_REPLAYED = 15_000

/** Creates the recaps. */
export function createRecap(deps: RecapDeps): Recap {
  return {
    async readWeek(driverId, day) {
      const week = await findWeek(deps, driverId, day)
      const { owner, span, now } = week
      const { db } = deps
      const [hours, work, earliest, geography, versions] = await Promise.all([
        readOfferHours(db, driverId, span),
        readWork(deps, driverId, span),
        readEarliest(db, driverId),
        deps.readGeography(driverId),
        readFiltersInForce(db, driverId, owner.variant, span),
      ])
      const zone = zoneOf(week)
      const { byStation, byDay, byHour, ...tally } = tallyWeek(span.from, zone, hours, work.kept)
      const names = await readStationNames(
        db,
        byStation.map((each) => each.stationId),
        await deps.readPlatformName(driverId),
      )
      const driven = work.kept.map(({ id, startAt }) => ({ startAt, miles: work.ofBlock[id]!.miles }))
      const days = week.days
      return {
        from: days[0] as string,
        to: days[6] as string,
        timeZone: owner.timeZone,
        now,
        earliest: earliest === null ? null : mondayOf(owner.timeZone, earliest).toString(),
        ...tally,
        deduction: findDeduction(driven, zone),
        costs: work.costs,
        left: work.left,
        byDay: byDay.map((sum, index) => ({ day: days[index] as string, ...sum })),
        byHour: byHour.map((sum, hour) => ({ hour, ...sum })),
        byStation: byStation.map(({ stationId, ...sum }) => {
          const { code, name } = names.get(stationId) ?? { code: stationId, name: '' }
          return { stationId, code, name, ...sum }
        }),
        ...(await findWhatIfs(deps, driverId, week, { geography, versions, missed: tally.total.missed })),
      }
    },
    readRunning: (driverId) => readRunningWeek(deps, driverId),
    readOfferCosts: (driverId, offer) => readOfferCosts(deps, driverId, offer),
    findMend: (driverId, input) => findMend(deps, driverId, input),
    readBlockCosts: (driverId, blocks) => readBlockCosts(deps, driverId, blocks),
    async exportWeek(driverId, day) {
      const week = await findWeek(deps, driverId, day)
      const [hours, all] = await Promise.all([
        readOfferHours(deps.db, driverId, week.span),
        store.readWeekBlocks(deps.db, driverId, week.span),
      ])
      const blocks = keptOf(all)
      const ids = [...new Set([...hours, ...blocks].map((each) => each.stationId))]
      const names = await readStationNames(deps.db, ids, await deps.readPlatformName(driverId))
      const chunks = writeWeekCsv(week.owner, hours, blocks, { zone: zoneOf(week), names })
      return { from: week.days[0] as string, chunks }
    },
  }
}

/** The running week, which home asks for often: without replays. */
async function readRunningWeek(deps: RecapDeps, driverId: string): Promise<RunningWeek> {
  const week = await findWeek(deps, driverId, undefined)
  const { kept, costs, left, fees } = await readWork(deps, driverId, week.span)
  const { total } = tallyWeek(week.span.from, zoneOf(week), [], kept)
  return {
    from: week.days[0]!,
    to: week.days[6]!,
    blocks: total.blocks,
    minutes: total.minutes,
    ...pickPay(total),
    others: total.others,
    costs,
    left,
    useCents: fees.useCents,
    plan: fees.plan,
    saving: fees.saving,
  }
}

/** The blocks that start in a week, what they cost, and what is left of their pay. */
type Work = {
  /** Without released ones. */
  kept: store.StoredBlock[]
  ofBlock: Record<string, PayCosts>
  costs: PayCosts
  left: PayLeft | null
  fees: WeekFees
}

/**
 * Of fees, those of the blocks that start in the week, whichever invoice they are on, of its days and
 * check-ins, and of a plan.
 */
async function readWork(
  deps: RecapDeps,
  driverId: string,
  span: { from: number; to: number },
): Promise<Work> {
  const [all, fees] = await Promise.all([
    store.readWeekBlocks(deps.db, driverId, span),
    deps.fees.readWeekFees(driverId, span),
  ])
  const ofBlock = await readBlockCosts(deps, driverId, all)
  const earnings = all.map((pay) => ({ pay, isReleased: pay.isReleased, costs: ofBlock[pay.id]! }))
  const { costs, left } = keepOf(earnings, fees.besidesCents + fees.planCents)
  return { kept: keptOf(all), ofBlock, costs, left, fees }
}

function keptOf(blocks: readonly store.StoredBlock[]): store.StoredBlock[] {
  return blocks.filter(({ isReleased }) => !isReleased)
}

type Week = { owner: RecapOwner; span: { from: number; to: number }; days: string[]; now: number }

function zoneOf({ owner, span }: Week): ZoneOffsets {
  return readZoneOffsets(owner.timeZone, span.from - DAY_MS, span.to + DAY_MS)
}

async function findWeek({ db, clock }: RecapDeps, driverId: string, day: string | undefined): Promise<Week> {
  const owner = await store.readRecapOwner(db, driverId)
  if (owner === null) throw new AppError('accounts.forbidden')
  const { timeZone } = owner
  const now = clock.now()
  const span = weekSpan(timeZone, day === undefined ? now : noonOf(timeZone, day))
  const monday = mondayOf(timeZone, span.from)
  const days = Array.from({ length: 7 }, (_, index) => monday.add({ days: index }).toString())
  return { owner, span, days, now }
}

/** Noon of a day, which exists once in every zone. */
function noonOf(timeZone: string, day: string): number {
  try {
    const date = Temporal.PlainDate.from(day, { overflow: 'reject' })
    return date.toZonedDateTime({ timeZone, plainTime: '12:00' }).epochMilliseconds
  } catch {
    throw new AppError('request.invalid', { fields: [{ path: 'day', code: 'field.invalid' }] })
  }
}

/** Misses by cause, and changes that would have brought more: both from the shared history. */
async function findWhatIfs(
  { db, observations, readPlatformName }: RecapDeps,
  driverId: string,
  { owner, span, now }: Week,
  { geography, versions, missed }: { geography: Geography; versions: FilterVersion[]; missed: number },
): Promise<
  Pick<
    WeekRecap,
    | 'misses'
    | 'untold'
    | 'counterfactuals'
    | 'vain'
    | 'changeCurrency'
    | 'changeOthers'
    | 'houseLimits'
    | 'knownFrom'
  >
> {
  const [tries, spans, shadows, heldSpans, waits, { history, knownFrom }] = await Promise.all([
    store.readTried(db, driverId, span),
    readBotSpans(db, driverId, span),
    store.readShadows(db, driverId, span),
    store.readHeldAround(db, driverId, span),
    store.readWaits(db, driverId, span),
    readHistory(),
  ])
  const facts = { history, versions, spans, shadows, held: heldSpans, tried: tries.ids, geography }
  const filter = versions.at(-1)?.filter
  const whatIfWeek = layWhatIfWeek({ ...facts, won: tries.won })
  const would =
    filter === undefined
      ? { found: [], vain: [], currency: null, others: false }
      : findCounterfactuals(filter, whatIfWeek)
  return {
    ...sumMisses(missed, tries.misses, findOverlooked({ ...facts, waits })),
    counterfactuals: would.found,
    vain: would.vain,
    changeCurrency: would.currency,
    changeOthers: would.others,
    houseLimits: filter === undefined ? [] : findHouseLimits(filter, whatIfWeek),
    knownFrom,
  }

  async function readHistory(): Promise<{ history: Observation[]; knownFrom: number | null }> {
    const place = { platform: await readPlatformName(driverId), variant: owner.variant }
    const from = Math.max(span.from, observations.oldest())
    const to = Math.min(span.to, now)
    if (from >= to) return { history: [], knownFrom: null }
    const all = await observations.read(driverId, place, { from, to })
    const newest = all.slice(-MOST_REPLAYED)
    return { history: newest, knownFrom: newest.length < all.length ? newest[0]!.seenAt : from }
  }
}

/** The instant of the earliest thing that a recap could tell; null when there is nothing. */
async function readEarliest(db: Kysely<Tables>, driverId: string): Promise<number | null> {
  const [hour, start] = await Promise.all([readFirstHour(db, driverId), store.readFirstStart(db, driverId)])
  return hour === null || start === null ? (hour ?? start) : Math.min(hour, start)
}
