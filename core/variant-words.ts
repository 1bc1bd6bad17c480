import type { Variant } from './offers.ts'

/** The words of spark for those of amazon: of one gender in Spanish, so that a sentence fits both. */
const SPARK: Record<'en' | 'es', Record<string, string>> = {
  en: { block: 'trip', blocks: 'trips', station: 'store', stations: 'stores' },
  es: { bloque: 'viaje', bloques: 'viajes', estación: 'tienda', estaciones: 'tiendas' },
}

/**
 * A text in the words of a variant: `Next [block]` is "Next block" for amazon and "Next trip" for spark.
 * Throws on a word in brackets that has no twin, so that no bracket reaches a screen.
 */
export function inVariant(text: string, variant: Variant, language: 'en' | 'es'): string {
  if (!text.includes('[')) return text
  return text.replace(/\[(\p{L}+)\]/gu, (_, word: string) => {
    const twin = SPARK[language][word.toLowerCase()]
    if (twin === undefined) throw new Error(`no word of spark for ${word}`)
    if (variant === 'amazon') return word
    return word === word.toLowerCase() ? twin : twin[0]!.toUpperCase() + twin.slice(1)
  })
}
