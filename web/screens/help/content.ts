import { queryOptions } from '@tanstack/react-query'
import { describeVariant } from '@madruga/core/variants.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { inVariant } from '@madruga/core/variant-words.ts'
import type { Language } from '../../i18n.ts'
import type { LegalDocument, Questions } from './content/model.ts'
import { textsFor } from './content/for-reader.ts'

export { isFor, textsFor } from './content/for-reader.ts'
export type { Reader } from './content/for-reader.ts'
export type { Paragraphs, Questions } from './content/model.ts'

/** Entry of the long texts: they are loaded separately from the screens' texts, and only in one language. */
const QUESTIONS: Record<Language, () => Promise<Questions>> = {
  en: () => import('./content/en/questions.ts').then((module) => module.questions),
  es: () => import('./content/es/questions.ts').then((module) => module.questions),
}
const DOCUMENTS: Record<'terms' | 'privacy', Record<Language, () => Promise<LegalDocument>>> = {
  terms: {
    en: () => import('./content/en/terms.ts').then((module) => module.terms),
    es: () => import('./content/es/terms.ts').then((module) => module.terms),
  },
  privacy: {
    en: () => import('./content/en/privacy.ts').then((module) => module.privacy),
    es: () => import('./content/es/privacy.ts').then((module) => module.privacy),
  },
}

export type DocumentName = keyof typeof DOCUMENTS

/** Questions and answers in the words of an app. */
export const questionsQuery = (language: Language, variant: Variant) =>
  queryOptions({
    queryKey: ['questions', language, variant],
    queryFn: async () => {
      const texts = JSON.stringify(await QUESTIONS[language]())
      return JSON.parse(inVariant(texts, variant, language)) as Questions
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A document as it is shown. */
export type ShownDocument = LegalDocument<string>

export const documentQuery = (name: DocumentName, language: Language) =>
  queryOptions({
    queryKey: ['document', name, language],
    queryFn: () => DOCUMENTS[name][language](),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The document for drivers of these apps; sections without any text are left out. */
export function showDocument(
  { intro, sections }: LegalDocument,
  { variants, billing }: { variants: readonly Variant[]; billing: boolean },
): ShownDocument {
  const paid = billing && variants.some((variant) => describeVariant(variant).isBilled)
  const shown = Object.entries(sections)
    .map(
      ([id, { title, text }]) =>
        [id, { title, text: textsFor(text, { apps: variants, paid, offered: variants }) }] as const,
    )
    .filter(([, { text }]) => text.length > 0)
  return { intro, sections: Object.fromEntries(shown) }
}
