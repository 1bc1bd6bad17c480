/**
 * Platforms that their operators host: what each kind needs, and what a record of one must say. Nothing is
 * requested from an instance without a record of who authorised it.
 */
export {
  ASK_AGAIN_MS,
  debitBudget,
  holdBudget,
  openBudget,
  readBudget,
  shareOfBudget,
  SPEND_WITHIN_MS,
} from './instances/budget.ts'
export type { BudgetGrant, BudgetRequest, BudgetState } from './instances/budget.ts'
export { contradictsPlace } from './instances/zone.ts'
export {
  CONFIRMATION_FILE,
  decideFile,
  domainsOf,
  dueOf,
  INSTANCE_CODE_MS,
  isAdministrator,
  isCodeOpen,
  isConfirmed,
  openCode,
  readConfirmationFile,
} from './instances/confirmation.ts'
export type { Confirmation, FileReading, InstanceCode } from './instances/confirmation.ts'

import { isDay } from './days.ts'
import { refuseHouseRules } from './house-rules.ts'
import type { HouseLimit, HouseRules } from './house-rules.ts'
import type { MemberPrice } from './invoices.ts'
import type { JobKind, Variant } from './offers.ts'
import { isTimeZone } from './time.ts'
import { describeVariant } from './variants.ts'

export const INSTANCE_KINDS = ['coopcycle', 'fleetbase'] as const
export type InstanceKind = (typeof INSTANCE_KINDS)[number]

/** What an instance lacks for couriers: something to be set there, or the software itself. */
export const INSTANCE_LACKS = ['shift_planning', 'time_zone', 'software'] as const
export type InstanceLack = (typeof INSTANCE_LACKS)[number]

/** An option of a kind's records, as its text field is named: `instances.option.<name>`. */
type RequiredOption = 'currency' | 'timeZone'
export type InstanceOption = RequiredOption | 'payMetaKey' | 'socketUrl'

/** What an instance itself says of what its operator is asked for; null = nothing. */
export type InstanceStatement = {
  currency: string | null
  timeZone: string | null
  /** What it allows one address, which all programs behind one proxy share. */
  requestsPerMinute: number | null
}

export type KindDescription = {
  /** The software's own name, in every language. */
  label: string
  /** Its adapter passes against a stand-in and has never met the platform. */
  isDraft: boolean
  /** Drivers sign in by a key of the operator's besides their own credentials. */
  needsKey: boolean
  identity: 'email' | 'user_name'
  /** Drivers may sign in by a code that is sent to their phone. */
  byCode: boolean
  /** It lists shifts for all drivers alike, so that head starts and turns can give them. */
  listsShifts: boolean
  /** It can say what a job pays; otherwise no minimum pay ever decides. */
  statesPay: boolean
  /** The kinds of jobs that it has. */
  jobKinds: readonly JobKind[]
  options: readonly InstanceOption[]
  /** Those that a record must say. */
  required: readonly RequiredOption[]
}

const KINDS: Record<InstanceKind, KindDescription> = {
  coopcycle: {
    label: 'CoopCycle',
    isDraft: true,
    needsKey: false,
    identity: 'user_name',
    byCode: false,
    listsShifts: true,
    statesPay: false,
    jobKinds: ['shift'],
    options: [],
    required: [],
  },
  fleetbase: {
    label: 'Fleetbase',
    isDraft: true,
    needsKey: true,
    identity: 'email',
    byCode: true,
    listsShifts: false,
    statesPay: true,
    jobKinds: ['order'],
    options: ['currency', 'timeZone', 'payMetaKey', 'socketUrl'],
    // A company may have neither: its orders are in US dollars then, and its hours in UTC.
    required: ['currency', 'timeZone'],
  },
}

/** What a kind needs. */
export function describeKind(kind: InstanceKind): KindDescription {
  return KINDS[kind]
}

/** Whether all platforms among which a variant's drivers choose are reached by drafts. */
export function isDraftVariant(variant: Variant): boolean {
  return describeVariant(variant).hasInstances && INSTANCE_KINDS.every((kind) => KINDS[kind].isDraft)
}

