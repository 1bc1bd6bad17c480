import { contradictsPlace } from '@madruga/core/instances.ts'
import type { Station } from '@madruga/core/offers.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, isTimeZone } from '@madruga/core/time.ts'
import type { Clock } from '../../kit/clock.ts'
import { createApplications, meet, unapplyFrom } from './coopcycle/apply.ts'
import type { Applications } from './coopcycle/apply.ts'
import { createOpenings } from './coopcycle/openings.ts'
import * as shapes from './coopcycle/shapes.ts'
import type { Shift } from './coopcycle/shapes.ts'
import {
  PLACE_ID,
  daysAround,
  freePlaces,
  names,
  readShifts,
  toHeld,
  toOffer,
  withoutPassingIds,
} from './coopcycle/shifts.ts'
import type { AdapterOptions } from './options.ts'
import { ABSENT_CALLS, NO_CAPABILITIES, PLACE } from './absent.ts'
import { createSharedReadings } from '../instances/shared-readings.ts'
import type { SharedReadings } from '../instances/shared-readings.ts'
import { createKeptResults } from './kept-results.ts'
import { createListFeed } from './list-feed.ts'
import type {
  HeldBlock,
  ListedShifts,
  OfferFeed,
  Platform,
  PlatformReply,
  PlatformTokens,
  PlatformSecret,
} from '../model.ts'
import { createRest, trouble, readJson } from './rest.ts'
import type { Meet, Rest, RestResult } from './rest.ts'
import { saysAnything } from './shapes.ts'

export type CoopCycleOptions = Pick<
  AdapterOptions,
  'name' | 'baseUrl' | 'clock' | 'fetch' | 'readEveryMs' | 'others'
>

const OPEN_SHIFTS = '/api/shifts/open'
const OWN_SHIFTS = '/api/me/shifts'
const SETTINGS = { path: '/api/settings', by: null }
const NO_LIST = trouble('unexpected_reply', 'no list of shifts')
/** Shifts are offered so far ahead. */
const AHEAD_DAYS = 14
/** Held shifts are read so far back and ahead; a dispatcher may assign beyond what is offered. */
const HELD_DAYS = { before: 7, ahead: 35 }
/** A list of so long ago tells nothing of what is free now. */
const LISTED_MS = MINUTE_MS

/** Without shift planning there is no such list. */
const meetList: Meet = (refusal) =>
  refusal.status === 404 ? trouble('unexpected_reply', 'shift planning is off') : meet(refusal)

/** Creates the adapter of one CoopCycle instance: its open shifts (docs/platforms/coopcycle.md). */
export function createCoopCyclePlatform(options: CoopCycleOptions): Platform {
  const { name, baseUrl, clock, readEveryMs: everyMs, others } = options
  const rest = createRest(options.fetch, { mediaType: 'application/ld+json', meet })
  const listing = createListing(clock)
  const readPlace = createPlaceReader(rest, clock, baseUrl, listing)
  const applications = createApplications(rest, clock)
  const openShifts = createSharedReadings<Shift[]>({
    clock,
    everyMs,
    others,
    async read(tokens) {
      const askedAt = clock.now()
      const list = await readList(rest, tokens, OPEN_SHIFTS, daysAround(askedAt, 0, AHEAD_DAYS), 'poll')
      applications.forgetAnswers()
      if (list.kind !== 'answer') return rest.unreadOf(list, meetList)
      listing.readAt = askedAt
      return { kind: 'list', text: withoutPassingIds(list.text), receivedAtMs: list.receivedAtMs }
    },
    parse(text) {
      const list = readShifts(text)
      if (list === null || !saysAnything(list)) return null
      applications.list(list.read)
      listing.open = list.read
      return list.read
    },
    noList: NO_LIST,
  })
  return {
    ...ABSENT_CALLS,
    name,
    variants: ['courier'],
    capabilities: { ...NO_CAPABILITIES, release: true, waitlist: true, relists: true, listsAllHeld: true },
    ...accountCalls(rest, clock),
    stations: async () => rest.replyOf(await readPlace(true), (station) => [station]),
    async heldBlocks(tokens) {
      const place = await readPlace()
      if (place.kind !== 'answer') return { ok: false, problem: rest.problemOf(place) }
      return await readHeld(rest, tokens, place.value.currency, clock.now())
    },
    release: (tokens, blockId) => unapplyFrom(rest, tokens, blockId),
    openFeed: (tokens, _variant, tried = []) =>
      openShiftFeed(tokens, createOpenings(tried), { rest, clock, readPlace, openShifts, applications }),
    listedShifts: () => listing.read(),
    // Under maintenance the settings answer, and nothing else does; without a token the list is refused.
    answers: () => rest.answers({ path: OPEN_SHIFTS, by: null }),
    async lacks() {
      const now = clock.now()
      const place = await readPlace(true)
      const list = await readList(rest, null, OPEN_SHIFTS, daysAround(now, 0, 1))
      if (list.kind === 'refusal' && list.status === 404) return 'shift_planning'
      const isElsewhere = place.kind === 'answer' && contradictsPlace(place.value.timeZone, place.value, now)
      return isElsewhere ? 'time_zone' : null
    },
    close: async () => openShifts.close(),
  }
}

