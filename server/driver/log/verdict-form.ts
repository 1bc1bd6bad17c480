import type { LogEvents } from '@madruga/core/events.ts'
import { sparkKindOf } from '@madruga/core/filters.ts'
import type { Rule, RuleResult } from '@madruga/core/filters.ts'
import { isOfferedToAll } from '@madruga/core/observations.ts'
import { offerMinutes, payOf, payPerHourOf } from '@madruga/core/offers.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { encodeData } from './encode.ts'

type Ignored = LogEvents['offer.ignored']
type Value = RuleResult['value']

/** An ignored offer in its three parts. The first two are JSON texts that many lines share. */
export type PackedVerdict = {
  /** The offer with its station's code and zone: the same for all drivers who saw it. */
  listing: string
  /**
   * The verdict with each value replaced by where it comes from: the same for all offers that pass and fail
   * the same rules of a version of a filter.
   */
  form: string
  /** The values that follow from neither, in order; null = none. */
  own: string | null
}

/** A packed verdict as it is read back: its parts parsed. */
export type StoredVerdict = { listing: unknown; form: unknown; own: string | null }

type Listing = Pick<Ignored, 'offer' | 'stationCode' | 'timeZone'>
/** A rule's result; the limit is left out if it is the line's own. */
type RuleForm = [rule: Rule, passed: boolean, bound: RuleResult['bound'], from: Source, limit?: Value]
type Form = Pick<Ignored, 'filterVersion' | 'ignoredFor' | 'unasked'> & { rules: RuleForm[] }

/** Where a value comes from; `own` = from nowhere else than the line. */
const SOURCES = {
  nothing: () => null,
  station: ({ stationId }) => stationId,
  kind: ({ kind }) => kind,
  tripKind: sparkKindOf,
  minutes: offerMinutes,
  skills: ({ skills }) => (skills ?? []).join(', '),
  stops: ({ stops }) => stops,
  miles: ({ miles }) => miles,
  start: ({ startAt }) => startAt,
  end: ({ endAt }) => endAt,
  minutesLeft: ({ startAt }, at) => Math.floor((startAt - at) / MINUTE_MS),
  pay: (offer) => payOf(offer, false),
  payWithTip: (offer) => payOf(offer, true),
  hourly: (offer) => payPerHourOf(offer, false),
  hourlyWithTip: (offer) => payPerHourOf(offer, true),
  hourlyUp: (offer) => hourlyUp(offer, false),
  hourlyUpWithTip: (offer) => hourlyUp(offer, true),
} satisfies Record<string, (offer: Offer, at: Timestamp) => Value>
type Source = keyof typeof SOURCES | 'own'

function hourlyUp(offer: Offer, countTip: boolean): number {
  return Math.ceil((payOf(offer, countTip) * HOUR_MS) / (offer.endAt - offer.startAt))
}

const PAY: readonly Source[] = ['pay', 'payWithTip']
const HOURLY: readonly Source[] = ['hourly', 'hourlyWithTip', 'hourlyUp', 'hourlyUpWithTip']

/**
 * Where each rule's value may come from besides `nothing`, and whether its limit is the filter's, and so part
 * of the form, or is found anew for each offer. Instants are stored by their distance from the offer's start.
 */
const RULE_FORMS: Record<Rule, { from: readonly Source[]; varies?: true; isInstant?: true }> = {
  station: { from: ['station'] },
  kind: { from: ['tripKind', 'kind'] },
  length: { from: ['minutes'] },
  skills: { from: ['skills'] },
  stops: { from: ['stops'] },
  distance: { from: ['miles'] },
  full: { from: [] },
  schedule: { from: ['start', 'end'], varies: true, isInstant: true },
  time: { from: ['minutesLeft'] },
  pay_known: { from: [] },
  price_per_hour: { from: HOURLY },
  price_total: { from: PAY },
  price_duration: { from: [...PAY, 'minutes'] },
  price_kind: { from: PAY },
  price_miles: { from: [...PAY, 'miles'] },
  price_net: { from: [] },
  overlap: { from: [], varies: true, isInstant: true },
  travel: { from: [], varies: true },
  hours_day: { from: ['minutes'] },
  hours_week: { from: ['minutes'] },
  rest_days: { from: [] },
  days_in_a_row: { from: [] },
  rest_week: { from: [] },
  house_day: { from: ['minutes'] },
  house_week: { from: ['minutes'] },
  house_rest_days: { from: [] },
  house_rest_week: { from: [] },
  house_allowance: { from: ['minutes'] },
  house_wait_list: { from: [] },
  house_head_start: { from: [] },
}

/** Writes the listings of a batch: many drivers see the same one, each as their own object. */
export type WriteListing = (listing: Listing) => string

