import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { isContractProcedure } from '@orpc/contract'
import { contract } from '@madruga/core/contract.ts'

const FILE = path.join(import.meta.dirname, '../../core/contract/routes.gen.json')

type Routes = { [name: string]: Routes | { '~orpc': { errorMap: object; meta: object; route: object } } }

/** What the browser's client needs of the contract at run time: method and path of each operation, no schemas. */
export function describeRoutes(node: object = contract): Routes {
  return Object.fromEntries(
    Object.entries(node).map(([name, child]: [string, object]) => {
      if (!isContractProcedure(child)) return [name, describeRoutes(child)]
      const { method, path: route } = child['~orpc'].route
      return [name, { '~orpc': { errorMap: {}, meta: {}, route: { method, path: route } } }]
    }),
  )
}

if (import.meta.main) {
  writeFileSync(FILE, `${JSON.stringify(describeRoutes(), null, 2)}\n`)
  console.log(`wrote ${FILE}`)
}
