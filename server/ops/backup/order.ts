/** A table that refers to another one. */
type Reference = { from: string; to: string }

/**
 * Tables in an order in which each comes after those that it refers to, otherwise by name. Throws an Error
 * when some refer to each other in a circle.
 */
export function orderTables<T extends { name: string }>(
  tables: readonly T[],
  references: readonly Reference[],
): T[] {
  const ordered: T[] = []
  let left = tables
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name))
    const blocked = new Set(references.filter(({ to }) => waiting.has(to)).map(({ from }) => from))
    const next = left.filter(({ name }) => !blocked.has(name))
    if (next.length === 0)
      throw new Error(`tables refer to each other in a circle: ${[...waiting].join(', ')}`)
    ordered.push(...next)
    left = left.filter(({ name }) => blocked.has(name))
  }
  return ordered
}
