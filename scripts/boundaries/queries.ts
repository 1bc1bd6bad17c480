import { Visitor } from 'oxc-parser'
import { isTest, lineAt, type Breach, type Source } from './source.ts'

/**
 * One statement, or part of one, as written in a file. The `text` of a `built` one is a table, and `writes`
 * says whether it changes rows.
 */
export type Query = { text: string; start: number; built: boolean; writes: boolean }

const WRITERS = new Set(['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'mergeInto'])
const READERS = new Set([
  'selectFrom',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
  'innerJoinLateral',
  'leftJoinLateral',
])
/** The start of a statement passed as text to the database driver, like `pool.query` takes it. */
const STATEMENT =
  /^\s*(?:with\s+[a-z_]+\s+as\s*\(|select\s[^]*\sfrom\s|insert\s+into\s|update\s+[a-z_]+\s[^]*\bset\s|delete\s+from\s)/

/** SQL outside of a module's store: code that decides or acts must call a named function. */
export function queryBreaches(sources: readonly Source[]): Breach[] {
  return sources.flatMap((source) =>
    mayQuery(source.path)
      ? []
      : findQueries(source).map(({ start }) => ({
          path: source.path,
          line: lineAt(source.text, start),
          rule: 'sql-in-stores',
          what: 'a query outside of a store: make it a named function in `store.ts` or `…-store.ts`',
        })),
  )
}

/**
 * Every statement of a file of the server: `sql` templates, calls of the query builder (`built`, one for each
 * table that it names) and texts.
 */
export function findQueries(source: Source): Query[] {
  if (!source.path.startsWith('server/')) return []
  const found: Query[] = []
  const addText = (text: string, start: number) => {
    if (STATEMENT.test(text)) found.push({ text, start, built: false, writes: false })
  }
  const templated = new Set<number>()
  new Visitor({
    TaggedTemplateExpression({ tag, quasi, start }) {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return
      templated.add(quasi.start)
      found.push({ text: joinQuasis(quasi), start, built: false, writes: false })
    },
    TemplateLiteral(node) {
      if (!templated.has(node.start)) addText(joinQuasis(node), node.start)
    },
    Literal(node) {
      if (typeof node.value === 'string') addText(node.value, node.start)
    },
    CallExpression({ callee, arguments: given, start }) {
      if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
        return
      const writes = WRITERS.has(callee.property.name)
      if (!writes && !READERS.has(callee.property.name)) return
      for (const text of tablesNamed(given[0])) found.push({ text, start, built: true, writes })
    },
  }).visit(source.program)
  return found
}

/** Stores hold queries, `server/db` and tests too. */
function mayQuery(filePath: string): boolean {
  if (isTest(filePath)) return true
  return /(^|[/-])store\.ts$|\/store\//.test(filePath) || /^server\/db(\.ts|\/)/.test(filePath)
}

function joinQuasis(node: { quasis: { value: { raw: string } }[] }): string {
  return node.quasis.map((quasi) => quasi.value.raw).join(' ? ')
}

/** `'bots as b'` and lists of such; a subquery names its tables itself. */
function tablesNamed(argument: { type: string } | undefined): string[] {
  const node = argument as { type: string; value?: unknown; elements?: ({ type: string } | null)[] }
  if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value.split(' ')[0]!]
  if (node?.type === 'ArrayExpression')
    return node.elements!.flatMap((each) => tablesNamed(each ?? undefined))
  return []
}
