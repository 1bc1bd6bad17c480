import { LANGUAGES } from '@madruga/core/languages.ts'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { downloads, DOWNLOADS_PATH } from '@madruga/core/contract.ts'
import { ERROR_CODES } from '@madruga/core/errors.ts'
import { PLANS } from '@madruga/core/plans.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { VARIANTS } from '@madruga/core/variants.ts'
import { runCommand } from '../../server/console/admin/command.ts'
import { VARIABLES } from '../../server/config/variables.ts'
import { listOperations } from '../../server/http/operations.ts'
import { writeOpenApi } from '../../server/http/openapi.ts'
import { startTestHttp } from '../../server/http/testing.ts'
import type { TestHttp } from '../../server/http/testing.ts'
import { listEncryptedColumns } from '../../server/ops/keys.ts'
import { listRetentions } from '../../server/module.ts'
import { MODULES, SECTIONS } from '../../server/product.ts'
import { readSource, readTree } from '../boundaries.ts'
import { ownersOf } from '../boundaries/tables.ts'

/**
 * Writes docs/surface.txt: everything of the product that can be seen from outside, a line each, sorted. A
 * change that only moves code leaves the file as it is; a test compares it.
 */
const ROOT = path.join(import.meta.dirname, '../..')
export const SURFACE_FILE = path.join(ROOT, 'docs/surface.txt')

/** The surface of this tree as text: sections by name, and what is in them. */
export async function describeSurface(): Promise<string> {
  const sections = { ...(await describeServer()), ...(await describeWeb()) }
  return Object.entries(sections)
    .map(([name, lines]) => `## ${name}\n${lines.toSorted().join('\n')}\n`)
    .join('\n')
}

async function describeServer(): Promise<Record<string, string[]>> {
  const http = await startTestHttp({ config: { role: 'all', metricsToken: 'token' } })
  try {
    const { world } = http
    return {
      operations: await describeOperations(),
      downloads: Object.entries(downloads).map(
        ([name, { type, ...more }]) =>
          `GET ${DOWNLOADS_PATH}${name}: ${type}, ${'access' in more ? more.access : 'driver'}`,
      ),
      errors: [...ERROR_CODES],
      jobs: world.recurring.map(
        ({ name, everyMs, asksOutside }) => `${name}: ${everyMs} ms${asksOutside ? ', asks outside' : ''}`,
      ),
      'removed by age': listRetentions(MODULES, {
        ...world,
        db: world.database.kysely,
        keepLogDays: 1,
        judgedAgainMs: 1,
      }).map(({ tables }) => tables),
      'sections of the account file': SECTIONS.map(
        ({ name, from, columns, key }) =>
          `${name}: ${inOneLine(columns)} from ${inOneLine(from)} by ${key.map(([column]) => column).join(', ')}`,
      ),
      'owners of tables': describeOwners(),
      'encrypted columns': listEncryptedColumns(world.database.kysely).map(({ name }) => name),
      metrics: await describeMetrics(http),
      settings: describeValue('', DEFAULT_SETTINGS),
      variables: Object.entries(VARIABLES).map(
        ([name, { allowed, standard }]) => `${name}: ${allowed}; ${standard}`,
      ),
      commands: [...(await describeCommands()), ...describeScripts()],
    }
  } finally {
    await http.stop()
  }
}

function describeOwners(): string[] {
  const sources = [...readTree(ROOT)].map(([file, text]) => readSource(file, text))
  return [...ownersOf(sources)].map(([table, owner]) => `${table}: ${owner}`)
}

/** Each with its access and a digest of what OpenAPI says of it. */
async function describeOperations(): Promise<string[]> {
  const { paths = {} } = await writeOpenApi('', { session: '', xsrf: '' })
  const described = new Map(
    Object.values(paths).flatMap((item) =>
      Object.values(item ?? {}).map((operation) => [
        (operation as { operationId?: string }).operationId,
        createHash('sha256').update(JSON.stringify(operation)).digest('hex').slice(0, 12),
      ]),
    ),
  )
  return listOperations().map(({ name, method, path: route, access, stepUp, whileSuspended, bodyKb }) => {
    const conditions = [access, stepUp && 'step-up', whileSuspended && 'while suspended', `${bodyKb} KB`]
    return `${name}: ${method} ${route}, ${conditions.filter(Boolean).join(', ')}, ${described.get(name)}`
  })
}

