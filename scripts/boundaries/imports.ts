import { isTest, roomOf } from './source.ts'
import type { Breach, Source } from './source.ts'

const MARKET = 'simulator'

/** Which workspace may import which: all arrows of the product point at core, and the market stands alone. */
function workspaceBreaches(source: Source): Breach[] {
  const internals = source.path.split('/')[0]!
  const found: Breach[] = []
  const say = (line: number, rule: string, what: string) =>
    found.push({ path: source.path, line, rule, what })
  for (const one of source.imports) {
    const target = one.to.split('/')[0]!
    if (internals === 'core' && !mayCoreImport(source.path, one))
      say(one.line, 'core-alone', `core imports ${one.to}: only core and zod are allowed there`)
    if (!one.inside) continue
    if (internals === 'web') sayWeb(source.path, one, (rule, what) => say(one.line, rule, what))
    if (internals === 'server' && !mayServerImport(source.path, target))
      say(one.line, 'server-core', `server imports ${one.to}: it meets the market over HTTP only`)
    if (internals === MARKET && target !== MARKET)
      say(one.line, 'market-alone', `the market imports ${one.to}: it knows nothing of us`)
  }
  return found
}

type Import = Source['imports'][number]

function sayWeb(path: string, one: Import, say: (rule: string, what: string) => void): void {
  if (!['web', 'core'].includes(one.to.split('/')[0]!))
    say('web-core', `web imports ${one.to}: only web and core are allowed there`)
  if (takesSchemas(path, one))
    say('web-contract-types', `web imports ${one.to} at run time: its schemas do not belong in the bundle`)
}

function mayCoreImport(path: string, { inside, to }: Import): boolean {
  if (isTest(path)) return true
  if (inside) return to.split('/')[0] === 'core'
  const contract = /^core\/contract(\.ts|\/)/.test(path)
  return to === 'zod' || (contract && to === '@orpc/contract')
}

function takesSchemas(path: string, { to, isType }: Import): boolean {
  return /^core\/contract(\.ts|\/(?!.*\.json$))/.test(to) && !isType && !isTest(path)
}

function mayServerImport(path: string, target: string): boolean {
  if (target === 'server' || target === 'core') return true
  return target === MARKET && (isTest(path) || /^server\/main(\.ts|\/)/.test(path))
}

/**
 * A folder is imported through its entry (`x.ts` beside `x/`), and an internal file takes only types from its
 * own entry.
 */
function entryBreaches(source: Source, paths: ReadonlySet<string>): Breach[] {
  const found: Breach[] = []
  for (const one of source.imports) {
    if (!one.inside || one.to.endsWith('.json')) continue
    for (const entry of entriesOf(one.to, paths)) {
      const folder = entry.replace(/\.tsx?$/, '/')
      const outside = !source.path.startsWith(folder) && source.path !== entry
      if (outside && !isTest(source.path) && !isTest(one.to))
        found.push({
          path: source.path,
          line: one.line,
          rule: 'doors',
          what: `imports ${one.to} past its entry ${entry}`,
        })
    }
    const ownEntry = entriesOf(source.path, paths).includes(one.to)
    if (ownEntry && !one.isType && !isTest(source.path))
      found.push({
        path: source.path,
        line: one.line,
        rule: 'doors',
        what: `an internal file imports its own entry ${one.to} at run time`,
      })
  }
  return found
}

/** Every existing entry above a path, outermost first. Tests, main programs and data have none. */
function entriesOf(filePath: string, paths: ReadonlySet<string>): string[] {
  const parts = filePath.split('/')
  const entries: string[] = []
  for (let depth = 2; depth < parts.length; depth++) {
    const folder = parts.slice(0, depth).join('/')
    for (const entry of [`${folder}.ts`, `${folder}.tsx`])
      if (paths.has(entry) && entry !== filePath) entries.push(entry)
  }
  return entries
}

