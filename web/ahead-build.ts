import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import type { Ahead } from './ahead.ts'
import { LANGUAGE_CODES } from '@madruga/core/languages.ts'
import type { Language } from '@madruga/core/languages.ts'
import { FRAME, closure, entriesOf, textsOf } from './first-load.ts'
import type { Chunk } from './first-load.ts'

const CONSOLE = 'screens/admin/Console.tsx'

/** Writes `ahead.json`, the list of the files that an idle page fetches. */
export function listAhead(): Plugin {
  return {
    name: 'list-ahead',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = '' }) {
        const manifest = JSON.parse(readFileSync(path.join(dir, '.vite/manifest.json'), 'utf8')) as Record<
          string,
          Chunk
        >
        writeFileSync(path.join(dir, 'ahead.json'), JSON.stringify(aheadOf(manifest)))
      },
    },
  }
}

function aheadOf(manifest: Record<string, Chunk>): Ahead {
  const firstFiles = closure(manifest, [...entriesOf(manifest), ...FRAME])
  const filesOf = (keys: string[]) => [...closure(manifest, keys)].filter((file) => !firstFiles.has(file))
  const screens = manifest['late-screens.ts']!.dynamicImports!
  const drivers = filesOf(screens.filter((key) => key !== CONSOLE))
  const words = LANGUAGE_CODES.map((language) => [
    language,
    filesOf((['parts', 'sign-in', 'more', 'app/home-late'] as const).map((name) => textsOf(language, name))),
  ])
  return {
    screens: drivers,
    console: filesOf([CONSOLE]).filter((file) => !drivers.includes(file)),
    ...(Object.fromEntries(words) as Pick<Ahead, Language>),
  }
}
