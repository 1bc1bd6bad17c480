import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '@madruga/core/languages.ts'

const root = path.join(import.meta.dirname, '../..')
/** Quoted, including escapes, or between tags. A key, with its colon, is not shown to readers. */
const QUOTED = /'((?:[^'\\\n]|\\.)*)'(:)?|`((?:[^`\\]|\\.)*)`|"((?:[^"\\\n]|\\.)*)"|>([^<>{}]+)</g

export type Text = { file: string; text: string }

/** The texts of a language's files, without imports and names of one lower-case word. */
export function readTexts(language: Language): Text[] {
  return globSync(`core/words/${language}/**/*.ts`, { cwd: root }).flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(QUOTED)].flatMap(([, one, key, ...others]) => {
      const text = one ?? others.find((other) => other !== undefined) ?? ''
      return key || /^[a-z_.]+$/.test(text) || /^[./@]/.test(text) ? [] : { file, text }
    }),
  )
}
