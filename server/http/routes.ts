import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { isContractProcedure } from '@orpc/contract'
import { contract } from '@madruga/core/contract.ts'

/** Words of the frame and home: what their operations need travels with the first load, the rest with the screens that ask. */
const FIRST_WORDS = ['service', 'platforms', 'bot', 'log']
const FIRST_OPERATIONS = ['accounts.session', 'accounts.signIn', 'accounts.signOut', 'accounts.setLanguage']

/** Method and path of each operation by its dotted name. */
export type Routes = Record<string, `${string} ${string}`>

/** What the browser's client needs of the contract at run time, no schemas: for the first load, and for later. */
export function describeRoutes(): { first: Routes; more: Routes } {
  const all = Object.entries(contract).flatMap(([word, operations]) =>
    Object.entries(operations).map(([name, operation]: [string, object]) => {
      if (!isContractProcedure(operation)) throw new Error(`${word}.${name} is no operation`)
      const { method, path: route } = operation['~orpc'].route
      return [word, `${word}.${name}`, `${method} ${route}`] as const
    }),
  )
  const pick = (first: boolean) =>
    Object.fromEntries(
      all.filter(([word, name]) => isFirst(word, name) === first).map(([, name, route]) => [name, route]),
    ) as Routes
  return { first: pick(true), more: pick(false) }
}

function isFirst(word: string, name: string): boolean {
  return FIRST_WORDS.includes(word) || FIRST_OPERATIONS.includes(name)
}

/** Where each part is written. */
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