/** An instance as its settings describe it. */
type Place = Station & { currency: string | null }
type ReadPlace = (isFresh?: boolean) => Promise<RestResult<Place>>

/** Reads the settings, which everybody may read: once an hour, unless they are to be fresh. */
function createPlaceReader(rest: Rest, clock: Clock, baseUrl: string, listing: Listing): ReadPlace {
  const kept = createKeptResults<RestResult<Place>>(clock, HOUR_MS)
  const read = async (): Promise<RestResult<Place>> => {
    const result = await rest.send(SETTINGS, shapes.settings)
    if (result.kind !== 'answer') return result
    const { latlng, brand_name: brand, currency_code: currency = null, timezone: timeZone } = result.value
    const [latitude = Number.NaN, longitude = Number.NaN] = latlng.split(',').map(Number)
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) || !isTimeZone(timeZone))
      return { kind: 'fault', problem: trouble('unexpected_reply', 'settings') }
    const name = brand?.trim() || new URL(baseUrl).hostname
    listing.currency = currency
    return {
      ...result,
      value: { ...PLACE, id: PLACE_ID, code: name, name, latitude, longitude, timeZone, currency },
    }
  }
  return (isFresh = false) => kept.get('', read, { after: isFresh ? kept.moment() : 0 })
}

type Listing = ReturnType<typeof createListing>

/** The newest list of open shifts, as `Platform.listedShifts` tells it. */
function createListing(clock: Clock) {
  let told: { of: readonly Shift[]; in: string | null; shifts: ListedShifts['shifts'] } | null = null
  return {
    readAt: Number.NEGATIVE_INFINITY,
    open: [] as readonly Shift[],
    /** A list of another process may come before this one knows the place. */
    currency: null as string | null,
    read(): ListedShifts | null {
      const { readAt, open, currency } = this
      if (clock.now() - readAt > LISTED_MS) return null
      if (told?.of !== open || told.in !== currency) {
        const shifts = open.map((shift) => ({
          offer: toOffer(shift, String(shift.id), currency),
          freePlaces: freePlaces(shift),
        }))
        told = { of: open, in: currency, shifts }
      }
      return { readAt, shifts: told.shifts }
    },
  }
}

type FeedDeps = {
  rest: Rest
  clock: Clock
  readPlace: ReadPlace
  openShifts: SharedReadings<Shift[]>
  applications: Applications
}

/** Polls open shifts, which are the same for every courier of the instance. */
function openShiftFeed(
  first: PlatformTokens,
  openings: ReturnType<typeof createOpenings>,
  { rest, clock, readPlace, openShifts, applications }: FeedDeps,
): OfferFeed {
  const membership = openShifts.join(first)
  return createListFeed({
    tokens: first,
    clock,
    async read(tokens) {
      const place = await readPlace()
      if (place.kind !== 'answer') return rest.unreadOf(place)
      const list = await membership.read(tokens)
      if (list.kind !== 'list') return list
      const now = clock.now()
      const ahead = list.value.filter(
        ({ startsAt }) => startsAt > now && startsAt <= now + AHEAD_DAYS * DAY_MS,
      )
      const offers = openings
        .name(ahead, tokens.platformDriverId, now)
        .map(({ shift, offerId }) => toOffer(shift, offerId, place.value.currency))
      return { kind: 'list', offers, text: list.text, receivedAtMs: list.receivedAtMs }
    },
    accept: applications.apply,
    isAwarded: true,
    ...(membership.listen && { listen: membership.listen, sharesReadings: true }),
    onTokens: membership.setTokens,
    onClose: membership.leave,
  })
}

