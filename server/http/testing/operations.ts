import { isContractProcedure } from '@orpc/contract'
import { contract } from '@madruga/core/contract.ts'
import { proposeFilter } from '@madruga/core/filters.ts'

/** One operation as a caller sees it. */
export type Operation = { name: string; method: string; route: string; access: string; hasInput: boolean }

/** Every operation of the contract, so that a new one is tested the day it is written. */
export function listOperations(node: object = contract, path: string[] = []): Operation[] {
  return Object.entries(node).flatMap(([name, child]: [string, object]) => {
    if (!isContractProcedure(child)) return listOperations(child, [...path, name])
    const { route, meta, inputSchema } = child['~orpc']
    return {
      name: [...path, name].join('.'),
      method: route.method ?? 'POST',
      route: `/api${route.path}`.replace('{variant}', 'amazon'),
      access: (meta as { access: string }).access,
      hasInput: inputSchema !== undefined,
    }
  })
}
const filter = proposeFilter('amazon', 'basic', 'America/New_York', ['s1'])
/** What each operation with an input takes. */
export const validBodies: Record<string, object> = {
  'accounts.signIn': { email: 'nobody@example.com', password: 'wrong' },
  'accounts.setLanguage': { language: 'en' },
  'filters.save': { baseVersion: 0, filter },
  'bot.start': { mode: 'regular', liveLog: true },
}
