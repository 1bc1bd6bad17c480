import { queryOptions } from '@tanstack/react-query'
import type { Variant } from '@madruga/core/offers.ts'
import { inVariant } from '@madruga/core/variant-words.ts'
import type { Language } from '../../i18n.ts'
import type { LegalDocument, Questions } from './content/model.ts'

export type { LegalDocument, Paragraphs, Questions } from './content/model.ts'

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

export const documentQuery = (name: DocumentName, language: Language) =>
  queryOptions({
    queryKey: ['document', name, language],
    queryFn: () => DOCUMENTS[name][language](),
    staleTime: Number.POSITIVE_INFINITY,
  })
