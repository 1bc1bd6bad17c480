import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { listOperations } from './operations.ts'

/** Routes of the frame and home are in the first load, the rest are loaded with the screens that use them. */
const FIRST_OPERATIONS = [
  'accounts.session',
  'accounts.setLanguage',
  'platforms.stations',
  'platforms.status',
  'bot.get',
  'bot.start',
  'bot.stop',
  'bot.today',
  'log.latest',
  'log.live',
]

/** Method and path of each operation by its dotted name. */
export type Routes = Record<string, `${string} ${string}`>

/**
 * What the browser's client needs of the contract at run time, without schemas: for the first load, and for
 * later.
 */
export function describeRoutes(): { first: Routes; more: Routes } {
  const all = listOperations().map(({ name, method, path: route }) => [name, `${method} ${route}`] as const)
  const pick = (first: boolean) =>
    Object.fromEntries(all.filter(([name]) => FIRST_OPERATIONS.includes(name) === first)) as Routes
  return { first: pick(true), more: pick(false) }
}

/** The output file of each part. */
export function routesFile(part: 'first' | 'more'): string {
  return path.join(import.meta.dirname, `../../core/contract/routes-${part}.gen.json`)
}

if (import.meta.main) {
  const routes = describeRoutes()
  for (const part of ['first', 'more'] as const) {
    writeFileSync(routesFile(part), `${JSON.stringify(routes[part], null, 2)}\n`)
    console.log(`wrote ${routesFile(part)}`)
  }
}
