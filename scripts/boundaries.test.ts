import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBreaches } from './boundaries.ts'

const TABLES = 'export type Tables = {\n  bots: object\n  job_runs: object\n}\n'
const BOT = "export const bots = defineModule({\n  tables: ['bots'],\n})\n"

/** Breach planted in a small tree -> the rule that must catch it. */
const PLANTED: [name: string, files: Record<string, string>, rule: string][] = [
  ['core imports node', { 'core/a.ts': "import fs from 'node:fs'" }, 'core-alone'],
  ['core imports the server', { 'core/a.ts': "import { x } from '@madruga/server/x.ts'" }, 'core-alone'],
  ['core imports a package', { 'core/a.ts': "import { oc } from '@orpc/contract'" }, 'core-alone'],
  ['core reads the clock', { 'core/a.ts': 'export const now = () => Date.now()' }, 'core-pure'],
  ['core makes a date of now', { 'core/a.ts': 'export const now = () => new Date()' }, 'core-pure'],
  ['core throws dice', { 'core/a.ts': 'export const dice = () => Math.random()' }, 'core-pure'],
  ['core logs', { 'core/a.ts': "console.log('x')" }, 'core-pure'],
  ['core waits', { 'core/a.ts': 'setTimeout(() => {}, 1)' }, 'core-pure'],
  ['core reads the environment', { 'core/a.ts': 'export const x = process.env.X' }, 'core-pure'],
  ['a test reads the clock', { 'server/a.test.ts': 'export const now = Date.now()' }, 'test-time'],
  ['a test makes a date of now', { 'web/a.test.ts': 'export const now = new Date()' }, 'test-time'],
  ['a test waits blindly', { 'e2e/a.test.ts': 'await page.waitForTimeout(20)' }, 'test-time'],
  [
    'a test waits by a timer',
    { 'core/a.test.ts': 'await new Promise((next) => setTimeout(next, 20))' },
    'test-time',
  ],
  [
    'a test sleeps',
    { 'server/a.world.test.ts': "import { setTimeout } from 'node:timers/promises'" },
    'test-time',
  ],
  [
    'core reads now by Temporal',
    { 'core/a.ts': 'export const x = () => Temporal.Now.instant()' },
    'core-pure',
  ],
  ['web imports the server', { 'web/a.ts': "import { x } from '../server/x.ts'" }, 'web-core'],
  [
    'web bundles the contract',
    { 'web/a.ts': "import { contract } from '@madruga/core/contract.ts'" },
    'web-contract-types',
  ],
  [
    'server imports the market',
    { 'server/bot.ts': "import { x } from '@madruga/simulator/market.ts'" },
    'server-core',
  ],
  ['server imports the web', { 'server/bot.ts': "import { x } from '../web/x.ts'" }, 'server-core'],
  [
    'the market imports core',
    { 'simulator/a.ts': "import { x } from '@madruga/core/offers.ts'" },
    'market-alone',
  ],
  [
    'a folder entered past its entry',
    { 'core/b.ts': '', 'core/b/c.ts': '', 'core/a.ts': "import { x } from './b/c.ts'" },
    'doors',
  ],
  ['a room imports its door', { 'core/b.ts': '', 'core/b/c.ts': "import { x } from '../b.ts'" }, 'doors'],
  [
    'the ledger imports payments',
    { 'core/ledger/a.ts': "import { x } from '../payments.ts'", 'core/payments.ts': '' },
    'money-layers',
  ],
  [
    'payments of the server import subscriptions',
    {
      'server/money/payments/a.ts': "import { x } from '../subscriptions.ts'",
      'server/money/subscriptions.ts': '',
    },
    'money-layers',
  ],
  [
    'kit knows a word',
    { 'server/kit/a.ts': "import { x } from '../bot.ts'", 'server/bot.ts': '' },
    'kit-alone',
  ],
  [
    'a cycle of words',
    {
      'server/bot.ts': "import { x } from './log.ts'",
      'server/driver/log.ts': "import { x } from './bot.ts'",
    },
    'no-cycles',
  ],
  [
    'two files that import each other',
    { 'web/a.ts': "import { x } from './b.ts'", 'web/b.ts': "import { y } from './a.ts'" },
    'no-import-cycles',
  ],
  [
    'a circle of types alone',
    { 'web/a.ts': "import type { X } from './b.ts'", 'web/b.ts': "import type { Y } from './a.ts'" },
    'no-import-cycles',
  ],
  [
    'a circle of three files',
    {
      'web/a.ts': "export type { X } from './b.ts'",
      'web/b.ts': "import { x } from './c.ts'",
      'web/c.ts': "const a = () => import('./a.ts')",
    },
    'no-import-cycles',
  ],
  [
    'a comment wider than 110 columns',
    { 'web/a.ts': `/** ${'Says much. '.repeat(10)}*/\nexport const a = 1` },
    'comment-width',
  ],
  [
    'a variant compared by its name',
    { 'server/a.ts': "export const f = (v: string) => v === 'spark'" },
    'variants-described',
  ],
  [
    'a variant by its name in a query',
    { 'server/a/store.ts': "export const q = `select 1 from drivers where variant = 'amazon'`" },
    'variants-described',
  ],
  [
    'a variant where none was given',
    { 'core/filters/a.ts': "export const f = (v?: string) => v ?? 'amazon'" },
    'variants-described',
  ],
  ['a list of variants', { 'core/a.ts': "export const all = ['amazon', 'spark']" }, 'variants-described'],
  [
    'a second reader of the environment',
    { 'server/bot.ts': 'export const x = process.env.X' },
    'config-alone',
  ],
  [
    'a date formatted beside the one module',
    { 'web/a.ts': "export const f = new Intl.DateTimeFormat('en')" },
    'formats-alone',
  ],
  [
    'money formatted by a method',
    { 'server/a.ts': "export const f = (n: number) => n.toLocaleString('en')" },
    'formats-alone',
  ],
  [
    'a second writer of a table',
    {
      'server/db/tables.gen.ts': TABLES,
      'server/bot.ts': BOT,
      'server/jobs/store.ts': "k.updateTable('bots')",
    },
    'one-writer',
  ],
  [
    'a second writer in a statement',
    {
      'server/db/tables.gen.ts': TABLES,
      'server/bot.ts': BOT,
      'server/jobs/store.ts': 'sql`insert into bots (id) values (1)`',
    },
    'one-writer',
  ],
  [
    'a reader of another module’s table',
    {
      'server/db/tables.gen.ts': TABLES,
      'server/bot.ts': BOT,
      'server/jobs/store.ts': "k.selectFrom('bots as b')",
    },
    'own-tables',
  ],
  [
    'a join with another module’s table',
    {
      'server/db/tables.gen.ts': TABLES,
      'server/bot.ts': BOT,
      'server/jobs/store.ts': 'sql`select 1 from job_runs r join bots b on true`',
    },
    'own-tables',
  ],
  [
    'a list that names another module’s table',
    {
      'server/db/tables.gen.ts': TABLES,
      'server/bot.ts': BOT,
      'server/jobs/store.ts': 'sql`select 1 from job_runs r, bots b`',
    },
    'own-tables',
  ],
  [
    'a text that reads another module’s table',
    {
      'server/db/tables.gen.ts': TABLES,
      'server/bot.ts': BOT,
      'server/jobs/store.ts': "pool.query('select 1 from bots')",
    },
    'own-tables',
  ],
  [
    'a table without an owner',
    { 'server/db/tables.gen.ts': 'export type Tables = {\n  strays: object\n}\n' },
    'table-owners',
  ],
  [
    'a query outside of a store',
    { 'server/driver/blocks/release.ts': 'export const q = sql`select 1 from blocks`' },
    'sql-in-stores',
  ],
  [
    'a built query outside of a store',
    { 'server/driver/blocks.ts': "export const q = db.selectFrom('blocks')" },
    'sql-in-stores',
  ],
  [
    'a query as text outside of a store',
    { 'server/driver/blocks.ts': "pool.query('update blocks set state = $1')" },
    'sql-in-stores',
  ],
  ['a barrel', { 'core/index.ts': '' }, 'no-barrels'],
  ['a vague name', { 'core/a.ts': 'export class BotManager {}' }, 'plain-names'],
  ['a default export', { 'core/a.ts': 'export default 1' }, 'named-exports'],
  ['an enum', { 'core/a.ts': 'export enum A { B }' }, 'erasable'],
  ['a file too long', { 'core/a.ts': '\n'.repeat(301) }, 'file-size'],
  ['an area that outgrows its budget', { 'scripts/a.ts': '\n'.repeat(90_000) }, 'budget'],
  ['a component in kebab-case', { 'web/ui/my-button.tsx': '' }, 'file-names'],
]

