/** The build's files that a first page needs; the budget measures them, the service worker caches them. */

/** What the first page of a signed-in driver needs, besides the entry. */
export const FIRST_SCREEN = 'screens/bot/Home.tsx'
export const LANGUAGES = ['i18n/en.ts', 'i18n/es.ts']
/**
 * What home opens offline: its cards, the reason of a refused start, the menu, and the list that it leads to.
 */
export const FRAME = [
  'late-parts.ts',
  'late-screens.ts',
  'i18n/later.ts',
  'i18n/catalogue/en/home-late.ts',
  'i18n/catalogue/es/home-late.ts',
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
  /** The parts that it loads on its own. */
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}

/** The entry chunks of a page. */
export function entriesOf(manifest: Record<string, Chunk>): string[] {
  return Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
}

/** The files of some chunks: themselves, their imports, their styles. */
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
 * For every lazy part: the files that are already loaded on every path to it. The page starts with its
 * entries. A part is requested by a loaded one or by its imports, so the files common to all its requesters
 * are loaded.
 */
export function filesBefore(manifest: Record<string, Chunk>): Map<string, Set<string>> {
  const entries = entriesOf(manifest)
  const late = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && !entries.includes(key))
  const own = new Map([...entries, ...late].map((key) => [key, closure(manifest, [key])]))
  const askers = askersOf(manifest, own)
  // Starts with "everything is loaded" and removes files until nothing changes: parts that request each other
  // hide nothing.
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

/** For every part: the entries and parts whose files request it. */
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
