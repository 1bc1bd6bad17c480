import type { Message } from './model.ts'
import type { Parts } from './parts.ts'

/** What a language declares, in `words/<code>/language.ts`. The first load has it: it stays small. */
export type LanguageWords = {
  /** Its own name. */
  name: string
  /** For `Intl`, and the voice of a call. */
  locale: string
  /** Whether a native speaker has read its texts; the app says so where the language is chosen. */
  isReviewed: boolean
  /** How a number is written: `1,234.5`, and dollars: `$12.50`. */
  figures: { group: string; decimal: string; dollars(figure: string): string }
  /**
   * The words of spark and courier for those of amazon, by the name in brackets: of one gender where a
   * language has genders, so that a sentence fits all.
   */
  twins: Record<'spark' | 'courier', Record<string, string>>
  /** Those in brackets for the plural of a block and of a station. */
  plurals: { blocks: string; stations: string }
  pay: {
    unknown: string
    byRate: string
    tip(money: string): string
    about: string
    plus(money: string): string
  }
  device: { both(browser: string, system: string): string; unknown: string }
  /** The texts of the frame and home. */
  first(): Promise<{ first: Record<string, Message> }>
  /** Where the others are. */
  parts(): Promise<{ parts: Parts }>
}
