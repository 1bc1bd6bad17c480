import type { Catalogue, ColumnRule, Constraint } from './testing-catalogue.ts'

/** What a migration may do: only add, or also remove what a release and all later ones no longer name. */
export type MigrationKind = { kind: 'expand' } | { kind: 'contract'; release: string }

/** The first migration that states its kind. */
export const FIRST_STATED = '0022'

/** The kind that a migration's first line states; null = it states none. */
export function kindOf(sql: string): MigrationKind | null {
  if (sql.startsWith('-- expand\n')) return { kind: 'expand' }
  const release = /^-- contract: from (\d+\.\d+\.\d+)\n/.exec(sql)?.[1]
  return release === undefined ? null : { kind: 'contract', release }
}

/** Everything in an expand migration that code written for the schema before it does not bear. */
export function expandBreaches(before: Catalogue, after: Catalogue, sql: string): string[] {
  return [
    ...removedNames(before, after).map((name) => `removes ${name}`),
    ...columnBreaches(before, after),
    ...constraintBreaches(before, after),
    ...uniqueBreaches(before, after),
    ...[...before.helpers].filter((name) => !after.helpers.has(name)).map((name) => `removes ${name}`),
    ...rowBreaches(before, sql),
  ]
}

/** Names that a contract migration removes although the release still has them in its code. */
export function contractBreaches(before: Catalogue, after: Catalogue, named: ReadonlySet<string>): string[] {
  return removedNames(before, after)
    .filter((name) => named.has(name))
    .map((name) => `removes ${name}, which that release names`)
}

/** `table` and `table.column` of a catalogue. */
export function namesOf({ tables }: Catalogue): string[] {
  return [...tables].flatMap(([table, columns]) => [
    table,
    ...[...columns.keys()].map((column) => `${table}.${column}`),
  ])
}

function removedNames(before: Catalogue, after: Catalogue): string[] {
  const left = new Set(namesOf(after))
  return namesOf(before).filter((name) => !left.has(name))
}

function columnBreaches(before: Catalogue, after: Catalogue): string[] {
  const found: string[] = []
  for (const [table, columns] of after.tables) {
    const old = before.tables.get(table)
    if (old === undefined) continue
    for (const [column, now] of columns) {
      const breach = columnBreach(old.get(column), now)
      if (breach !== null) found.push(`${table}.${column} ${breach}`)
    }
  }
  return found
}

function columnBreach(was: ColumnRule | undefined, now: ColumnRule): string | null {
  if (was === undefined)
    return now.needed && !now.hasDefault ? 'is new, not null and without a default' : null
  if (was.type !== now.type) return `changes its type from ${was.type} to ${now.type}`
  if (now.needed && !was.needed) return 'may no longer be null'
  return was.hasDefault && !now.hasDefault ? 'loses its default' : null
}

/** A rule binds old code if it is over a column that old code writes. */
const bindsOld = (before: Catalogue, { table, columns }: Constraint): boolean => {
  const old = before.tables.get(table)
  return old !== undefined && (columns.length === 0 || columns.some((column) => old.has(column)))
}

function constraintBreaches(before: Catalogue, after: Catalogue): string[] {
  return after.constraints
    .filter((now) => bindsOld(before, now))
    .filter((now) => {
      const same = before.constraints.filter((was) => was.table === now.table)
      if (same.some((was) => was.definition === now.definition)) return false
      return !same.some((was) => was.name === now.name && widens(was.definition, now.definition))
    })
    .map(({ table, name }) => `narrows ${table} by ${name}`)
}

const LIST = /ARRAY\[(.*)\]/

/** Whether the second is the first `or` more, or both list allowed values, all of the first in the second. */
function widens(was: string, now: string): boolean {
  if (now.startsWith(`${was.replace(/^CHECK \(/, '$&(').slice(0, -1)} OR `)) return true
  const allowed = new Set(valuesOf(now))
  return was.replace(LIST, '') === now.replace(LIST, '') && valuesOf(was).every((value) => allowed.has(value))
}

function valuesOf(definition: string): string[] {
  return LIST.exec(definition)?.[1]?.split(', ') ?? []
}

function uniqueBreaches(before: Catalogue, after: Catalogue): string[] {
  const lost = before.uniques
    .filter(
      (was) => !after.uniques.some((now) => now.table === was.table && now.definition === was.definition),
    )
    .filter(({ table }) => after.tables.has(table))
    .map(({ table, name }) => `removes ${name} of ${table}, by which rows in conflict are found`)
  const added = after.uniques
    .filter(({ table }) => before.tables.has(table))
    .filter(
      (now) => !before.uniques.some((was) => was.table === now.table && was.definition === now.definition),
    )
    .filter(({ table, columns }) => !columns.some((column) => isLeftNull(before, after, table, column)))
    .map(({ table, name }) => `narrows ${table} by ${name}`)
  return [...lost, ...added]
}

/** A new column that old code leaves null: nulls are in no conflict. */
function isLeftNull(before: Catalogue, after: Catalogue, table: string, column: string): boolean {
  const now = after.tables.get(table)?.get(column)
  return before.tables.get(table)?.has(column) === false && now?.needed === false && !now.hasDefault
}

const CHANGE = /\b(update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?(\w+)([^;]*)/gi

/** Rows of old tables that the statements change in columns which old code reads, or delete. */
function rowBreaches(before: Catalogue, sql: string): string[] {
  const text = sql.replaceAll(/--.*$/gm, '').replaceAll(/'(?:[^']|'')*'/g, "''")
  return [...text.matchAll(CHANGE)].flatMap(([, verb = '', table = '', rest = '']) => {
    const old = before.tables.get(table)
    if (old === undefined || isPartOfAnother(rest, verb)) return []
    if (!/^update/i.test(verb)) return [`deletes rows of ${table}`]
    return assigned(rest)
      .filter((column) => old.has(column))
      .map((column) => `changes ${table}.${column} of rows`)
  })
}

/** `for update of` and triggers name tables after the same words. */
function isPartOfAnother(rest: string, verb: string): boolean {
  return /^update/i.test(verb) && !/\bset\b/i.test(rest)
}

/** The columns that a `set` clause assigns. */
function assigned(rest: string): string[] {
  let clause = rest.slice(rest.search(/\bset\b/i) + 3)
  // What stands in brackets assigns nothing; its commas would seem to.
  while (/=[^=]*\([^()]*\)/.test(clause)) clause = clause.replace(/(=[^=]*)\([^()]*\)/, '$1')
  const [before = ''] = clause.split(/\b(?:from|where|returning)\b/i)
  return [...before.matchAll(/(?:^|,|\()\s*(\w+)\s*(?==|,|\))/g)].map(([, column = '']) => column)
}
