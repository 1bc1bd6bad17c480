import { findQueries } from './queries.ts'
import { lineAt, roomOf, type Breach, type Source } from './source.ts'

/** The tables of what stands under the modules, and declares itself to none. */
const GROUND: Record<string, string> = { job_runs: 'jobs', key_checks: 'keys', migrations: 'db' }

/** Which module each table belongs to, by the modules' declarations: it alone writes the rows. */
export function ownersOf(sources: readonly Source[]): Map<string, string> {
  const declared = sources.flatMap((source) => {
    const module = roomOf(source.path)
    const [, list = ''] = /\bdefineModule\(\{\n {2}tables: \[([^\]]*)\]/.exec(source.text) ?? []
    return module === null
      ? []
      : [...list.matchAll(/'(\w+)'/g)].map(([, table = '']) => [table, module] as const)
  })
  return new Map([...Object.entries(GROUND), ...declared])
}

/** Tables that every module may read in its own statements, and why. */
const READ_BY_ALL: Record<string, string> = {
  drivers: 'days and weeks are the driver’s own, so that statements need the zone beside what they count',
  stations: 'every row that names a station is shown with its code, name and zone',
}

const FLEET =
  'pages for operators show drivers with the state of everything of theirs, sorted and paged together'
const DUE_REMINDERS =
  'the sweep reads only reminders that are due and not told, by the minutes that each driver chose'
const CONDITIONS =
  'whether bots may start, go on or must stop is one statement over the whole fleet, or one of a start'
const TODAY = 'home asks for today’s figures every few seconds: one statement, one snapshot'
const MEMBERS =
  'what members owe is counted from where their bots searched, at the price of the house: one statement'
const GEOGRAPHY = 'judging needs every place of a driver and the rules there at once, before each search'

const BOOKS = 'books are compared with what they stand for row by row, in one snapshot'

/** Further tables that a module may read in its own statements, and why it does not ask the owner. */
const READ_BY: Record<string, Record<string, string>> = {
  admin: {
    bots: FLEET,
    day_figures: FLEET,
    filters: FLEET,
    job_runs: FLEET,
    platform_accounts: FLEET,
    sessions: FLEET,
    support_requests: FLEET,
    workers: FLEET,
  },
  blocks: {
    blocks:
      'the calendar shows the rows that the bot writes, with our own check-ins and releases joined to them',
    notification_settings: DUE_REMINDERS,
    notifications: DUE_REMINDERS,
  },
  bot: {
    day_figures: TODAY,
    filters: CONDITIONS,
    locations: CONDITIONS,
    log_entries: TODAY,
    log_heads: TODAY,
    platform_accounts: CONDITIONS,
    releases: 'the safety limits count wins and releases of a day together, under the lock of the bot',
    request_hours: TODAY,
    service_state: CONDITIONS,
  },
  filters: {
    blocks: GEOGRAPHY,
    driver_stations: GEOGRAPHY,
    locations: GEOGRAPHY,
    platform_instances: GEOGRAPHY,
  },
  forecast: {
    driver_stations: 'an hour of a station is looked at by the bots of all its drivers: one join counts them',
    filters: 'the zone and the filter in force are one read of a page that every home screen asks for',
    request_hours: 'an hour of a station is looked at by the bots of all its drivers: one join counts them',
  },
  instant: {
    platform_accounts: 'the sweep locks only drivers who are connected, in the statement that takes them',
  },
  invoices: {
    blocks: 'a week is priced from what was used in it, read in the transaction that closes it',
    check_ins: 'their fees are items of the week',
    instant_days: 'they are items of the week',
    platform_accounts: MEMBERS,
    platform_instances: MEMBERS,
    request_hours: MEMBERS,
  },
  ledger: {
    disputes: 'a debt is as old as the oldest unpaid invoice or lost dispute: one statement over all debtors',
    invoices: BOOKS,
    payments: BOOKS,
    refunds: BOOKS,
  },
  log: {
    attempts:
      'an undecided accept is shown until a later line decides it: lines and attempts are read in one snapshot',
  },
  notify: { bots: 'whether a human check still waits is read under the lock of the news that tells of it' },
  operators: {
    passkeys:
      'every request of an operator asks for the factors and when this session gave one, in one look-up',
    sessions: 'the same look-up',
  },
  overview: {
    blocks: FLEET,
    bots: FLEET,
    day_figures: FLEET,
    filters: FLEET,
    invoices: FLEET,
    offer_hours: FLEET,
    payments: FLEET,
    platform_accounts: FLEET,
    sessions: FLEET,
  },
  payments: {
    invoices: 'payments are found by the number of their invoice, and made by themselves for those unpaid',
    payers: 'the sweep takes only unpaid invoices of drivers who chose to pay by themselves',
  },
  platforms: { bots: FLEET },
  recap: {
    attempts: 'a miss that was won later is no miss: lines and attempts are compared row by row',
    blocks: 'a week is told from the blocks that the bot wrote',
    log_entries: 'a miss that was won later is no miss: lines and attempts are compared row by row',
    shadow_runs: 'what a bot saw while it only watched is told apart',
  },
  subscriptions: {
    driver_cards: 'a friend who shares a card earns no credit: cards are compared where a credit is earned',
    former_identities: 'nor does one who shares a card with somebody who left',
    invoices: 'the sweep takes only drivers of whom an unpaid invoice is due to be reminded of',
    notifications: 'a subscription’s end is announced once: the sweep leaves out whom it has told',
    payments: 'who waits for a bank takes no place in that sweep; a credit is earned by what is still paid',
  },
}

const TYPES = 'server/db/tables.gen.ts'

/** A table named by a statement of a module that it neither belongs to nor is read by. */
export function tableBreaches(sources: readonly Source[]): Breach[] {
  const tables = new Set(sources.flatMap(tablesOf))
  const owners = ownersOf(sources)
  const found: Breach[] = []
  const unowned = [...tables].filter((table) => !owners.has(table))
  for (const table of unowned)
    found.push({ path: TYPES, line: 1, rule: 'table-owners', what: `${table} has no owner` })
  for (const source of sources) {
    const module = roomOf(source.path)
    if (!module || module === 'db') continue
    for (const { table, start, written } of tablesNamed(source)) {
      const owner = owners.get(table)
      if (!tables.has(table) || owner === undefined || owner === module) continue
      const say = (rule: string, what: string) =>
        found.push({ path: source.path, line: lineAt(source.text, start), rule, what })
      if (written) say('one-writer', `writes ${table}, which belongs to ${owner}`)
      else if (!mayRead(module, table)) say('own-tables', `reads ${table}: ask ${owner}, whose table it is`)
    }
  }
  return found
}

function mayRead(module: string, table: string): boolean {
  return table in READ_BY_ALL || table in (READ_BY[module] ?? {})
}

/** What is allowed and no statement needs any more. */
export function unusedReads(sources: readonly Source[]): string[] {
  const read = new Set<string>()
  for (const source of sources) {
    const module = roomOf(source.path)
    if (module) for (const { table } of tablesNamed(source)) read.add(`${module} ${table}`)
  }
  return Object.entries(READ_BY)
    .flatMap(([module, tables]) => Object.keys(tables).map((table) => `${module} ${table}`))
    .filter((one) => !read.has(one))
}

function tablesOf(source: Source): string[] {
  if (source.path !== TYPES) return []
  return [...source.text.matchAll(/^ {2}([a-z_]+): /gm)].map((match) => match[1]!)
}

const NAMED =
  /\b(insert\s+into|delete\s+from|update|from|join|into|using|merge\s+into)\s+(?:only\s+|lateral\s+)?([a-z_]+)\b|,\s*([a-z_]+)\s+(?:as\s+)?[a-z]\b/g

/** Every table that a file's statements name. Words that are no table's name are among them. */
function tablesNamed(source: Source): { table: string; start: number; written: boolean }[] {
  return findQueries(source).flatMap(({ text, start, built, writes }) => {
    if (built) return [{ table: text, start, written: writes }]
    return [...text.matchAll(NAMED)].map((match) => ({
      table: match[2] ?? match[3]!,
      start,
      written: /^(insert|delete|update|merge)/.test(match[1] ?? '') && !isLock(text, match.index),
    }))
  })
}

/** `for update of b` and `for no key update` lock; they write nothing. */
function isLock(text: string, index: number): boolean {
  return /\b(for|key|do)\s+$/.test(text.slice(Math.max(0, index - 8), index))
}
