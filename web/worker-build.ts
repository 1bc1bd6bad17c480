import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import type { Plugin } from 'vite'
import { LANGUAGE_CODES } from '@madruga/core/languages.ts'
import { FRAME, closure, entriesOf, textsOf } from './first-load.ts'
import type { Chunk } from './first-load.ts'

/** A file that the worker keeps; the address of one without a revision changes with its content. */
type KeptFile = { url: string; revision: string | null }

/** Builds the service worker as `sw.js` beside the built app, with the list of the files that it keeps. */
export function serviceWorker(): Plugin {
  let outDir = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir)
    },
    // Only a build that succeeded writes one.
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        await build({
          configFile: false,
          root: import.meta.dirname,
          publicDir: false,
          logLevel: 'warn',
          define: {
            KEPT_FILES: JSON.stringify(listKept(outDir)),
            KEPT_TEXTS: JSON.stringify(listTexts(outDir)),
          },
          build: {
            outDir,
            emptyOutDir: false,
            target: 'baseline-widely-available',
            rolldownOptions: {
              input: path.join(import.meta.dirname, 'worker/sw.ts'),
              output: { format: 'iife', entryFileNames: 'sw.js' },
            },
          },
        })
      },
    },
  }
}

/** What home needs of each language, besides what every language needs. */
function listTexts(dist: string): Record<string, string[]> {
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const others = closure(manifest, [...entriesOf(manifest), ...FRAME])
  const entries = LANGUAGE_CODES.map((language) => {
    const names = (['first', 'parts', 'app/home-late'] as const).map((name) => textsOf(language, name))
    return [language, [...closure(manifest, names)].filter((file) => !others.has(file))]
  })
  return Object.fromEntries(entries) as Record<string, string[]>
}

/** The pages and home's parts, which open the app offline; the other screens are cached when fetched. */
function listKept(dist: string): KeptFile[] {
  const read = (file: string) => readFileSync(path.join(dist, file))
  const manifest = JSON.parse(read('.vite/manifest.json').toString()) as Record<string, Chunk>
  const first = closure(manifest, [...entriesOf(manifest), ...FRAME])
  const parts = [...first].filter((file) => /[.](js|css)$/.test(file))
  const pages = globSync('*.{html,js,css,svg}', { cwd: dist }).filter((file) => file !== 'sw.js')
  const digest = (file: string) => createHash('sha256').update(read(file)).digest('hex').slice(0, 20)
  return [
    ...pages.toSorted().map((url) => ({ url, revision: digest(url) })),
    ...parts.toSorted().map((url) => ({ url, revision: null })),
  ]
}
