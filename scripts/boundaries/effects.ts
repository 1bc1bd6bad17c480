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

/** Misplaced effects: in core, the environment outside config, formatters outside core, time in tests. */
export function effectBreaches(sources: readonly Source[]): Breach[] {
  return sources.flatMap((source) => [
    ...coreBreaches(source),
    ...environmentBreaches(source),
    ...formatBreaches(source),
    ...testBreaches(source),
  ])
}

/** The modules that make `Intl` formatters: every screen, mail and document says dates and money alike. */
const FORMATTERS = ['core/formats.ts', 'core/time.ts']

function formatBreaches(source: Source): Breach[] {
  if (FORMATTERS.includes(source.path) || isTest(source.path)) return []
  const found: Breach[] = []
  const say = (start: number, name: string) =>
    found.push({
      path: source.path,
      line: lineAt(source.text, start),
      rule: 'formats-alone',
      what: `formats by ${name}; core/formats.ts does`,
    })
  new Visitor({
    NewExpression(node) {
      const name = calleeName(node.callee)
      if (name.startsWith('Intl.')) say(node.start, name)
    },
    CallExpression(node) {
      const name = calleeName(node.callee)
      if (
        /[.]toLocale(Date|Time)?String$/.test(name) ||
        (name.startsWith('Intl.') && name !== 'Intl.supportedValuesOf')
      )
        say(node.start, name)
    },
  }).visit(source.program)
  return found
}

/** A busy machine and another hour change nothing: tests wait by `until` and tell the time by `realNow`. */
function testBreaches(source: Source): Breach[] {
  if (!/\.test\.tsx?$/.test(source.path)) return []
  const found: Breach[] = []
  const say = (line: number, what: string) =>
    found.push({ path: source.path, line, rule: 'test-time', what: `${what}: use server/kit/testing.ts` })
  const lineOf = (node: { start: number }) => lineAt(source.text, node.start)
  for (const { to, line } of source.imports) if (to === 'node:timers') say(line, 'imports a timer')
  new Visitor({
    CallExpression(node) {
      const name = calleeName(node.callee)
      if (name === 'Date.now' || name.endsWith('.waitForTimeout')) say(lineOf(node), `calls ${name}`)
    },
    NewExpression(node) {
      const [first] = node.arguments
      const name = calleeName(node.callee)
      if (name === 'Date' && first === undefined) say(lineOf(node), 'reads the clock by new Date()')
      if (name !== 'Promise' || first?.type !== 'ArrowFunctionExpression') return
      const { body } = first
      if (body.type === 'CallExpression' && calleeName(body.callee) === 'setTimeout')
        say(lineOf(node), 'waits by a timer')
    },
  }).visit(source.program)
  return found
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
