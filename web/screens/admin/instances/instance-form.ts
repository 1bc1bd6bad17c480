import { HOUSE_LIMITS, NO_HOUSE_RULES } from '@madruga/core/house-rules.ts'
import type { HouseLimit, HouseRules } from '@madruga/core/house-rules.ts'
import { describeKind, validateInstance } from '@madruga/core/instances.ts'
import { readCents, readWhole } from '@madruga/core/numbers.ts'
import type {
  InstanceField,
  InstanceFieldCode,
  InstanceKind,
  InstanceStatement,
  StoredInstance,
} from '@madruga/core/instances.ts'
import type { InstanceView, NewInstance } from './queries.ts'

/** An instance in its form, as typed. */
export type InstanceFields = {
  kind: InstanceKind
  name: string
  baseUrl: string
  key: string
  payMetaKey: string
  socketUrl: string
  currency: string
  timeZone: string
  authorisedBy: string
  authorisedOn: string
  maxRequestsPerMinute: string
  allowPrivate: boolean
  /** An empty text = no rule. */
  houseLimits: Record<HouseLimit, string>
  takesTurns: boolean
  /** What a member owes a month, `12.50`; empty = nothing. */
  memberPrice: string
  memberCurrency: string
}
/** The text of each rejected field. */
export type InstanceFaults = Partial<Record<InstanceField, InstanceFieldCode>>

/** The form of a record, or of a new one; a stored key is never shown. */
export function startInstance(view: InstanceView | null, today: string): InstanceFields {
  if (view === null) return { ...NEW, authorisedOn: today }
  const { kind, name, baseUrl, options, authorisedBy, authorisedOn, maxRequestsPerMinute, allowPrivate } =
    view
  const { payMetaKey = '', socketUrl = '', currency = '', timeZone = '' } = options
  const texts = { key: '', maxRequestsPerMinute: String(maxRequestsPerMinute) }
  const terms = { payMetaKey, socketUrl, currency, timeZone }
  const house = startHouse(view.houseRules ?? NO_HOUSE_RULES)
  const price = view.memberPrices.at(-1)
  const member = {
    memberPrice: price === undefined || price.cents === 0 ? '' : (price.cents / 100).toFixed(2),
    memberCurrency: price?.currency ?? '',
  }
  return {
    kind,
    name,
    baseUrl,
    ...terms,
    authorisedBy,
    authorisedOn,
    allowPrivate,
    ...texts,
    ...house,
    ...member,
  }
}

/** Rules of a house in the form. */
export function startHouse(rules: HouseRules): Pick<InstanceFields, 'houseLimits' | 'takesTurns'> {
  const texts = HOUSE_LIMITS.map((limit) => [limit, String(rules[limit] ?? '')])
  return { houseLimits: Object.fromEntries(texts), takesTurns: rules.takesTurns }
}

/** The rules of the form; null where there is none. */
function readHouse({ houseLimits, takesTurns }: InstanceFields): HouseRules | null {
  const limits = HOUSE_LIMITS.map((limit) => {
    const text = houseLimits[limit].trim()
    return [limit, text === '' ? null : (readWhole(text) ?? -1)] as const
  })
  if (!takesTurns && limits.every(([, value]) => value === null)) return null
  return { ...NO_HOUSE_RULES, ...Object.fromEntries(limits), takesTurns }
}

/** The price of the form; null where nothing is asked. A text that is no price is one that is refused. */
function readMemberPrice({ memberPrice, memberCurrency, currency, kind }: InstanceFields) {
  if (memberPrice.trim() === '') return null
  const isRecorded = describeKind(kind).options.includes('currency')
  const cents = readCents(memberPrice) ?? -1
  return { cents, currency: (isRecorded ? currency : memberCurrency).trim().toUpperCase() }
}

const NEW: Omit<InstanceFields, 'authorisedOn'> = {
  kind: 'coopcycle',
  name: '',
  baseUrl: '',
  key: '',
  payMetaKey: '',
  socketUrl: '',
  currency: '',
  timeZone: '',
  authorisedBy: '',
  maxRequestsPerMinute: '60',
  allowPrivate: false,
  ...startHouse(NO_HOUSE_RULES),
  memberPrice: '',
  memberCurrency: '',
}

/** The record of a form, and what is wrong with it. Options that its kind does not have are left out. */
export function readInstance(
  fields: InstanceFields,
  today: string,
  before: StoredInstance | null,
): { instance: NewInstance; faults: InstanceFaults } {
  const { payMetaKey, socketUrl, currency, timeZone, key, maxRequestsPerMinute, ...others } = fields
  const { houseLimits: _, takesTurns: __, memberPrice: ___, memberCurrency: ____, ...texts } = others
  const terms = { payMetaKey, socketUrl, currency: currency.toUpperCase(), timeZone }
  const instance = {
    ...texts,
    name: texts.name.trim(),
    baseUrl: texts.baseUrl.trim(),
    authorisedBy: texts.authorisedBy.trim(),
    key: key.trim() === '' ? null : key.trim(),
    options: Object.fromEntries(
      describeKind(fields.kind)
        .options.map((option) => [option, terms[option].trim()] as const)
        .filter(([, text]) => text !== ''),
    ),
    maxRequestsPerMinute: readWhole(maxRequestsPerMinute) ?? 0,
    houseRules: readHouse(fields),
    memberPrice: readMemberPrice(fields),
  }
  const findings = validateInstance(instance, today, before)
  return { instance, faults: Object.fromEntries(findings.map(({ path, code }) => [path, code])) }
}

/** The form with what the instance says where nothing is typed. */
export function proposeIn(fields: InstanceFields, statement: InstanceStatement | undefined): InstanceFields {
  const { currency, timeZone } = statement ?? {}
  return {
    ...fields,
    currency: fields.currency.trim() || (currency ?? ''),
    timeZone: fields.timeZone.trim() || (timeZone ?? ''),
  }
}