/** Remembers what it wrote: comparing an offer takes a tenth of writing it. */
export function createListingWriter(): WriteListing {
  const texts = new Map<string, { listing: Listing; text: string }>()
  return (listing) => {
    const last = texts.get(listing.offer.id)
    if (last !== undefined && isSame(last.listing, listing)) return last.text
    const text = encodeData(listing)
    texts.set(listing.offer.id, { listing, text })
    return text
  }
}

function isSame(one: Listing, other: Listing): boolean {
  if (one.stationCode !== other.stationCode || one.timeZone !== other.timeZone) return false
  const [keys, last] = [Object.keys(one.offer), other.offer as Record<string, unknown>]
  if (keys.length !== Object.keys(last).length) return false
  return keys.every((key) => (one.offer as Record<string, unknown>)[key] === last[key])
}

/**
 * Takes an ignored offer apart: a value is the line's own exactly if it is not what its source says. Null for
 * what is stored whole: an offer that a platform makes to one driver or place, which no other driver's line
 * may refer to, and what JSON would change. `at` is the line's time, in whole ms.
 */
export function packVerdict(
  data: Ignored,
  at: Timestamp,
  writeListing: WriteListing = encodeData,
): PackedVerdict | null {
  const { offer, stationCode, timeZone, filterVersion, ignoredFor, unasked } = data
  if (!isShareable(offer) || !Number.isSafeInteger(at)) return null
  const own: Value[] = []
  const rules: RuleForm[] = []
  for (const { rule, passed, value, limit, bound } of data.rules) {
    const { from, varies, isInstant } = RULE_FORMS[rule]
    if (!isStorable(value) || !isStorable(limit)) return null
    const keep = (one: number | string): boolean => {
      const distance = isInstant && typeof one === 'number' ? one - offer.startAt : null
      own.push(distance ?? one)
      return distance === null || distance + offer.startAt === one
    }
    const source = findSource(from, value, offer, at)
    if (source === 'own' && !keep(value!)) return null
    if (varies && limit !== null) {
      if (!keep(limit)) return null
      rules.push([rule, passed, bound, source])
    } else rules.push([rule, passed, bound, source, limit])
  }
  return {
    listing: writeListing({ offer, stationCode, timeZone }),
    form: encodeData({ filterVersion, ignoredFor, unasked, rules } satisfies Form),
    own: writeOwn(own),
  }
}

/** The ignored offer of a line that was written at `at`: what was packed, as JSON brings it back. */
export function unpackVerdict({ listing, form, own }: StoredVerdict, at: Timestamp): Ignored {
  const { filterVersion, rules, ignoredFor, unasked } = form as Form
  const { offer, stationCode, timeZone } = listing as Listing
  const rest = readOwn(own).values()
  const results = rules.map((ruleForm) => {
    const [rule, passed, bound, source, limit] = ruleForm
    const { isInstant } = RULE_FORMS[rule]
    const take = (): Value => {
      const value = rest.next().value ?? null
      return isInstant && typeof value === 'number' ? value + offer.startAt : value
    }
    const figure = source === 'own' ? take() : SOURCES[source](offer, at)
    const ownLimit = ruleForm.length < 5
    return {
      rule,
      passed,
      // JSON has no -0.
      value: figure === 0 ? 0 : figure,
      limit: ownLimit ? take() : (limit ?? null),
      bound,
    } satisfies Required<RuleResult>
  })
  return {
    offer,
    stationCode,
    ...(timeZone !== undefined && { timeZone }),
    filterVersion,
    rules: results,
    ignoredFor,
    ...(unasked !== undefined && { unasked }),
  }
}

function findSource(from: readonly Source[], value: Value, offer: Offer, at: Timestamp): Source {
  if (value === null) return 'nothing'
  for (const source of from) if (source !== 'own' && SOURCES[source](offer, at) === value) return source
  return 'own'
}

/** What JSON brings back as it is; of a text it drops what `encodeData` drops everywhere. */
function isStorable(value: unknown): value is Value {
  return value === null || typeof value === 'string' || Number.isFinite(value)
}

/** Whether other drivers may see it, and what is computed from it is computed from its JSON as well. */
function isShareable(offer: Offer): boolean {
  return (
    isOfferedToAll(offer.kind) &&
    Object.values(offer).every((value) => typeof value !== 'number' || Number.isFinite(value))
  )
}

/** Whole numbers in base 36, the rest as JSON. */
function writeOwn(own: readonly Value[]): string | null {
  if (own.length === 0) return null
  return own.every((each) => Number.isSafeInteger(each))
    ? own.map((each) => (each as number).toString(36)).join(' ')
    : encodeData(own)
}

function readOwn(text: string | null): Value[] {
  if (text === null) return []
  return text.startsWith('[')
    ? (JSON.parse(text) as Value[])
    : text.split(' ').map((each) => parseInt(each, 36))
}
