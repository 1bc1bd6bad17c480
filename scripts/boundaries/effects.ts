import { Visitor } from 'oxc-parser'
import { isTest, lineAt, type Breach, type Source } from './source.ts'

/** What core must not use: the outside world, time and randomness are arguments. */
const WORLD = new Set([
  'process',
  'console',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'performance',
  'crypto',
  'localStorage',
  'window',
  'document',
  'globalThis',
  'require',
  'Buffer',
])

/** Tables whose rows another module may also write, and why. */
const SHARED_TABLES: Record<string, string> = {}

/**
 * Misplaced side effects: the outside world in core, the environment outside config, a second writer of a
 * table.
 */
export function effectBreaches(sources: readonly Source[]): Breach[] {
  return [
    ...sources.flatMap((source) => [...coreBreaches(source), ...environmentBreaches(source)]),
    ...writerBreaches(sources),
  ]
}

function coreBreaches(source: Source): Breach[] {
  if (!source.path.startsWith('core/') || isTest(source.path)) return []
  const found: Breach[] = []
  const say = (start: number, what: string) =>
    found.push({ path: source.path, line: lineAt(source.text, start), rule: 'core-pure', what })
  new Visitor({
    CallExpression(node) {
      const name = calleeName(node.callee)
      if (name === 'Date.now' || name === 'Math.random' || name.startsWith('Temporal.Now.'))
        say(node.start, `core calls ${name}`)
      if (WORLD.has(name.split('.')[0]!)) say(node.start, `core calls ${name}`)
    },
    NewExpression(node) {
      if (calleeName(node.callee) === 'Date' && node.arguments.length === 0)
        say(node.start, 'core reads the clock by new Date()')
    },
    MemberExpression(node) {
      if (node.object.type === 'Identifier' && node.object.name === 'process')
        say(node.start, 'core reads process')
    },
  }).visit(source.program)
  return found
}

function environmentBreaches(source: Source): Breach[] {
  const internals = source.path.split('/')[0]!
  // The entry programs pass the environment to config, the only module that reads it.
  const config = /^(server|simulator)\/((cards-)?main(\/admin)?\.ts|config(\.ts|\/))/.test(source.path)
  if ((internals !== 'server' && internals !== 'simulator') || config || isTest(source.path)) return []
  const found: Breach[] = []
  new Visitor({
    MemberExpression(node) {
      if (calleeName(node) === 'process.env')
        found.push({
          path: source.path,
          line: lineAt(source.text, node.start),
          rule: 'config-alone',
          what: 'reads the environment',
        })
    },
  }).visit(source.program)
  return found
}

const WRITE =
  /(?:insert\s+into|update(?!\s+set|\s+skip|\s+of)|delete\s+from)\s+([a-z_]+)(?=\s)|\.(?:insertInto|updateTable|deleteFrom|replaceInto)\(\s*'([a-z_]+)/g

/** Each table has one writer: the module that owns its rows. */
function writerBreaches(sources: readonly Source[]): Breach[] {
  const tables = new Set(
    sources.flatMap((source) =>
      source.path.endsWith('db/tables.gen.ts')
        ? [...source.text.matchAll(/^ {2}([a-z_]+): /gm)].map((m) => m[1]!)
        : [],
    ),
  )
  const writers = new Map<string, { word: string; path: string }>()
  const found: Breach[] = []
  for (const source of sources) {
    const word = /^server\/([a-z-]+)/.exec(source.path)?.[1]
    if (!word || isTest(source.path) || word === 'db') continue
    for (const match of source.text.matchAll(WRITE)) {
      const table = match[1] ?? match[2]!
      if (!tables.has(table) || table in SHARED_TABLES) continue
      const first = writers.get(table)
      if (!first) writers.set(table, { word, path: source.path })
      else if (first.word !== word)
        found.push({
          path: source.path,
          line: lineAt(source.text, match.index),
          rule: 'one-writer',
          what: `writes ${table}, which ${first.path} writes`,
        })
    }
  }
  return found
}

function calleeName(node: { type: string }): string {
  const one = node as {
    type: string
    name?: string
    object?: { type: string }
    property?: { type: string; name?: string }
    computed?: boolean
  }
  if (one.type === 'Identifier') return one.name ?? ''
  if (one.type === 'MemberExpression' && !one.computed && one.object && one.property?.name)
    return `${calleeName(one.object)}.${one.property.name}`
  return ''
}
