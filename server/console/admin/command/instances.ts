import { NO_HOUSE_RULES, PROPOSED_HOUSE_RULES } from '@madruga/core/house-rules.ts'
import type { HouseRules } from '@madruga/core/house-rules.ts'
import { INSTANCE_KINDS } from '@madruga/core/instances.ts'
import { readWhole } from '@madruga/core/numbers.ts'
import { COMMAND_LINE } from '../model.ts'
import type { Answer, Command, Given, OperatorTools } from './model.ts'
import { answer, RefusedError, UsageError } from './model.ts'
import { isSet, readChoice, readText, readWords, requireText } from './read.ts'
import { formatTable } from './table.ts'

type View = Awaited<ReturnType<OperatorTools['instances']['add']>>
type Entered = Parameters<OperatorTools['instances']['add']>[1]

const ACTIONS = ['list', 'add', 'edit', 'disable', 'enable'] as const

/** What each rule of a house is called here. */
const HOUSE_WORDS: Readonly<Record<string, keyof HouseRules>> = {
  'head-start': 'headStartMinutes',
  allowance: 'allowanceHours',
  day: 'maxHoursPerDay',
  week: 'maxHoursPerWeek',
  rest: 'restHoursBetweenDays',
  'week-rest': 'restHoursPerWeek',
  'wait-lists': 'waitListPlaces',
  turns: 'takesTurns',
}

/** Commands about the platforms that their operators host. */
export const instanceCommands: readonly Command[] = [
  {
    usage:
      'instances list | add | edit ID | disable ID --reason WHY | enable ID --reason WHY, add and edit with [--kind KIND --name NAME --url URL --authorised-by WHO --authorised-on DAY --rate N --currency CODE --time-zone ZONE --pay-key KEY --socket URL --private --public --key-stdin --house-rules RULES --member-price PRICE]',
    about: `Platforms that their operators host and authorised; KIND is ${INSTANCE_KINDS.join(' or ')}, Fleetbase needs the currency in which drivers are paid, such as EUR, and the zone of its hours, such as Europe/Lisbon; an API key is read from standard input; RULES are proposed, none, or some of ${Object.keys(HOUSE_WORDS).join(', ')} such as head-start=15,day=10,week=none,turns=yes; PRICE is what an active member owes the house a month, such as "12.50 EUR", or none`,
    read(input) {
      const action = readChoice(input.words[0] ?? 'list', ACTIONS)
      if (action === 'list') return async ({ instances }) => list(await instances.list())
      if (action === 'add') {
        readWords(input.words, ['add'])
        const entries = readEntered(input, readNew(input))
        return async ({ instances }, terminal) => {
          const key = isSet(input, 'key-stdin') ? (await terminal.readAll()).trim() : null
          return list([await instances.add(COMMAND_LINE, { ...entries, key })])
        }
      }
      readWords(input.words, [action, 'ID'])
      const [, id = ''] = input.words
      if (action === 'edit') {
        readEntered(input, NOTHING)
        return async ({ instances }, terminal) => {
          const instance = (await instances.list()).find((each) => each.id === id)
          if (!instance) throw new RefusedError(`there is no platform ${id}: "instances list" shows them`)
          const key = isSet(input, 'key-stdin') ? (await terminal.readAll()).trim() : null
          return list([await instances.edit(COMMAND_LINE, { ...readEntered(input, instance), key, id })])
        }
      }
      const reason = requireText(input, 'reason')
      const active = action === 'enable'
      return async ({ instances }) => list([await instances.setActive(COMMAND_LINE, { id, active, reason })])
    },
  },
]

type Known = Pick<Entered, 'kind' | 'name' | 'baseUrl' | 'options' | 'authorisedBy' | 'authorisedOn'> &
  Pick<Entered, 'maxRequestsPerMinute' | 'allowPrivate' | 'houseRules' | 'memberPrice'>

const NOTHING: Known = {
  kind: 'coopcycle',
  name: '',
  baseUrl: '',
  options: {},
  authorisedBy: '',
  authorisedOn: '',
  maxRequestsPerMinute: 0,
  allowPrivate: false,
}

/** What a new instance must say. */
function readNew(input: Given): Known {
  const kind = readChoice(requireText(input, 'kind'), INSTANCE_KINDS)
  for (const name of ['name', 'url', 'authorised-by', 'authorised-on', 'rate']) requireText(input, name)
  return { ...NOTHING, kind }
}

