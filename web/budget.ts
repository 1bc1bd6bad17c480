import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { FIRST_SCREEN, LANGUAGES, closure, entriesOf, filesBefore } from './first-load.ts'
import type { Chunk } from './first-load.ts'

/** Download budgets for a phone on a slow line, in bytes after gzip. */
const KB = 1024
const LIMITS = { firstLoad: 135 * KB, font: 40 * KB, chunk: 40 * KB, map: 60 * KB, worker: 10 * KB }

/** The one larger part: a map. */
const MAP = 'ui/map/LeafletMap.tsx'

type Row = { what: string; bytes: number; limit: number }

const dist = join(import.meta.dirname, 'dist')

function gzipped(file: string): number {
  return gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
}

function sum(files: Iterable<string>): number {
  return [...files].reduce((bytes, file) => bytes + gzipped(file), 0)
}

function measure(manifest: Record<string, Chunk>): Row[] {
  const entries = entriesOf(manifest)
  const rows: Row[] = []
  for (const language of LANGUAGES) {
    const first = closure(manifest, [...entries, FIRST_SCREEN, language])
    // index.html and the theme selection before the first paint.
    for (const file of ['index.html', 'theme.js']) first.add(file)
    rows.push({ what: `first load (${language.slice(5, 7)})`, bytes: sum(first), limit: LIMITS.firstLoad })
  }
  const fonts = new Set(Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])]))
  for (const font of fonts) {
    if (!font.endsWith('.woff2')) continue
    // Already compressed: the file size is what travels.
    rows.push({ what: `font ${font}`, bytes: readFileSync(join(dist, font)).length, limit: LIMITS.font })
  }
  for (const [key, there] of filesBefore(manifest)) {
    if (LANGUAGES.includes(key)) continue
    const own = [...closure(manifest, [key])].filter((file) => !there.has(file))
    rows.push({ what: `chunk ${key}`, bytes: sum(own), limit: key === MAP ? LIMITS.map : LIMITS.chunk })
  }
  // Fetched once the page is idle, and again with every release.
  rows.push({ what: 'service worker', bytes: gzipped('sw.js'), limit: LIMITS.worker })
  return rows
}

function print(rows: Row[]): void {
  for (const { what, bytes, limit } of rows) {
    const kb = (value: number) => (value / KB).toFixed(1).padStart(6)
    console.log(`${bytes > limit ? 'OVER' : 'ok  '} ${kb(bytes)} of ${kb(limit)} KB  ${what}`)
  }
}

const manifestFile = join(dist, '.vite', 'manifest.json')
if (!existsSync(manifestFile)) {
  console.error('budget: web/dist is missing. Run: npm run build')
  process.exit(1)
}
const rows = measure(JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>)
print(rows)
if (rows.some((row) => row.bytes > row.limit)) process.exit(1)
