/** Of what the build makes, the parts that a first page needs; the budget weighs them, the service worker keeps them. */

/** What the first page of a signed-in driver needs, besides the entry. */
export const FIRST_SCREEN = 'screens/bot/Home.tsx'
export const LANGUAGES = ['i18n/en.ts', 'i18n/es.ts']
/** What home opens without asking the network: its cards and the menu. */
export const FRAME = ['screens/bot/DayCards.tsx', 'screens/shell/Menu.tsx', 'ui/SideDrawer.tsx']

/** One row of Vite's manifest. */
export type Chunk = {
  file: string
  src?: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
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
