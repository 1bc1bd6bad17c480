import type { Variant } from '@madruga/core/offers.ts'

/** A text with the structure of another: as many paragraphs, the same parts, its own words. */
export type Translated<T> = T extends string ? string : { readonly [K in keyof T]: Translated<T[K]> }

/** A paragraph that begins with `- ` is a point of a list. */
export type Paragraphs = readonly string[]

export type Question = {
  readonly ask: string
  readonly answer: Paragraphs
  /** The only app that the question applies to. */
  readonly only?: Variant
}
export type QuestionGroup = {
  readonly title: string
  readonly questions: Readonly<Record<string, Question>>
}
export type Questions = Readonly<Record<string, QuestionGroup>>

export type LegalDocument = {
  readonly intro: Paragraphs
  readonly sections: Readonly<Record<string, { readonly title: string; readonly text: Paragraphs }>>
}
