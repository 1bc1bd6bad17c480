import { contradictsPlace } from '@madruga/core/instances.ts'
import { DAY_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Clock } from '../kit/clock.ts'
import { renew, signIn } from './coopcycle/account.ts'
import { createApplications } from './coopcycle/applications.ts'
import type { Applications } from './coopcycle/applications.ts'
import { meet, unapplyFrom } from './coopcycle/apply.ts'
import { createOpenings } from './coopcycle/openings.ts'
import { createPlaceReader } from './coopcycle/place.ts'
import type { ReadPlace } from './coopcycle/place.ts'
import type { Shift } from './coopcycle/shapes.ts'
import {
  daysAround,
  freePlaces,
  names,
  readShifts,
  toHeld,
  toOffer,
  withoutPassingIds,
} from './coopcycle/shifts.ts'
import type { AdapterOptions } from './adapter-options.ts'
import type { RequestPriority } from './instance-fetch.ts'
import { ABSENT_CALLS, NO_CAPABILITIES } from './absent.ts'
import { createJsonCalls, problemOf, replyOf, trouble } from './json-calls.ts'
import type { JsonCalls, JsonRefusal, JsonResult } from './json-calls.ts'
import { createSharedReadings } from './instance/shared-readings.ts'
import type { SharedReadings } from './instance/shared-readings.ts'
import { createListFeed, unreadOf } from './list-feed.ts'
import type { ListRead } from './list-feed.ts'
import type {
  HeldBlock,
  ListedShifts,
  OfferFeed,
  Platform,
  PlatformReply,
  PlatformTokens,
  PlatformTrouble,
  TriedListing,
} from './model.ts'

export type CoopCycleOptions = Pick<
  AdapterOptions,
  'name' | 'baseUrl' | 'clock' | 'fetch' | 'readEveryMs' | 'others'
>

const OPEN_SHIFTS = '/api/shifts/open'
const OWN_SHIFTS = '/api/me/shifts'
const NO_LIST = trouble('unexpected_reply', 'no list of shifts')
/** Shifts are offered so far ahead. */
const AHEAD_DAYS = 14
/** Held shifts are read so far back and ahead; a dispatcher may assign beyond what is offered. */
const HELD_DAYS = { before: 7, ahead: 35 }
/** A list of so long ago tells nothing of what is free now. */
const LISTED_MS = MINUTE_MS
/** Requests an hour that one driver makes where the instance states no limit. */
const QUOTA_PER_HOUR = 600

/** Creates the adapter of one CoopCycle instance: its open shifts (docs/platforms/coopcycle.md). */
export function createCoopCyclePlatform(options: CoopCycleOptions): Platform {
  const { name, baseUrl, clock, fetch } = options
  const calls = createJsonCalls(fetch, 'application/ld+json')
  const listing = createListing(clock)
  const readSettings = createPlaceReader(calls, clock, baseUrl)
  const readPlace: ReadPlace = async (fresh) => {
    const place = await readSettings(fresh)
    if (place.kind === 'answer') listing.setCurrency(place.value.currency)
    return place
  }
  const applications = createApplications(calls, clock)
  const openShifts = createSharedReadings<Shift[]>({
    clock,
    everyMs: options.readEveryMs,
    others: options.others,
    async read(tokens) {
      const askedAt = clock.now()
      const read = await readOpenShifts(calls, tokens, askedAt)
      applications.forgetAnswers()
      if (read.kind === 'list') listing.setReadAt(askedAt)
      return read
    },
    parse(text) {
      const shifts = readOpen(text)
      if (shifts === null) return null
      applications.listed(shifts)
      listing.setOpen(shifts)
      return shifts
    },
    noList: NO_LIST,
  })
  return {
    ...ABSENT_CALLS,
    name,
    variants: ['courier'],
    capabilities: { ...NO_CAPABILITIES, release: true, waitlist: true, relists: true, listsAllHeld: true },
    signIn: (secret) => signIn(calls, clock, secret),
    refresh: (tokens) => renew(calls, clock, tokens),
    async stations() {
      return replyOf(await readPlace(true), ({ station }) => [station], meet)
    },
    async heldBlocks(tokens) {
      const place = await readPlace()
      if (place.kind !== 'answer') return { ok: false, problem: problemOf(place, meet) }
      return await readHeld(calls, tokens, place.value.currency, clock.now())
    },
    release: (tokens, blockId) => unapplyFrom(calls, tokens, blockId),
    limits: async () => ({ ok: true, value: { quotaPerHour: QUOTA_PER_HOUR, remaining: QUOTA_PER_HOUR } }),
    openFeed: (tokens, _variant, tried = []) =>
      openShiftFeed({ tokens, tried, clock, readPlace, openShifts, applications }),
    listedShifts: listing.read,
    async answers() {
      const path = '/api/settings'
      const result = await calls({ method: 'GET', path, token: null, priority: 'read' }, null)
      return result.kind === 'answer' || (result.kind === 'refusal' && result.status < 500)
    },
    async lacks() {
      const now = clock.now()
      const place = await readPlace(true)
      const result = await readText(calls, null, OPEN_SHIFTS, daysAround(now, 0, 1), 'read')
      if (result.kind === 'refusal' && result.status === 404) return 'shift_planning'
      if (place.kind !== 'answer') return null
      const { station } = place.value
      return contradictsPlace(station.timeZone, station, now) ? 'time_zone' : null
    },
    close: async () => openShifts.close(),
  }
}

