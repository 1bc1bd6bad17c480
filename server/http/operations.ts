import { isContractProcedure } from '@orpc/contract'
import { contract } from '@madruga/core/contract.ts'
import type { OperationMeta } from '@madruga/core/contract.ts'

/** One operation of the contract: its dotted name, its route, its access, and its body limit. */
export type Operation = OperationMeta & { name: string; method: string; path: string }

/** Every operation of the contract. */
export function listOperations(): Operation[] {
  return Object.entries(contract).flatMap(([module, operations]) =>
    Object.entries(operations).map(([name, operation]: [string, object]) => {
      if (!isContractProcedure(operation)) throw new Error(`${module}.${name} is no operation`)
      const { meta, route } = operation['~orpc']
      const { method = 'POST', path = '' } = route
      return { ...(meta as OperationMeta), name: `${module}.${name}`, method, path }
    }),
  )
}

/**
 * Finds the operation of a method and a path under `/api`, or null. It runs before the body is read, so that
 * strangers are rejected first and no one sends more than the operation accepts. The router looks it up
 * again; if the two disagree, nothing runs.
 */
export function createFinder(): (method: string, path: string) => Operation | null {
  const byShape = new Map<string, { operation: Operation; parts: string[] }[]>()
  for (const operation of listOperations()) {
    const parts = operation.path.split('/').slice(1)
    const shape = `${operation.method} ${parts.length}`
    byShape.set(shape, [...(byShape.get(shape) ?? []), { operation, parts }])
  }
  // A literal part before a parameter: `/filters/presets` before `/filters/{variant}`.
  for (const alike of byShape.values())
    alike.sort((left, right) => compareText(pattern(left.parts), pattern(right.parts)))
  return (method, path) => {
    const given = path.split('/').slice(1)
    if (given.length > 1 && given.at(-1) === '') given.pop()
    const alike = byShape.get(`${method} ${given.length}`) ?? []
    return (
      alike.find(({ parts }) => parts.every((part, at) => fits(part, given[at] ?? '')))?.operation ?? null
    )
  }
}

function fits(part: string, given: string): boolean {
  return isFilled(part) ? given !== '' : part === given
}

function isFilled(part: string): boolean {
  return part.startsWith('{')
}

function pattern(parts: readonly string[]): string {
  return parts.map((part) => (isFilled(part) ? '1' : '0')).join('')
}

function compareText(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
