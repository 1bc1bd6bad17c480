import { LANGUAGE_CODES } from '@madruga/core/languages.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { ServerWords } from '@madruga/core/words/server-words.ts'

/** What each language says in messages, papers and files. */
export const WORDS = Object.fromEntries(
  await Promise.all(LANGUAGE_CODES.map(async (language) => [language, await load(language)] as const)),
) as Record<Language, ServerWords>

async function load(language: Language): Promise<ServerWords> {
  const file = `@madruga/core/words/${language}/server-words.ts`
  return ((await import(file)) as { serverWords: ServerWords }).serverWords
}
