import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { longTest } from '../server/kit/testing.ts'
import { findBreaches, readTree } from './boundaries.ts'

/** A tree in which the recipe of CONTRIBUTING.md is followed: the product with one more module, `tips`. */
const ROOT = path.join(import.meta.dirname, '..')
const scratch = mkdtempSync(path.join(tmpdir(), 'recipe-'))
after(() => rmSync(scratch, { recursive: true }))

/** The module's own files. */
const OWN: Record<string, string> = {
  'core/contract/tips.ts': `import { z } from 'zod'
import { operationsOf } from './access.ts'

const own = operationsOf('driver', 'tips')

/** What drivers note of their tips. */
export const tips = {
  list: own
    .get('', 'Tips that the driver noted, newest first')
    .output(z.object({ tips: z.array(z.object({ id: z.int().positive(), cents: z.int().positive() })) })),
}
`,
  'server/db/migrations/9999_tips.sql': `-- expand
create table tips (
  id bigint primary key generated always as identity,
  driver_id text not null references drivers on delete cascade,
  cents integer not null,
  noted_at timestamptz not null
);
`,
  'server/driver/tips/store.ts': `import type { Kysely } from 'kysely'
import type { Timestamp } from '@madruga/core/time.ts'
import { deleteOlder } from '../../db.ts'
import type { Tables } from '../../db.ts'

/** The driver's tips, newest first. */
export async function readTips(db: Kysely<Tables>, driverId: string): Promise<{ id: number; cents: number }[]> {
  return await db
    .selectFrom('tips')
    .select(['id', 'cents'])
    .where('driver_id', '=', driverId)
    .orderBy('id', 'desc')
    .execute()
}

/** Deletes tips that were noted before \`before\`. */
export async function forgetTips(db: Kysely<Tables>, before: Timestamp): Promise<void> {
  await deleteOlder(db, { table: 'tips', column: 'noted_at' }, before)
}
`,
  'server/driver/tips.ts': `import type { Kysely } from 'kysely'
import type { Tables } from '../db.ts'
import { HALF_YEAR_MS } from '../jobs.ts'
import type { Clock } from '../kit/clock.ts'
import { defineModule, own } from '../module.ts'
import type { Handlers } from '../module.ts'
import { forgetTips, readTips } from './tips/store.ts'

type TipsDeps = { db: Kysely<Tables> }

/** The declaration of tips. */
export const tips = defineModule({
  tables: ['tips'],
  sections: [{ name: 'tips', from: 'tips', columns: 'id, cents, noted_at', key: [['id', 'bigint']] }],
  create: (parts: TipsDeps) => ({ tips: createTips(parts) }),
  handlers: (parts: { tips: Tips }): Pick<Handlers, 'tips'> => ({ tips: { list: own(parts.tips.listTips) } }),
  retention: ({ db, clock }: TipsDeps & { clock: Clock }) => [
    { tables: 'tips', forget: () => forgetTips(db, clock.now() - HALF_YEAR_MS) },
  ],
})

/** What drivers note of their tips. */
export type Tips = { listTips(driverId: string): ReturnType<Handlers['tips']['list']> }

/** Creates the tips. */
export function createTips({ db }: TipsDeps): Tips {
  return { listTips: async (driverId) => ({ tips: await readTips(db, driverId) }) }
}
`,
}

/** The files that know of it besides: an existing line, and what follows it. */
const REGISTERED: Record<string, readonly (readonly [line: string, more: string])[]> = {
  'core/contract.ts': [
    ["import { support } from './contract/support.ts'", "import { tips } from './contract/tips.ts'"],
    ['  support,', '  tips,'],
  ],
  'server/product.ts': [
    ["import { support } from './people/support.ts'", "import { tips } from './driver/tips.ts'"],
    ['  support,', '  tips,'],
  ],
}

/** A made-up language: the texts of English in a folder, and its line. */
const LANGUAGE = 'qx'
const LANGUAGES_FILE = 'core/words/languages.ts'
const LANGUAGE_LINE = `export { ${LANGUAGE} } from './${LANGUAGE}/language.ts'\n`

/** Run in the copy: what the product, once started, has of the module. */
const PROBE = `
import { enter } from './server/people/accounts/testing.ts'
import { startTestHttp } from './server/http/testing.ts'
import { listRetentions } from './server/module.ts'
import { putIntoWords } from './server/notify/words.ts'
import { MODULES, SECTIONS } from './server/product.ts'
const http = await startTestHttp()
const { call } = await enter(http)
const { status, body } = await call('GET', '/api/tips')
const { world } = http
const parts = { ...world, db: world.database.kysely, keepLogDays: 1, judgedAgainMs: 1 }
const retention = listRetentions(MODULES, parts).find(({ tables }) => tables === 'tips')
await retention.forget()
const { body: chosen } = await call('PUT', '/api/accounts/language', { language: '${LANGUAGE}' })
const content = { template: 'test', language: '${LANGUAGE}', timeZone: 'UTC', at: 0, params: {} }
const { language, title } = putIntoWords(content, 'http://localhost')
const made = [chosen.driver?.language, language, title]
console.log(JSON.stringify([status, body, SECTIONS.some(({ name }) => name === 'tips'), made]))
await http.stop()
`

