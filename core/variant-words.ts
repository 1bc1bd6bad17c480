import type { Variant } from './offers.ts'

type Twins = Record<string, string>

/**
 * The words of the other variants for those of amazon: of one gender in Spanish, so that a sentence fits all.
 */
const WORDS: Record<Exclude<Variant, 'amazon'>, Record<'en' | 'es', Twins>> = {
  spark: {
    en: { block: 'trip', blocks: 'trips', station: 'store', stations: 'stores' },
    es: { bloque: 'viaje', bloques: 'viajes', estación: 'tienda', estaciones: 'tiendas' },
  },
  courier: {
    en: { block: 'job', blocks: 'jobs', station: 'place', stations: 'places' },
    es: { bloque: 'trabajo', bloques: 'trabajos', estación: 'zona', estaciones: 'zonas' },
  },
}

/**
 * A text in the words of a variant: `Next [block]` is "Next block" for amazon, "Next trip" for spark and
 * "Next job" for courier. Throws on a word in brackets that has no twin, so that no bracket reaches a screen.
 */
export function inVariant(text: string, variant: Variant, language: 'en' | 'es'): string {
  if (!text.includes('[')) return text
  return text.replace(/\[(\p{L}+)\]/gu, (_, word: string) => {
    const twin = WORDS[variant === 'amazon' ? 'spark' : variant][language][word.toLowerCase()]
    if (twin === undefined) throw new Error(`no word of ${variant} for ${word}`)
    if (variant === 'amazon') return word
    return word === word.toLowerCase() ? twin : twin[0]!.toUpperCase() + twin.slice(1)
  })
}