/** A record with what the options say in place of what is known. */
function readEntered(input: Given, known: Known): Omit<Entered, 'key'> {
  const text = (name: string, before: string) => readText(input, name)?.trim() ?? before
  const rateText = readText(input, 'rate')
  const rate = rateText === undefined ? known.maxRequestsPerMinute : readWhole(rateText)
  if (rate === null) throw new UsageError(`"${rateText}" is not a number`)
  const { payMetaKey, socketUrl, currency, timeZone } = known.options
  return {
    kind: known.kind,
    name: text('name', known.name),
    baseUrl: text('url', known.baseUrl),
    options: {
      payMetaKey: text('pay-key', payMetaKey ?? ''),
      socketUrl: text('socket', socketUrl ?? ''),
      currency: text('currency', currency ?? '').toUpperCase(),
      timeZone: text('time-zone', timeZone ?? ''),
    },
    authorisedBy: text('authorised-by', known.authorisedBy),
    authorisedOn: text('authorised-on', known.authorisedOn),
    maxRequestsPerMinute: rate,
    allowPrivate: isSet(input, 'private') || (known.allowPrivate && !isSet(input, 'public')),
    houseRules: readHouseRules(input, known.houseRules ?? null),
    memberPrice: readMemberPrice(input),
  }
}

/** The price that is typed; undefined = as stored. */
function readMemberPrice(input: Given): Entered['memberPrice'] {
  const text = readText(input, 'member-price')?.trim()
  if (text === undefined) return undefined
  if (text === 'none') return null
  const [, units, hundredths = '', currency = ''] = /^(\d{1,6})(?:\.(\d{2}))?\s*([a-z]{3})$/i.exec(text) ?? []
  if (units === undefined) throw new UsageError(`"${text}" is no price such as "12.50 EUR"`)
  return { cents: Number(units) * 100 + Number(hundredths), currency: currency.toUpperCase() }
}

function formatMemberPrice({ memberPrices }: View): string {
  const price = memberPrices.at(-1)
  return price === undefined ? '-' : `${(price.cents / 100).toFixed(2)} ${price.currency} from ${price.from}`
}

/** The rules with what is typed in place of what is known: `proposed`, `none`, or pairs such as `day=10`. */
function readHouseRules(input: Given, before: HouseRules | null): HouseRules | null {
  const text = readText(input, 'house-rules')?.trim()
  if (text === undefined) return before
  if (text === 'none') return null
  if (text === 'proposed') return PROPOSED_HOUSE_RULES
  return Object.assign({ ...(before ?? NO_HOUSE_RULES) }, ...text.split(',').map(readHouseRule))
}

function readHouseRule(pair: string): Partial<HouseRules> {
  const [word = '', value = ''] = pair.split('=').map((part) => part.trim())
  const rule = HOUSE_WORDS[word]
  const limit = rule === 'takesTurns' ? { yes: true, no: false }[value] : readLimit(value)
  if (rule === undefined || limit === undefined) throw new UsageError(`"${pair}" is no rule of a house`)
  return { [rule]: limit }
}

/** Undefined for what is neither a whole number nor `none`. */
function readLimit(value: string): number | null | undefined {
  return value === 'none' ? null : (readWhole(value) ?? undefined)
}

function formatHouseRules(rules: HouseRules | null): string {
  if (rules === null) return '-'
  const pairs = Object.entries(HOUSE_WORDS).map(([word, rule]) => {
    const value = rules[rule]
    return value === null || value === false ? null : `${word}=${value === true ? 'yes' : value}`
  })
  return pairs.filter((pair) => pair !== null).join(',')
}

function list(instances: readonly View[]): Answer {
  const rows = instances.map((each) => COLUMNS.map(([, cellOf]) => cellOf(each)))
  return answer(
    { instances },
    ...formatTable(
      COLUMNS.map(([head]) => head),
      rows,
    ),
  )
}

const COLUMNS: readonly (readonly [head: string, cellOf: (each: View) => string])[] = [
  ['ID', ({ id }) => id],
  ['KIND', ({ isDraft, kind }) => (isDraft ? `${kind} (in trial)` : kind)],
  ['NAME', ({ name }) => name],
  ['URL', ({ baseUrl }) => baseUrl],
  ['STATE', ({ active }) => (active ? 'enabled' : 'disabled')],
  ['AUTHORISED', ({ authorisedBy, authorisedOn }) => `${authorisedBy}, ${authorisedOn}`],
  ['KEY', ({ hasKey }) => (hasKey ? 'stored' : '-')],
  ['REQUESTS', ({ used, maxRequestsPerMinute }) => `${used.lastMinute} of ${maxRequestsPerMinute} a minute`],
  ['LAST HOUR', ({ used }) => `${used.lastHour}, ${used.waited} waited, ${used.refused} not sent`],
  ['DRIVERS', ({ connected, used }) => `${connected}, ${used.searching} search`],
  ['PRIVATE', ({ allowPrivate }) => (allowPrivate ? 'allowed' : '-')],
  ['CURRENCY', ({ options }) => options.currency ?? '-'],
  ['ZONE', ({ options }) => options.timeZone ?? '-'],
  ['PAY KEY', ({ options }) => options.payMetaKey ?? '-'],
  ['EVENTS', ({ options }) => options.socketUrl ?? '-'],
  ['HOUSE RULES', ({ houseRules }) => formatHouseRules(houseRules)],
  ['MEMBER PRICE', formatMemberPrice],
]
