/**
 * Of what the build makes, the parts that a first page needs; the budget weighs them, the service worker
 * keeps them.
 */

/** What the first page of a signed-in driver needs, besides the entry. */
export const FIRST_SCREEN = 'screens/bot/Home.tsx'
export const LANGUAGES = ['i18n/en.ts', 'i18n/es.ts']
/**
 * What home opens without asking the network: its cards, why a start was refused, the menu, and the list that
 * it leads to.
 */
export const FRAME = [
  'late-screens.ts',
  'screens/bot/DayCards.tsx',
  'screens/bot/Refusal.tsx',
  'screens/bot/StateNote.tsx',
  'screens/shell/Menu.tsx',
  'ui/SideDrawer.tsx',
]

/** One row of Vite's manifest. */
export type Chunk = {
  file: string
  src?: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
  /** The parts that it asks for in its own time. */
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}

/** The chunks that a page begins with. */
export function entriesOf(manifest: Record<string, Chunk>): string[] {
  return Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
}

/** The files that come with some chunks: themselves, what they import, their styles. */
export function closure(manifest: Record<string, Chunk>, keys: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of keys) visit(key)
  return files
}

/**
 * For every part that is asked for later: the files that are there already, whichever way it is reached. The
 * page begins with its entries; a part is asked for by one that stands, or by what that one imports, so the
 * files that all of its askers have are there.
 */
export function filesBefore(manifest: Record<string, Chunk>): Map<string, Set<string>> {
  const entries = entriesOf(manifest)
  const late = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && !entries.includes(key))
  const own = new Map([...entries, ...late].map((key) => [key, closure(manifest, [key])]))
  const askers = askersOf(manifest, own)
  // Begins with "all is there" and takes away until nothing changes: parts that ask for each other do not
  // hide each other.
  const all = new Set(Object.keys(manifest).flatMap((key) => [...closure(manifest, [key])]))
  const before = new Map(late.map((key) => [key, all]))
  for (let changed = true; changed;) {
    changed = false
    for (const key of late) {
      const there = (askers.get(key) ?? entries)
        .map((asker) => new Set([...own.get(asker)!, ...(before.get(asker) ?? [])]))
        .reduce((some, others) => new Set([...some].filter((file) => others.has(file))))
      changed ||= there.size < before.get(key)!.size
      before.set(key, there)
    }
  }
  return before
}

/** For every part: the entries and parts whose files ask for it. */
function askersOf(manifest: Record<string, Chunk>, own: Map<string, Set<string>>): Map<string, string[]> {
  const askers = new Map<string, string[]>()
  for (const [asker, files] of own) {
    const status = Object.values(manifest).filter(({ file }) => files.has(file))
    for (const key of new Set(status.flatMap(({ dynamicImports }) => dynamicImports ?? []))) {
      askers.set(key, [...(askers.get(key) ?? []), asker])
    }
  }
  return askers
}
