import { queryOptions } from '@tanstack/react-query'
import { describeVariant } from '@madruga/core/variants.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { inVariant } from '@madruga/core/variant-words.ts'
import { LANGUAGES } from '@madruga/core/languages.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { LegalDocument, Questions } from '@madruga/core/words/help.ts'
import { textsFor } from './for-reader.ts'

export { isFor, textsFor } from './for-reader.ts'
export type { Reader } from './for-reader.ts'
export type { Paragraphs, Questions } from '@madruga/core/words/help.ts'

/** Entry of the long texts: they are loaded separately from the screens' texts, and only in one language. */
const partsOf = async (language: Language) => (await LANGUAGES[language].parts()).parts

export type DocumentName = 'terms' | 'privacy'

/** Questions and answers in the words of an app. */
export const questionsQuery = (language: Language, variant: Variant) =>
  queryOptions({
    queryKey: ['questions', language, variant],
    queryFn: async () => {
      const texts = JSON.stringify(await (await partsOf(language)).questions())
      return JSON.parse(inVariant(texts, variant, language)) as Questions
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A document as it is shown. */
export type ShownDocument = LegalDocument<string>

export const documentQuery = (name: DocumentName, language: Language) =>
  queryOptions({
    queryKey: ['document', name, language],
    queryFn: async () => await (await partsOf(language))[name](),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The document for drivers of these apps; sections without any text are left out. */
export function showDocument(
  { intro, sections }: LegalDocument,
  { variants, billing }: { variants: readonly Variant[]; billing: boolean },
): ShownDocument {
  const isPaid = billing && variants.some((variant) => describeVariant(variant).isBilled)
  const entries = Object.entries(sections)
    .map(
      ([id, { title, text }]) =>
        [id, { title, text: textsFor(text, { apps: variants, paid: isPaid, offered: variants }) }] as const,
    )
    .filter(([, { text }]) => text.length > 0)
  return { intro, sections: Object.fromEntries(entries) }
}