/** What an operator enters of an instance. */
export type InstanceInput = {
  kind: InstanceKind
  name: string
  baseUrl: string
  /** Null = as stored. */
  key: string | null
  options: Partial<Record<InstanceOption, string>>
  authorisedBy: string
  /** `2026-11-24`. */
  authorisedOn: string
  maxRequestsPerMinute: number
  allowPrivate: boolean
  /** Of its members' bots; absent = as stored, null = none. */
  houseRules?: HouseRules | null | undefined
  /** Of an active member a month, from the next month on; absent = as stored, null = nothing. */
  memberPrice?: MemberPrice | null | undefined
}

/** Why a field of an instance's record is rejected. */
export const INSTANCE_FIELD_CODES = [
  'instances.missing',
  'instances.url_invalid',
  'instances.url_insecure',
  'instances.url_credentials',
  'instances.url_private',
  'instances.url_forbidden',
  'instances.key_invalid',
  'instances.key_again',
  'instances.recorded',
  'instances.name_taken',
  'instances.date_invalid',
  'instances.date_future',
  'instances.rate_range',
  'instances.currency_invalid',
  'instances.time_zone_invalid',
  'instances.house_rule_range',
  'instances.price_range',
] as const
export type InstanceFieldCode = (typeof INSTANCE_FIELD_CODES)[number]
export type InstanceField =
  | keyof InstanceInput
  | `options.${InstanceOption}`
  | `houseRules.${HouseLimit}`
  | `memberPrice.${keyof MemberPrice}`
export type InstanceFinding = { path: InstanceField; code: InstanceFieldCode }

export const MOST_REQUESTS_PER_MINUTE = 10_000
/** A member's month costs at most so much: more is a slip of the keys. */
const MOST_MEMBER_CENTS = 100_000

/** Whether a test may go without this: the instance itself may tell it. */
export function isAnsweredByTest({ path, code }: InstanceFinding): boolean {
  return code === 'instances.missing' && path.startsWith('options.')
}

/** What is stored of an instance before it is edited. */
export type StoredInstance = { baseUrl: string; hasKey: boolean }

/**
 * Whether a record sends requests to another server than the stored one. The key and the drivers' sign-ins
 * were given for the server before and do not go along. Events need neither, so that their address is free.
 */
export function isMoved(before: Pick<StoredInstance, 'baseUrl'>, { baseUrl }: InstanceInput): boolean {
  return !isSameServer(before.baseUrl, baseUrl)
}

/** Whether two addresses are of one server. */
export function isSameServer(one: string, other: string): boolean {
  return originOf(one) === originOf(other)
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined
}

/**
 * What is wrong with a record, by field; none = it may be stored. `today` is a day such as `2026-11-24`;
 * `before` is what is stored, null for a new one.
 */
export function validateInstance(
  input: InstanceInput,
  today: string,
  before: StoredInstance | null = null,
): InstanceFinding[] {
  const findings: InstanceFinding[] = []
  const find = (path: InstanceField, code: InstanceFieldCode | null): void => {
    if (code !== null) findings.push({ path, code })
  }
  const { needsKey, required } = describeKind(input.kind)
  find('name', isBlank(input.name) ? 'instances.missing' : null)
  find('baseUrl', refuseUrl(input.baseUrl, input.allowPrivate, 'https:'))
  find('key', refuseKey(input.key, needsKey ? whyKey(before, input) : null))
  const { socketUrl } = input.options
  for (const option of required) find(`options.${option}`, refuseOption(option, input.options[option]))
  find('options.socketUrl', isBlank(socketUrl) ? null : refuseUrl(socketUrl, input.allowPrivate, 'wss:'))
  find('authorisedBy', isBlank(input.authorisedBy) ? 'instances.missing' : null)
  find('authorisedOn', refuseDay(input.authorisedOn, today))
  find('maxRequestsPerMinute', isRate(input.maxRequestsPerMinute) ? null : 'instances.rate_range')
  if (input.houseRules)
    for (const rule of refuseHouseRules(input.houseRules))
      find(`houseRules.${rule}`, 'instances.house_rule_range')
  findings.push(...refusePrice(input, required.includes('currency')))
  return findings
}