async function describeMetrics({ url }: TestHttp): Promise<string[]> {
  const page = await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer token' } })
  return [...(await page.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(
    ([, name, type]) => `${name}: ${type}`,
  )
}

function unused(): never {
  throw new Error('help opens and asks nothing')
}

async function describeCommands(): Promise<string[]> {
  const lines: string[] = []
  await runCommand(
    ['help'],
    {
      say: (line) => void lines.push(line),
      complain: unused,
      askSecret: unused,
      readAll: unused,
      isPerson: false,
    },
    { openOperatorTools: unused, openMaintenance: unused },
  )
  return lines
    .filter((line) => line.startsWith('  '))
    .map((line) => `admin ${line.trim().replace(/ {2,}/, ': ')}`)
}

function describeScripts(): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  return Object.keys(scripts).map((name) => `npm run ${name}`)
}

type MenuItem = { title: string; screen: string }
type Menu = (driver: object, current?: string | null) => readonly MenuItem[]

/** The web's own types need a browser's, which nothing else here has: these are imported without them. */
async function importWeb<T>(file: string): Promise<T> {
  return (await import(path.join(ROOT, 'web', file))) as T
}

function place({ title, screen }: MenuItem): string {
  return `${title} /${screen}`
}

async function describeWeb(): Promise<Record<string, string[]>> {
  const { SCREENS } = await importWeb<{ SCREENS: Record<string, { title: string; guarded: boolean }> }>(
    'screens/table.ts',
  )
  const { menuOf } = await importWeb<{ menuOf: Menu }>('screens/shell/menu-items.ts')
  const { alsoOf, beyondOf } = await importWeb<{ alsoOf: Menu; beyondOf: Menu }>('screens/shell/menu-more.ts')
  const { first: en } = await LANGUAGES.en.first()
  const { first: es } = await LANGUAGES.es.first()
  const describeMenu = (name: string, driver: object, current: string | null = null) =>
    Object.entries({ menu: menuOf, also: alsoOf, beyond: beyondOf }).flatMap(([part, list]) => {
      const places = list(driver, current).map(place)
      return places.length > 0 ? [`${name}, ${part}: ${places.join(', ')}`] : []
    })
  return {
    screens: Object.entries(SCREENS).map(
      ([address, { title, guarded }]) =>
        `/${address}: ${en[title]} | ${es[title]}, ${guarded ? 'with a session' : 'open'}`,
    ),
    menus: VARIANTS.flatMap((app) => [
      ...PLANS.flatMap((plan) => describeMenu(`${app} ${plan}`, { app, plan })),
      ...describeMenu(`${app}, operator`, { app, plan: 'basic', role: 'operator' }),
      ...describeMenu(`${app}, operator who drives`, { app, plan: 'basic', role: 'operator' }, 'home'),
    ]),
    chunks: describeChunks(),
  }
}

/** Vite alone can load its configuration, so that the names are read from the text. */
function describeChunks(): string[] {
  const text = readFileSync(path.join(ROOT, 'web/vite.config.ts'), 'utf8')
  const [, journeys = ''] = /const JOURNEYS = \{(.*?)\n\}/s.exec(text) ?? []
  return [...text.matchAll(/\{ name: '([\w-]+)', test:/g), ...journeys.matchAll(/^ {2}(\w+): /gm)].map(
    ([, name = '']) => name,
  )
}

/** A line for each value of an object within objects, by its path. */
function describeValue(at: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${at}: ${JSON.stringify(value)}`]
  return Object.entries(value).flatMap(([key, each]) => describeValue(at === '' ? key : `${at}.${key}`, each))
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

if (import.meta.main) writeFileSync(SURFACE_FILE, await describeSurface())
