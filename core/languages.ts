import * as languages from './words/languages.ts'
import type { LanguageWords } from './words/language.ts'

/** Entry of languages: what each one is called, and the words that code needs before any text is loaded. */
export type Language = keyof typeof languages

/** Every language by its code (ISO 639-1). */
export const LANGUAGES: Readonly<Record<Language, LanguageWords>> = languages
export const LANGUAGE_CODES = Object.keys(languages) as Language[]

/** The language of a tag such as `es-MX`; undefined for one that the product does not speak. */
export function findLanguage(tag: string | null | undefined): Language | undefined {
  const code = (tag ?? '').trim().slice(0, 2).toLowerCase()
  return LANGUAGE_CODES.find((each) => each === code)
}

/** Where dates and money are written as a language's readers do: `es-US`. */
export function localeOf(language: Language): string {
  return LANGUAGES[language].locale
}