/** Keeps the newest list of open shifts for `Platform.listedShifts`. */
function createListing(clock: Clock) {
  let readAt = Number.NEGATIVE_INFINITY
  let currency: string | null = null
  let open: readonly Shift[] = []
  let shifts: ListedShifts['shifts'] = []
  const list = (): void => {
    shifts = open.map((shift) => ({
      offer: toOffer(shift, String(shift.id), currency),
      freePlaces: freePlaces(shift),
    }))
  }
  return {
    setReadAt(at: number): void {
      readAt = at
    },
    /** A list of another process may come before this one knows the place. */
    setCurrency(next: string | null): void {
      if (next === currency) return
      currency = next
      list()
    },
    setOpen(next: readonly Shift[]): void {
      open = next
      list()
    },
    read: (): ListedShifts | null => (clock.now() - readAt > LISTED_MS ? null : { readAt, shifts }),
  }
}

type FeedDeps = {
  tokens: PlatformTokens
  tried: readonly TriedListing[]
  clock: Clock
  readPlace: ReadPlace
  openShifts: SharedReadings<Shift[]>
  applications: Applications
}

/** Polls open shifts, which are the same for every courier of the instance. */
function openShiftFeed(deps: FeedDeps): OfferFeed {
  const { tokens: first, tried, clock, readPlace, openShifts, applications } = deps
  const openings = createOpenings(tried)
  const membership = openShifts.join(first)

  const read = async (tokens: PlatformTokens): Promise<ListRead> => {
    const place = await readPlace()
    if (place.kind !== 'answer') return unreadOf(place, meet)
    const list = await membership.read(tokens)
    if (list.kind !== 'list') return list
    const { value: shifts, text, receivedAtMs } = list
    const now = clock.now()
    const ahead = shifts.filter(({ startsAt }) => startsAt > now && startsAt <= now + AHEAD_DAYS * DAY_MS)
    const offers = openings
      .name(ahead, tokens.platformDriverId, now)
      .map(({ shift, offerId }) => toOffer(shift, offerId, place.value.currency))
    return { kind: 'list', offers, text, receivedAtMs }
  }
  return createListFeed({
    tokens: first,
    clock,
    read,
    accept: applications.apply,
    isAwarded: true,
    ...(membership.listen && { listen: membership.listen, sharesReadings: true }),
    onTokens: membership.setTokens,
    onClose: membership.leave,
  })
}

/** The open shifts of the coming days as they came, but for what differs in every answer. */
async function readOpenShifts(calls: JsonCalls, tokens: PlatformTokens, now: number) {
  const days = daysAround(now, 0, AHEAD_DAYS)
  const result = await readText(calls, tokens.accessToken, OPEN_SHIFTS, days, 'poll')
  if (result.kind !== 'answer') return unreadOf(result, meetList)
  const { text, receivedAtMs } = result
  return { kind: 'list', text: withoutPassingIds(text), receivedAtMs } as const
}

function readText(
  calls: JsonCalls,
  token: string | null,
  path: string,
  days: string,
  priority: RequestPriority,
): Promise<JsonResult<null>> {
  return calls({ method: 'GET', path: `${path}?${days}`, token, priority }, null)
}

/** Without shift planning there is no such list. */
function meetList(refusal: JsonRefusal): PlatformTrouble {
  return refusal.status === 404 ? trouble('unexpected_reply', 'shift planning is off') : meet(refusal)
}

/** Assigned shifts are the courier's own; a place on a wait list shows among the open ones alone. */
async function readHeld(
  calls: JsonCalls,
  tokens: PlatformTokens,
  currency: string | null,
  now: number,
): Promise<PlatformReply<HeldBlock[]>> {
  const days = daysAround(now, HELD_DAYS.before, HELD_DAYS.ahead)
  const { accessToken, platformDriverId: username } = tokens
  const lists = await Promise.all(
    [OWN_SHIFTS, OPEN_SHIFTS].map(async (path) => ({
      path,
      result: await readText(calls, accessToken, path, days, 'read'),
    })),
  )
  const held = new Map<string, HeldBlock>()
  for (const { path, result } of lists) {
    if (result.kind !== 'answer') return { ok: false, problem: problemOf(result, meetList) }
    const list = readList(result.text)
    // A list without the driver's own shift would say that they do not hold it.
    const isWhole = list?.unread.every((one) => path === OPEN_SHIFTS && !names(one, username))
    if (list === null || !isWhole) return { ok: false, problem: NO_LIST }
    for (const shift of list.shifts) {
      const block = toHeld(shift, username, currency, now)
      if (block !== null) held.set(block.offerId, block)
    }
  }
  return { ok: true, value: [...held.values()] }
}

/** The open shifts that can be read; null if none of them can. */
function readOpen(text: string): Shift[] | null {
  const list = readList(text)
  return list === null || (list.shifts.length === 0 && list.unread.length > 0) ? null : list.shifts
}

function readList(text: string): ReturnType<typeof readShifts> {
  try {
    return readShifts(JSON.parse(text))
  } catch {
    return null
  }
}
