import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { roomOf } from '../module.ts'
import { VERSION } from '../version.ts'

/** The names of each release: what its code calls tables and columns. */
const RELEASES = join(import.meta.dirname, 'releases')

/** A source file: path in the repository, and text. */
type SourceText = { path: string; text: string }

/**
 * The names among `table` and `table.column` that code may use: a column counts if any file of a room that
 * names its table has the word.
 */
export function namedIn(names: readonly string[], sources: readonly SourceText[]): string[] {
  const rooms = new Map<string, Set<string>>()
  for (const { path, text } of sources) {
    const room = roomOf(path) ?? path
    const words = rooms.get(room) ?? new Set()
    for (const word of text.match(/\w+/g) ?? []) words.add(word)
    rooms.set(room, words)
  }
  return names.filter((name) => {
    const [table = '', column = table] = name.split('.')
    return [...rooms.values()].some((words) => words.has(table) && words.has(column))
  })
}

/** The server's own source without tests and generated types. */
export function readSources(root: string = join(import.meta.dirname, '..')): SourceText[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/(^|\/)node_modules\//.test(path))
    .filter((path) => !/\.test\.ts$|(^|\/)testing|\.gen\.ts$/.test(path))
    .map((path) => ({ path: `server/${path}`, text: readFileSync(join(root, path), 'utf8') }))
}

/** The names of a release; null if it has no file. */
export function readNames(release: string, folder: string = RELEASES): Set<string> | null {
  try {
    return new Set(
      readFileSync(join(folder, `${release}.txt`), 'utf8')
        .trim()
        .split('\n'),
    )
  } catch {
    return null
  }
}

if (import.meta.main) {
  const { testDatabase } = await import('./testing.ts')
  const { readCatalogue } = await import('./testing-catalogue.ts')
  const { namesOf } = await import('./testing-compatibility.ts')
  const { database, drop } = await testDatabase()
  const names = namedIn(namesOf(await readCatalogue(database.pool)), readSources())
  writeFileSync(join(RELEASES, `${VERSION}.txt`), `${names.toSorted().join('\n')}\n`)
  await drop()
}