for (const [name, files, rule] of PLANTED)
  test(`caught: ${name}`, () => {
    const rules = findBreaches(new Map(Object.entries(files))).map((breach) => breach.rule)
    assert.ok(rules.includes(rule), `expected ${rule}, found ${rules.join(', ') || 'nothing'}`)
  })

test('allowed: types from the entry, main starting the market, a contract declaring operations', () => {
  const files = {
    'core/b.ts': '',
    'core/b/c.ts': "import type { X } from '../b.ts'",
    'server/main.ts': "import { x } from '@madruga/simulator/market.ts'",
    'core/contract.ts': "import { oc } from '@orpc/contract'",
    'web/a.ts': "import type { contract } from '@madruga/core/contract.ts'",
  }
  assert.deepEqual(findBreaches(new Map(Object.entries(files))), [])
})

test('allowed: queries of stores, of the database itself and of tests', () => {
  const query = 'export const q = sql`select 1 from blocks`'
  const files = {
    'server/driver/blocks/store.ts': query,
    'server/driver/blocks/link-store.ts': query,
    'server/console/admin/store/drivers.ts': query,
    'server/db/migrate.ts': query,
    'server/driver/blocks.world.test.ts': query,
    'server/driver/blocks/find.ts': "export const words = ['select a station', 'update your filter']",
  }
  assert.deepEqual(findBreaches(new Map(Object.entries(files))), [])
})

test('allowed: a module’s own tables, drivers and stations, and locks on them', () => {
  const files = {
    'server/db/tables.gen.ts':
      'export type Tables = {\n  bots: object\n  drivers: object\n  stations: object\n}\n',
    'server/bot/start-store.ts':
      'sql`update bots b set phase = 1 from drivers d, stations s where true for update of d skip locked`',
  }
  assert.deepEqual(
    findBreaches(new Map(Object.entries(files))).filter(({ path: at }) => at !== 'server/db/tables.gen.ts'),
    [],
  )
})