/** Where the record says in which currency members are paid, they pay in no other. */
function refusePrice({ memberPrice, options }: InstanceInput, saysCurrency: boolean): InstanceFinding[] {
  if (!memberPrice) return []
  const { cents, currency } = memberPrice
  const isPrice = Number.isInteger(cents) && cents > 0 && cents <= MOST_MEMBER_CENTS
  const isOther = saysCurrency && currency !== options.currency
  const fault = isOther ? 'instances.currency_invalid' : refuseOption('currency', currency)
  return [
    ...(isPrice ? [] : [{ path: 'memberPrice.cents', code: 'instances.price_range' } as const]),
    ...(fault === null ? [] : [{ path: 'memberPrice.currency', code: fault } as const]),
  ]
}

function refuseOption(option: RequiredOption, text: string | undefined): InstanceFieldCode | null {
  if (isBlank(text)) return 'instances.missing'
  if (option === 'currency') return /^[A-Z]{3}$/.test(text) ? null : 'instances.currency_invalid'
  return isTimeZone(text) ? null : 'instances.time_zone_invalid'
}

const isBlank = (text: string | null | undefined): text is null | undefined | '' => (text ?? '').trim() === ''
const isRate = (rate: number): boolean =>
  Number.isInteger(rate) && rate >= 1 && rate <= MOST_REQUESTS_PER_MINUTE

/** Why a record must come with its key; null = the stored one stays. */
function whyKey(before: StoredInstance | null, input: InstanceInput): InstanceFieldCode | null {
  if (!before?.hasKey) return 'instances.missing'
  return isMoved(before, input) ? 'instances.key_again' : null
}

/** A key goes into a header: visible characters alone. */
function refuseKey(key: string | null, ifNone: InstanceFieldCode | null): InstanceFieldCode | null {
  if (isBlank(key)) return ifNone
  return /^[\x21-\x7e]+$/.test(key.trim()) ? null : 'instances.key_invalid'
}

/**
 * TLS everywhere but on this machine; numeric addresses of private networks and of this machine only where
 * they are allowed, and link-local ones never. What a name resolves to is checked at each request.
 */
function refuseUrl(text: string, allowPrivate: boolean, secure: 'https:' | 'wss:'): InstanceFieldCode | null {
  if (isBlank(text)) return 'instances.missing'
  const url = URL.canParse(text) ? new URL(text) : null
  const plain = secure.replace('s:', ':')
  if (url === null || ![secure, plain].includes(url.protocol)) return 'instances.url_invalid'
  if (url.username + url.password !== '') return 'instances.url_credentials'
  if (url.search + url.hash !== '') return 'instances.url_invalid'
  if (url.protocol === plain && !isThisMachine(url.hostname)) return 'instances.url_insecure'
  return refuseHost(url.hostname, allowPrivate)
}

function refuseHost(host: string, allowPrivate: boolean): InstanceFieldCode | null {
  if (FORBIDDEN.test(host)) return 'instances.url_forbidden'
  return !allowPrivate && (isThisMachine(host) || PRIVATE.test(host)) ? 'instances.url_private' : null
}

/** A host that no other machine can reach, as `URL` spells it. */
function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** Numeric addresses of a private network, as `URL` spells them. */
const PRIVATE =
  /^(10|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(\.\d{1,3}){2,3}$|^\[f[cd][0-9a-f]{2}:/
/**
 * Those that no instance may have: link-local, unspecified, multicast, and of IPv6 all that is neither public
 * (2000::/3), private nor this machine, since an IPv4 address may be inside.
 */
const FORBIDDEN =
  /^(0|169\.254|22[4-9]|23\d|24\d|25[0-5])(\.\d{1,3}){2,3}$|^\[(?!([23][0-9a-f]|f[cd])[0-9a-f]{2}:|::1\])/

function refuseDay(day: string, today: string): InstanceFieldCode | null {
  if (!isDay(day)) return 'instances.date_invalid'
  return day > today ? 'instances.date_future' : null
}
