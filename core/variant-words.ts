import { LANGUAGES } from './languages.ts'
import type { Language } from './languages.ts'
import type { Variant } from './offers.ts'

/**
 * A text in the words of a variant: `Next [block]` is "Next block" for amazon, "Next trip" for spark and
 * "Next job" for courier. Throws on a word in brackets that has no twin, so that no bracket reaches a screen.
 */
export function inVariant(text: string, variant: Variant, language: Language): string {
  if (!text.includes('[')) return text
  return text.replace(/\[(\p{L}+)\]/gu, (_, word: string) => {
    const twin = LANGUAGES[language].twins[variant === 'amazon' ? 'spark' : variant][word.toLowerCase()]
    if (twin === undefined) throw new Error(`no word of ${variant} for ${word}`)
    if (variant === 'amazon') return word
    return word === word.toLowerCase() ? twin : twin[0]!.toUpperCase() + twin.slice(1)
  })
}
