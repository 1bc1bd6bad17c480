import type { Variant } from '../offers.ts'

/** A text with the structure of another: as many paragraphs, the same parts, its own words. */
export type Translated<T> = T extends string ? string : { readonly [K in keyof T]: Translated<T[K]> }

/** A paragraph that begins with `- ` is a point of a list. */
export type Paragraphs = readonly string[]

/**
 * Who reads a question or a paragraph: the drivers of some apps, those who pay us, or those who do not;
 * where an app is offered; without a condition all.
 */
export type Only = { readonly only?: readonly Variant[]; readonly paid?: boolean; readonly offered?: Variant }

/** A paragraph, for everybody or under a condition. */
export type Conditional = string | (Only & { readonly text: string })

export type Question = Only & { readonly ask: string; readonly answer: readonly Conditional[] }
export type QuestionGroup = { readonly title: string; readonly questions: Readonly<Record<string, Question>> }
export type Questions = Readonly<Record<string, QuestionGroup>>

export type LegalDocument<Text = Conditional> = {
  readonly intro: Paragraphs
  readonly sections: Readonly<Record<string, { readonly title: string; readonly text: readonly Text[] }>>
}
