import type { FeeRule, MethodKind, Prices } from '@madruga/core/invoices.ts'
import { readCents, readWhole } from '@madruga/core/numbers.ts'
import { MOST_PRICE_CENTS, readPercent, writeDollars, writePercent } from './dollars.ts'

/** The contract's maximum fee. */
const MOST_FEE = { cents: 10_000, thousandths: 200 }

/** A fee in its form; fields of another kind keep their input. */
export type FeeFields = { kind: FeeRule['kind']; flat: string; percent: string; fixed: string }

/** Typed amounts, in dollars. */
export const PRICE_FIELDS = [
  'block',
  'curbside',
  'shopping',
  'delivery',
  'instantDay',
  'checkIn',
  'advanced',
  'professional',
] as const
export type PriceField = (typeof PRICE_FIELDS)[number]

/** Prices in their form. */
export type PriceFields = Record<PriceField, string> & Record<MethodKind, FeeFields> & { referral: string }

/** An invalid field: `card.percent`. */
export type PriceFault = PriceField | `${MethodKind}.${keyof FeeFields}` | 'referral'

export function toPriceFields(prices: Prices): PriceFields {
  return {
    block: writeDollars(prices.blockCents),
    curbside: writeDollars(prices.tripCents.curbside),
    shopping: writeDollars(prices.tripCents.shopping),
    delivery: writeDollars(prices.tripCents.delivery),
    instantDay: writeDollars(prices.instantDayCents),
    checkIn: writeDollars(prices.checkInCents),
    advanced: writeDollars(prices.weekCents.advanced),
    professional: writeDollars(prices.weekCents.professional),
    card: toFeeFields(prices.fees.card),
    bank: toFeeFields(prices.fees.bank),
    referral: String(prices.referralPercent),
  }
}

/** The prices of a form; `prices` is null if there are errors. */
export function readPrices(fields: PriceFields): { prices: Prices | null; faults: PriceFault[] } {
  const faults: PriceFault[] = []
  const price = (name: PriceField) =>
    within(readCents(fields[name], 'rate'), MOST_PRICE_CENTS, () => faults.push(name))
  const fee = (method: MethodKind) => readFee(fields[method], (name) => faults.push(`${method}.${name}`))
  const prices: Prices = {
    blockCents: price('block'),
    tripCents: { curbside: price('curbside'), shopping: price('shopping'), delivery: price('delivery') },
    instantDayCents: price('instantDay'),
    checkInCents: price('checkIn'),
    weekCents: { advanced: price('advanced'), professional: price('professional') },
    fees: { card: fee('card'), bank: fee('bank') },
    referralPercent: within(readWhole(fields.referral), 100, () => faults.push('referral')),
  }
  return { prices: faults.length === 0 ? prices : null, faults }
}

/** Each price by its text key; a fee counts as one. */
export function listPrices(
  prices: Prices,
): { name: PriceField | MethodKind | 'referral'; value: PriceValue }[] {
  return [
    { name: 'block', value: dollars(prices.blockCents) },
    { name: 'curbside', value: dollars(prices.tripCents.curbside) },
    { name: 'shopping', value: dollars(prices.tripCents.shopping) },
    { name: 'delivery', value: dollars(prices.tripCents.delivery) },
    { name: 'instantDay', value: dollars(prices.instantDayCents) },
    { name: 'checkIn', value: dollars(prices.checkInCents) },
    { name: 'advanced', value: dollars(prices.weekCents.advanced) },
    { name: 'professional', value: dollars(prices.weekCents.professional) },
    { name: 'card', value: { kind: 'fee', rule: prices.fees.card } },
    { name: 'bank', value: { kind: 'fee', rule: prices.fees.bank } },
    { name: 'referral', value: { kind: 'percent', percent: prices.referralPercent } },
  ]
}

export type PriceValue =
  | { kind: 'cents'; cents: number }
  | { kind: 'fee'; rule: FeeRule }
  | { kind: 'percent'; percent: number }
export type PriceName = ReturnType<typeof listPrices>[number]['name']

const dollars = (cents: number): PriceValue => ({ kind: 'cents', cents })

/** The differences between two sets of prices. */
export function changesOf(
  before: Prices,
  after: Prices,
): { name: PriceName; before: PriceValue; after: PriceValue }[] {
  const was = listPrices(before)
  return listPrices(after).flatMap(({ name, value }, index) => {
    const old = was[index]!.value
    return sameValue(old, value) ? [] : [{ name, before: old, after: value }]
  })
}

/** Rebases input from `base` onto `theirs`: untouched fields take the other operator's values. */
export function rebaseFields(base: Prices, mine: PriceFields, theirs: Prices): PriceFields {
  const [was, now] = [toPriceFields(base), toPriceFields(theirs)]
  const names = Object.keys(mine) as (keyof PriceFields)[]
  return Object.fromEntries(
    names.map((name) => [name, same(mine[name], was[name]) ? now[name] : mine[name]]),
  ) as PriceFields
}

/** Each set of prices with its changes, the newest first; the first known one changed nothing. */
export function readHistory<List extends { id: number; prices: Prices }>(
  now: List,
  history: readonly List[],
): { list: List; changes: ReturnType<typeof changesOf> }[] {
  const byId = new Map([...history, now].map((list) => [list.id, list]))
  const lists = [...byId.values()].toSorted((one, other) => other.id - one.id)
  return lists.map((list, index) => {
    const before = lists[index + 1]
    return { list, changes: before === undefined ? [] : changesOf(before.prices, list.prices) }
  })
}

function toFeeFields(rule: FeeRule): FeeFields {
  return {
    kind: rule.kind,
    flat: rule.kind === 'flat' ? writeDollars(rule.cents) : '',
    percent: rule.kind === 'percent' ? writePercent(rule.thousandths) : '',
    fixed: rule.kind === 'percent' ? writeDollars(rule.fixedCents) : '',
  }
}

function readFee(fields: FeeFields, refuse: (name: keyof FeeFields) => void): FeeRule {
  if (fields.kind === 'none') return { kind: 'none' }
  if (fields.kind === 'flat')
    return {
      kind: 'flat',
      cents: within(readCents(fields.flat, 'rate'), MOST_FEE.cents, () => refuse('flat')),
    }
  return {
    kind: 'percent',
    thousandths: within(readPercent(fields.percent), MOST_FEE.thousandths, () => refuse('percent')),
    fixedCents: within(readCents(fields.fixed, 'rate'), MOST_FEE.cents, () => refuse('fixed')),
  }
}

/** The value if it is valid and not too large; otherwise it adds an error and returns 0. */
function within(value: number | null, most: number, refuse: () => void): number {
  if (value !== null && value <= most) return value
  refuse()
  return 0
}

/** Field by field: the order of a server's fields is irrelevant. */
function sameValue(one: PriceValue, other: PriceValue): boolean {
  if (one.kind === 'fee' && other.kind === 'fee') return same(toFeeFields(one.rule), toFeeFields(other.rule))
  return same(one, other)
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
