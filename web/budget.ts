import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { LANGUAGE_CODES } from '@madruga/core/languages.ts'
import { SIGN_IN, SIGN_IN_STYLES, closure, entriesOf, textsOf } from './first-load.ts'
import type { Chunk } from './first-load.ts'

/** Download budgets for a phone on a slow line, in bytes after gzip. */
const KB = 1024
const LIMITS = {
  firstLoad: 115 * KB,
  signIn: 180 * KB,
  font: 40 * KB,
  chunk: 40 * KB,
  map: 60 * KB,
  worker: 10 * KB,
}

/** The one larger file: a map. */
const MAP = 'ui/map/LeafletMap.tsx'
/** What the server sends besides: the landing's page with its styles, and the session. */
const SIGN_IN_REST = 7 * KB

type Row = { what: string; bytes: number; limit: number }

const dist = join(import.meta.dirname, 'dist')

function gzipped(file: string): number {
  return gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
}

function sum(files: Iterable<string>): number {
  return [...files].reduce((bytes, file) => bytes + gzipped(file), 0)
}

function fontsOf(manifest: Record<string, Chunk>): string[] {
  const files = Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])])
  return [...new Set(files)].filter((file) => file.endsWith('.woff2'))
}

/** Already compressed: the file size is what travels. */
function sizeOf(file: string): number {
  return readFileSync(join(dist, file)).length
}

function fontBytes(manifest: Record<string, Chunk>): number {
  return fontsOf(manifest).reduce((bytes, font) => bytes + sizeOf(font), 0)
}

function measure(manifest: Record<string, Chunk>): Row[] {
  const entries = entriesOf(manifest)
  const rows: Row[] = []
  for (const language of LANGUAGE_CODES) {
    const first = closure(manifest, [...entries, textsOf(language, 'first')])
    // index.html and the theme selection before the first paint.
    for (const file of ['index.html', 'theme.js']) first.add(file)
    rows.push({ what: `first load (${language})`, bytes: sum(first), limit: LIMITS.firstLoad })
    const texts = (['first', 'parts', 'sign-in'] as const).map((name) => textsOf(language, name))
    const form = closure(manifest, [...entries, ...SIGN_IN, SIGN_IN_STYLES, ...texts])
    const bytes = sum(form) + fontBytes(manifest) + SIGN_IN_REST
    rows.push({ what: `sign-in (${language})`, bytes, limit: LIMITS.signIn })
  }
  for (const font of fontsOf(manifest))
    rows.push({ what: `font ${font}`, bytes: sizeOf(font), limit: LIMITS.font })
  for (const [key, { file, name }] of Object.entries(manifest)) {
    if (!file.endsWith('.js')) continue
    const limit = key === MAP ? LIMITS.map : LIMITS.chunk
    // The program itself counts as the first load.
    if (name !== 'base') rows.push({ what: `file ${name ?? key}`, bytes: gzipped(file), limit })
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
