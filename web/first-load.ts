/** The build's files that a first page needs; the budget measures them, the service worker caches them. */

import type { Language } from '@madruga/core/languages.ts'

/** The file of a language's texts, by its name in `core/words/<code>`. */
export function textsOf(
  language: Language,
  name: 'first' | 'parts' | 'more' | 'sign-in' | `app/${string}`,
): string {
  return `../core/words/${language}/${name}.ts`
}
/**
 * What home opens offline: its cards, the reason of a refused start, the menu, and the list that it leads to.
 */
export const FRAME = ['late', 'overlay', 'late-screens.ts']
/** What sign-in needs besides the entry, but for its texts and styles. */
export const SIGN_IN = ['late-screens.ts', 'sign-in']
export const SIGN_IN_STYLES = 'styles/later.css'

/** One row of Vite's manifest. */
export type Chunk = {
  file: string
  /** What `vite.config.ts` calls the group. */
  name?: string
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

/**
 * The files of some chunks, each by its source or by the name of its group: themselves, their imports, their
 * styles. Throws for a chunk that the build did not make.
 */
export function closure(manifest: Record<string, Chunk>, keys: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of keys) {
    const match = key in manifest ? key : Object.keys(manifest).find((each) => manifest[each]!.name === key)
    if (match === undefined) throw new Error(`the build has no chunk ${key}`)
    visit(match)
  }
  return files
}
