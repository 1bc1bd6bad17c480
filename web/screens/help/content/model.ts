import type { Variant } from '@madruga/core/offers.ts'

/** A text with the structure of another: as many paragraphs, the same parts, its own words. */
export type Translated<T> = T extends string ? string : { readonly [K in keyof T]: Translated<T[K]> }

/** A paragraph that begins with `- ` is a point of a list. */
export type Paragraphs = readonly string[]

/** The apps whose drivers read a question or a paragraph; without it those of all. */
type Only = { readonly only?: readonly Variant[] }

export type Question = Only & {
  readonly ask: string
  readonly answer: readonly (string | (Only & { readonly text: string }))[]
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