/** The rooms of the server form no cycle, and kit imports none of them. */
function roomBreaches(sources: readonly Source[]): Breach[] {
  const edges = new Map<string, Map<string, { path: string; line: number }>>()
  const found: Breach[] = []
  for (const source of sources) {
    const from = roomOf(source.path)
    if (!from) continue
    for (const one of source.imports) {
      const to = one.inside ? roomOf(one.to) : null
      if (!to || to === from) continue
      if (from === 'kit')
        found.push({ path: source.path, line: one.line, rule: 'kit-alone', what: `kit imports ${one.to}` })
      if (one.isType) continue
      if (!edges.has(from)) edges.set(from, new Map())
      edges.get(from)!.set(to, { path: source.path, line: one.line })
    }
  }
  for (const cycle of findCycles(edges)) {
    const place = edges.get(cycle[0]!)!.get(cycle[1]!)!
    found.push({
      ...place,
      rule: 'no-cycles',
      what: `rooms of the server form a cycle: ${cycle.join(' -> ')}`,
    })
  }
  return found
}

function findCycles(edges: ReadonlyMap<string, ReadonlyMap<string, unknown>>): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const walk = (module: string, trail: string[]) => {
    const at = trail.indexOf(module)
    if (at >= 0) return void cycles.push([...trail.slice(at), module])
    if (done.has(module)) return
    for (const next of edges.get(module)?.keys() ?? []) walk(next, [...trail, module])
    done.add(module)
  }
  for (const module of edges.keys()) walk(module, [])
  return cycles
}

/** The modules of money, each above those before it. */
const MONEY = ['payers', 'ledger', 'invoices', 'payments', 'subscriptions', 'billing']

/** The rank of a file's module of money; -1 for other modules. */
function layerOf(filePath: string): number {
  return MONEY.indexOf(roomOf(filePath) ?? /^core\/([a-z-]+)/.exec(filePath)?.[1] ?? '')
}

/** A module of money imports nothing from one above it; types may cross. */
function layerBreaches(source: Source): Breach[] {
  const layer = layerOf(source.path)
  if (layer < 0 || isTest(source.path)) return []
  return source.imports
    .filter((one) => one.inside && !one.isType && layerOf(one.to) > layer)
    .map(({ to, line }) => ({
      path: source.path,
      line,
      rule: 'money-layers',
      what: `imports ${to}, which stands above it: take what is needed as an argument`,
    }))
}

/** Every breach of the import rules among these files. */
export function importBreaches(sources: readonly Source[]): Breach[] {
  const paths = new Set(sources.map((source) => source.path))
  return [
    ...sources.flatMap((source) => [
      ...workspaceBreaches(source),
      ...entryBreaches(source, paths),
      ...layerBreaches(source),
    ]),
    ...roomBreaches(sources),
  ]
}

/** Files that import each other in a circle, by types alone too: none can be read before the others. */
export function cycleBreaches(sources: readonly Source[]): Breach[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  return findKnots(byPath).map((knot) => {
    const first = byPath.get(knot.toSorted()[0]!)!
    const line = first.imports.find((one) => one.inside && knot.includes(one.to))?.line ?? 1
    const what = `files import each other in a circle: ${knot.toSorted().join(', ')}`
    return { path: first.path, line, rule: 'no-import-cycles', what }
  })
}

/** Sets of files each of which imports all others, directly or through others of the set (Tarjan). */
function findKnots(byPath: ReadonlyMap<string, Source>): string[][] {
  const found: string[][] = []
  const visits = new Map<string, { order: number; lowest: number }>()
  const trail: string[] = []
  const visit = (path: string): { order: number; lowest: number } => {
    const mine = { order: visits.size, lowest: visits.size }
    visits.set(path, mine)
    trail.push(path)
    for (const { to, inside } of byPath.get(path)!.imports) {
      if (!inside || !byPath.has(to)) continue
      const known = visits.get(to)
      if (known === undefined) mine.lowest = Math.min(mine.lowest, visit(to).lowest)
      else if (trail.includes(to)) mine.lowest = Math.min(mine.lowest, known.order)
    }
    if (mine.lowest === mine.order) {
      const knot = trail.splice(trail.indexOf(path))
      if (knot.length > 1) found.push(knot)
    }
    return mine
  }
  for (const path of byPath.keys()) if (!visits.has(path)) visit(path)
  return found
}
