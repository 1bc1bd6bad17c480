/**
 * Platforms that their operators host: what each kind needs, and what a record of one must say. Nothing is
 * requested from an instance without a record of who authorised it.
 */
export {
  ASK_AGAIN_MS,
  debitBudget,
  openBudget,
  readBudget,
  shareOfBudget,
  SPEND_WITHIN_MS,
} from './instances/budget.ts'
export type { BudgetGrant, BudgetRequest, BudgetState } from './instances/budget.ts'

export const INSTANCE_KINDS = ['coopcycle', 'fleetbase'] as const
export type InstanceKind = (typeof INSTANCE_KINDS)[number]

/** An option of a kind's records, as its text field is named: `instances.option.<name>`. */
export type InstanceOption = 'payMetaKey' | 'socketUrl'

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
  options: readonly InstanceOption[]
}

const KINDS: Record<InstanceKind, KindDescription> = {
  coopcycle: {
    label: 'CoopCycle',
    isDraft: true,
    needsKey: false,
    identity: 'user_name',
    byCode: false,
    options: [],
  },
  fleetbase: {
    label: 'Fleetbase',
    isDraft: true,
    needsKey: true,
    identity: 'email',
    byCode: true,
    options: ['payMetaKey', 'socketUrl'],
  },
}

/** What a kind needs. */
export function describeKind(kind: InstanceKind): KindDescription {
  return KINDS[kind]
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
}

/** Why a field of an instance's record is rejected. */
export const INSTANCE_FIELD_CODES = [
  'instances.missing',
  'instances.url_invalid',
  'instances.url_insecure',
  'instances.url_credentials',
  'instances.url_private',
  'instances.date_invalid',
  'instances.date_future',
  'instances.rate_range',
] as const
export type InstanceFieldCode = (typeof INSTANCE_FIELD_CODES)[number]
export type InstanceField = keyof InstanceInput | `options.${InstanceOption}`
export type InstanceFinding = { path: InstanceField; code: InstanceFieldCode }

export const MOST_REQUESTS_PER_MINUTE = 10_000

/**
 * What is wrong with a record, by field; none = it may be stored. `today` is a day such as `2026-11-24`;
 * `hasKey` tells whether a key is stored already.
 */
export function validateInstance(input: InstanceInput, today: string, hasKey = false): InstanceFinding[] {
  const findings: InstanceFinding[] = []
  const find = (path: InstanceField, code: InstanceFieldCode | null): void => {
    if (code !== null) findings.push({ path, code })
  }
  const { needsKey } = describeKind(input.kind)
  find('name', isBlank(input.name) ? 'instances.missing' : null)
  find('baseUrl', refuseUrl(input.baseUrl, input.allowPrivate, 'https:'))
  find('key', needsKey && !hasKey && isBlank(input.key) ? 'instances.missing' : null)
  const { socketUrl } = input.options
  find('options.socketUrl', isBlank(socketUrl) ? null : refuseUrl(socketUrl, input.allowPrivate, 'wss:'))
  find('authorisedBy', isBlank(input.authorisedBy) ? 'instances.missing' : null)
  find('authorisedOn', refuseDay(input.authorisedOn, today))
  find('maxRequestsPerMinute', isRate(input.maxRequestsPerMinute) ? null : 'instances.rate_range')
  return findings
}

const isBlank = (text: string | null | undefined): text is null | undefined | '' => (text ?? '').trim() === ''
const isRate = (rate: number): boolean =>
  Number.isInteger(rate) && rate >= 1 && rate <= MOST_REQUESTS_PER_MINUTE

/** TLS everywhere but on this machine, and this machine only where private addresses are allowed. */
function refuseUrl(text: string, allowPrivate: boolean, secure: 'https:' | 'wss:'): InstanceFieldCode | null {
  if (isBlank(text)) return 'instances.missing'
  const url = URL.canParse(text) ? new URL(text) : null
  const plain = secure.replace('s:', ':')
  if (url === null || ![secure, plain].includes(url.protocol)) return 'instances.url_invalid'
  if (url.username + url.password !== '') return 'instances.url_credentials'
  if (url.search + url.hash !== '') return 'instances.url_invalid'
  const here = isThisMachine(url.hostname)
  if (url.protocol === plain && !here) return 'instances.url_insecure'
  return here && !allowPrivate ? 'instances.url_private' : null
}

/** A host that no other machine can reach, as `URL` spells it. */
function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

function refuseDay(day: string, today: string): InstanceFieldCode | null {
  const read = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : null
  if (read === null || Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== day)
    return 'instances.date_invalid'
  return day > today ? 'instances.date_future' : null
}