const found: unknown[] = []
copyTree()
addLanguage()

test('a module of the server is registered in no more than two files', () => {
  assert.ok(Object.keys(REGISTERED).length <= 2)
  const recipe = /## Add a module\n(.*?)\n## /s.exec(
    readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8'),
  )![1]!
  for (const file of [
    ...Object.keys(OWN).filter((one) => !one.includes('migrations')),
    ...Object.keys(REGISTERED),
  ])
    assert.ok(recipe.includes(file), `${file} is not in the recipe`)
})

test('a module that is declared and listed serves, is removed by age, and is in the account file', () => {
  assert.deepEqual(probed().slice(0, 3), [200, { tips: [] }, true])
})

test('a language with a folder and a line is chosen by a driver and spoken to them', () => {
  assert.deepEqual(probed()[3], [LANGUAGE, LANGUAGE, 'Test message'])
})

test('the boundaries hold with it', () => {
  const changed = [...Object.keys(OWN), ...Object.keys(REGISTERED), 'server/db/tables.gen.ts']
  const files = readTree(ROOT)
  for (const file of changed.filter((one) => one.endsWith('.ts')))
    files.set(file, readFileSync(path.join(scratch, file), 'utf8'))
  // What is new raises the budget of its area, with a reason.
  const breaches = findBreaches(files).filter(({ rule }) => rule !== 'budget')
  assert.deepEqual(breaches, [])
})

longTest('it compiles, and not without its operations', () => {
  const config = { extends: './tsconfig.json', include: ['server/world.ts', 'core/words'] }
  writeFileSync(path.join(scratch, 'recipe.json'), JSON.stringify(config))
  compile()
  const file = path.join(scratch, 'server/product.ts')
  writeFileSync(file, readFileSync(file, 'utf8').replace('  tips,\n', ''))
  assert.throws(compile, ({ stdout }: { stdout: string }) => stdout.includes("Property 'tips' is missing"))
})

/** Copies what the server is made of, with packages that find this copy of each workspace. */
function copyTree(): void {
  for (const folder of ['core', 'scripts', 'server', 'simulator']) {
    const from = path.join(ROOT, folder)
    cpSync(from, path.join(scratch, folder), {
      recursive: true,
      filter: (file) => path.basename(file) !== 'node_modules',
    })
    const packages = path.join(from, 'node_modules')
    if (existsSync(packages)) symlinkSync(packages, path.join(scratch, folder, 'node_modules'))
  }
  for (const file of ['package.json', 'tsconfig.json'])
    cpSync(path.join(ROOT, file), path.join(scratch, file))
  const packages = path.join(scratch, 'node_modules')
  mkdirSync(path.join(packages, '@madruga'), { recursive: true })
  for (const name of readdirSync(path.join(ROOT, 'node_modules')))
    if (name !== '@madruga' && name !== '.cache')
      symlinkSync(path.join(ROOT, 'node_modules', name), path.join(packages, name))
  for (const name of ['core', 'server', 'simulator'])
    symlinkSync(path.join(scratch, name), path.join(packages, '@madruga', name))
  for (const [file, text] of Object.entries(OWN)) {
    mkdirSync(path.dirname(path.join(scratch, file)), { recursive: true })
    writeFileSync(path.join(scratch, file), text)
  }
  for (const [file, lines] of Object.entries(REGISTERED)) {
    let text = readFileSync(path.join(scratch, file), 'utf8')
    for (const [line, more] of lines) {
      assert.equal(text.split(`${line}\n`).length, 2, `${file} has one line ${line}`)
      text = text.replace(`${line}\n`, `${line}\n${more}\n`)
    }
    writeFileSync(path.join(scratch, file), text)
  }
}

/** What the product of the copy has, started once. */
function probed(): unknown[] {
  if (found.length === 0) {
    run('server/db/schema.ts')
    run('server/http/routes.ts')
    writeFileSync(path.join(scratch, 'probe.ts'), PROBE)
    found.push(...(JSON.parse(run('probe.ts').trim().split('\n').at(-1)!) as unknown[]))
  }
  return found
}

/** Follows the recipe of a language: a folder and a line. */
function addLanguage(): void {
  const folder = path.join(scratch, 'core/words', LANGUAGE)
  cpSync(path.join(ROOT, 'core/words/en'), folder, { recursive: true })
  const declaration = path.join(folder, 'language.ts')
  const english = readFileSync(declaration, 'utf8')
  writeFileSync(declaration, english.replace('export const en:', `export const ${LANGUAGE}:`))
  const list = readFileSync(path.join(ROOT, LANGUAGES_FILE), 'utf8')
  writeFileSync(path.join(scratch, LANGUAGES_FILE), list + LANGUAGE_LINE)
}

function compile(): string {
  return run('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'recipe.json')
}

function run(...args: string[]): string {
  return execFileSync(process.execPath, args, { cwd: scratch, encoding: 'utf8', stdio: 'pipe' })
}
