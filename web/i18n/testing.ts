import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
/** Quoted, including escapes, or between tags. A key, with its colon, is not shown to readers. */
const QUOTED = /'((?:[^'\\\n]|\\.)*)'(:)?|`((?:[^`\\]|\\.)*)`|"((?:[^"\\\n]|\\.)*)"|>([^<>{}]+)</g

const SHARED = [
  'server/{log,invoices/documents}/words.ts',
  'server/recap/csv.ts',
  'server/blocks/feed-words.ts',
  'server/notify/words/incidents.ts',
  'web/public/offline.html',
]

/** Where the texts of a language stand; files with both languages are in either list. */
const TEXT_FILES = {
  en: [
    'web/i18n/catalogue/en/*.ts',
    'web/screens/help/content/en/*.ts',
    'server/notify/words/{en,*-en}.ts',
    'web/public/manifest.webmanifest',
    ...SHARED,
  ],
  es: [
    'web/i18n/catalogue/es/*.ts',
    'web/screens/help/content/es/*.ts',
    'server/notify/words/{es,*-es}.ts',
    'web/public/manifest.es.webmanifest',
    ...SHARED,
  ],
}

export type Text = { file: string; text: string }

/** The texts of a language's files, without imports and names of one lower-case word. */
export function readTexts(language: keyof typeof TEXT_FILES): Text[] {
  return globSync(TEXT_FILES[language], { cwd: root }).flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(QUOTED)].flatMap(([, one, key, ...others]) => {
      const text = one ?? others.find((other) => other !== undefined) ?? ''
      return key || /^[a-z_.]+$/.test(text) || /^[./@]/.test(text) ? [] : { file, text }
    }),
  )
}
