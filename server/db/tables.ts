import { join } from 'node:path'
import type { Pool } from 'pg'

/** The file of all table types for kysely. */
export const TABLES_FILE = join(import.meta.dirname, 'tables.gen.ts')

/**
 * Types of core that a schema cannot state: the shape of JSON, and values that no check lists. A column whose
 * check lists its values has their union as its type, so that the compiler compares the check with core.
 */
const CORE_TYPES: Record<string, Record<string, string>> = {
  'bot-states.ts': {
    BotReason: 'bots.reason search_polls.unread_reason',
    Phase: 'bots.phase',
    StartMode: 'bots.mode',
    StartRefusal: 'autostart_firings.refusal',
  },
  'events.ts': {
    "LogEntry['data']": 'log_entries.data',
    "LogEntry['type']": 'log_entries.type',
    MissCause: 'attempts.cause',
    Precedence: 'award_others.precedence',
  },
  'filters.ts': {
    Filter: 'filters.body',
    'RuleResult[]': 'award_others.rules confirmations.rules attempts.rules shadow_offers.rules',
  },
  'house-rules.ts': { HouseRules: 'platform_instances.house_rules' },
  'instances.ts': {
    BudgetState: 'instance_budgets.state',
    Confirmation: 'platform_instances.confirmation',
    InstanceCode: 'platform_instances.confirmation_code',
    InstanceKind: 'platform_instances.kind',
    "InstanceInput['options']": 'platform_instances.options',
  },
  'invoices.ts': {
    CouponDiscount: 'coupons.cut',
    ItemDetails: 'invoice_items.details',
    'MemberPriceFrom[]': 'platform_instances.member_prices',
    Prices: 'price_lists.prices',
  },
  'languages.ts': { Language: 'code_tickets.language drivers.language' },
  'ledger.ts': { ReconciliationReport: 'reconciliations.report' },
  'notify.ts': {
    NotificationKind: 'notifications.kind',
    "NotifySettings['channels']": 'notification_settings.channels',
    "NotifySettings['quiet']": 'notification_settings.quiet',
    "NotifySettings['repeat']": 'notification_settings.repeat',
    "NotifySettings['routes']": 'notification_settings.routes',
  },
  'offers.ts': {
    Offer: 'awards.offer confirmations.offer attempts.offer shadow_offers.offer',
    OfferKind: 'blocks.kind observations.kind',
  },
  'payments.ts': { BankAction: 'payments.action', DisputeMoney: 'disputes.withdrawn disputes.reinstated' },
  'settings.ts': { CustomSpeed: 'bots.custom', Speed: 'bots.speed' },
}

/** JSON whose shape is the server's own. */
const OWN_TYPES: Record<string, string> = {
  'admin_actions.details': 'Record<string, unknown>',
  'code_tickets.former_codes': '{ digest: string; expiresAt: number }[]',
  'idempotency_keys.answer': 'unknown',
  'invoices.billed_to': '{ name: string; email: string }',
  'log_parts.data': 'unknown',
  'notifications.params': 'Record<string, string | number | null>',
  'payments.method': "{ id: string; kind: 'card' | 'bank'; brand: string; last4: string }",
}

const PLAIN_TYPES: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  // The driver reads it as text: a day has no time zone.
  date: 'string',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  text: 'string',
  uuid: 'string',
}

const COLUMNS = `
  select c.relname as table, attname as name, typname as type, attnotnull as needed, attidentity = 'a' as identity,
    atthasdef as preset, (
      select pg_get_constraintdef(k.oid) from pg_constraint k
      where conrelid = c.oid and conkey = array[attnum] and pg_get_constraintdef(k.oid) like '% = ANY (ARRAY[%'
    ) as listed
  from pg_class c join pg_attribute a on attrelid = c.oid join pg_type t on t.oid = atttypid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and attnum > 0 and not attisdropped
  order by relname, attnum`

type Column = {
  table: string
  name: string
  type: string
  needed: boolean
  identity: boolean
  preset: boolean
  listed: string | null
}

/** The types of a migrated database's tables. Throws for a column without a type and the reverse. */
export async function renderTables(pool: Pool): Promise<string> {
  const { rows } = await pool.query<Column>(COLUMNS)
  const given = new Map(Object.entries(OWN_TYPES))
  const imports = Object.entries(CORE_TYPES).map(([module, types]) => {
    for (const [type, columns] of Object.entries(types))
      for (const column of columns.split(' ')) given.set(column, type)
    const names = new Set(Object.keys(types).map((type) => /^\w+/.exec(type)![0]))
    return `import type { ${[...names].toSorted().join(', ')} } from '@madruga/core/${module}'\n`
  })
  const tables = Map.groupBy(rows, (column) => column.table)
  const bodies = [...tables].map(([table, columns]) => {
    const lines = columns.map((column) => `    ${column.name}: ${typeOf(column, given)}\n`)
    return `  ${table}: {\n${lines.join('')}  }\n`
  })
  if (given.size > 0) throw new Error(`no such columns: ${[...given.keys()].join(', ')}`)
  return `// What db/migrations make together; written by server/db/schema.ts, compared by a test.
import type { Generated } from 'kysely'
${imports.join('')}import type { DefaultInstant, DefaultJson, IdentityColumn, InstantColumn, JsonColumn } from './columns.ts'

/** Every table of db/migrations, as kysely types them. */
export type Tables = {
${bodies.join('')}}
`
}

/** Takes the column's type out of `given`. */
function typeOf(column: Column, given: Map<string, string>): string {
  const key = `${column.table}.${column.name}`
  const open = column.needed ? '' : ' | null'
  const own = given.get(key)
  given.delete(key)
  if (column.identity) return 'IdentityColumn'
  if (column.type === 'timestamptz') return column.preset ? 'DefaultInstant' : `InstantColumn${open}`
  if (column.type.startsWith('json')) {
    if (!own) throw new Error(`${key} is JSON: state its type in tables.ts`)
    return `${column.preset ? 'DefaultJson' : 'JsonColumn'}<${own}>${open}`
  }
  const type = own ?? (column.listed ? readUnion(column.listed) : plainType(column, key))
  return column.preset ? `Generated<${type}${open}>` : `${type}${open}`
}

function plainType({ type }: Column, key: string): string {
  const array = type.startsWith('_')
  const plain = PLAIN_TYPES[type.slice(array ? 1 : 0)]
  if (!plain) throw new Error(`${key} is ${type}: state in tables.ts how it is read`)
  return `${plain}${array ? '[]' : ''}`
}

/** `CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text])))` as `'open' | 'paid'`. */
function readUnion(check: string): string {
  const list = /= ANY \(ARRAY\[(.+?)\]\)/.exec(check)![1]!
  return list.replaceAll('::text', '').split(', ').join(' | ')
}