function readList(
  rest: Rest,
  by: PlatformTokens | null,
  path: string,
  days: string,
  priority: 'poll' | 'read' = 'read',
): Promise<RestResult<null>> {
  return rest.send({ path: `${path}?${days}`, by, priority }, null)
}

/** Assigned shifts are the courier's own; a place on a wait list shows among the open ones alone. */
async function readHeld(
  rest: Rest,
  tokens: PlatformTokens,
  currency: string | null,
  now: number,
): Promise<PlatformReply<HeldBlock[]>> {
  const days = daysAround(now, HELD_DAYS.before, HELD_DAYS.ahead)
  const { platformDriverId: username } = tokens
  const paths = [OWN_SHIFTS, OPEN_SHIFTS]
  const results = await Promise.all(paths.map((path) => readList(rest, tokens, path, days)))
  const blocks = new Map<string, HeldBlock>()
  for (const [at, result] of results.entries()) {
    if (result.kind !== 'answer') return { ok: false, problem: rest.problemOf(result, meetList) }
    const list = readShifts(result.text)
    // A list without the driver's own shift would say that they do not hold it.
    const isWhole = list?.unread.every((one) => paths[at] === OPEN_SHIFTS && !names(one, username))
    if (list === null || !isWhole) return { ok: false, problem: NO_LIST }
    for (const shift of list.read) {
      const block = toHeld(shift, username, currency, now)
      if (block !== null) blocks.set(block.offerId, block)
    }
  }
  return { ok: true, value: [...blocks.values()] }
}

/** Who may apply: a dispatcher's or an admin's roles include a courier's without listing it. */
const RIDES = ['ROLE_COURIER', 'ROLE_DISPATCHER', 'ROLE_ADMIN']
/** How long a token lives unless it says so itself. */
const TOKEN_MS = 3_600_000

/** Signing in, and renewing tokens; once that fails, the driver's password signs in again. */
function accountCalls(rest: Rest, clock: Clock) {
  const post = (path: string, form: Record<string, string>) =>
    rest.send({ method: 'POST', path, by: null, form, priority: 'sign_in' }, shapes.session)
  return {
    async signIn({ email, password }: PlatformSecret): Promise<PlatformReply<PlatformTokens>> {
      const result = await post('/api/login_check', { _username: email, _password: password })
      const isWrong = result.kind === 'refusal' && result.status === 401
      if (isWrong) return { ok: false, problem: { ...meet(result), trouble: 'sign_in_refused' } }
      if (result.kind !== 'answer') return { ok: false, problem: rest.problemOf(result) }
      const { token, refresh_token: refreshToken, username, roles } = result.value
      if (!roles || refreshToken === undefined || username === undefined)
        return { ok: false, problem: trouble('unexpected_reply', 'sign-in') }
      // Each later call of an account that is no courier's would be refused.
      if (!roles.some((role) => RIDES.includes(role)))
        return { ok: false, problem: trouble('sign_in_refused', 'ROLE_COURIER is missing') }
      return { ok: true, value: { ...tokenOf(token), refreshToken, platformDriverId: username } }
    },
    async refresh(tokens: PlatformTokens): Promise<PlatformReply<PlatformTokens>> {
      const result = await post('/api/token/refresh', { refresh_token: tokens.refreshToken })
      return rest.replyOf(result, ({ token, refresh_token: refreshToken = tokens.refreshToken }) => ({
        ...tokens,
        ...tokenOf(token),
        refreshToken,
      }))
    },
  }

  /** How long a token lives, by its own words and by the time of no clock but ours. */
  function tokenOf(token: string) {
    const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
    const { iat = 0, exp = 0 } = readJson(text, shapes.claims) ?? {}
    return { accessToken: token, expiresAt: clock.now() + (exp > iat ? (exp - iat) * 1_000 : TOKEN_MS) }
  }
}
