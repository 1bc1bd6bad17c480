/** Types of catalogs: the English text is the source, and its `{names}` are the parameters. */

/** Forms by Intl.PluralRules; Spanish has `many` (a million) as a third one. `{count}` arrives formatted. */
export type Plural = { one: string; other: string; many?: string }
export type Message = string | Plural

type NamesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** Parameter names of a message. */
export type NamesOf<M> = M extends { other: infer Other } ? NamesIn<Other> | 'count' : NamesIn<M>

/** Arguments after the key: none, or the parameters of the message. */
export type ArgsOf<M> = [NamesOf<M>] extends [never]
  ? []
  : [
      params: {
        [N in NamesOf<M>]: M extends { other: string }
          ? N extends 'count'
            ? number
            : string | number
          : string | number
      },
    ]

type SameNames<A, B> = [NamesOf<A>] extends [NamesOf<B>]
  ? [NamesOf<B>] extends [NamesOf<A>]
    ? true
    : false
  : false

/** The required shape of a translation: every key, and plural forms where the source has them. */
export type ShapeOf<Source> = {
  [K in keyof Source]: Source[K] extends string ? string : { one: string; many: string; other: string }
}

/** Rejects a translation that omits or invents a parameter, or has an unknown key. */
export type Checked<Source, Words> = {
  [K in keyof Words]: K extends keyof Source
    ? SameNames<Source[K], Words[K]> extends true
      ? Words[K]
      : { 'parameters differ from the English text': NamesOf<Source[K]> }
    : never
}

/**
 * Fills `{names}`; a name without a value stays visible rather than vanishing. A sentence that ends in `p.m.`
 * gets no second period, and Spanish says `a la 1:15` but `a las 2:15`.
 */
export function fillIn(text: string, params: Record<string, string | number>): string {
  return text.replace(
    /(\blas )?\{(\w+)\}(\.?)/g,
    (whole, article: string = '', name: string, stop: string) => {
      if (!(name in params)) return whole
      const value = String(params[name])
      const said = value.startsWith('1:') ? article.replace('s', '') : article
      return said + (value.endsWith('.') ? value : value + stop)
    },
  )
}

/** The plural form for a count in a language. */
export function chooseForm(forms: Plural, count: number, rules: Intl.PluralRules): string {
  const form = rules.select(count)
  if (form === 'one') return forms.one
  if (form === 'many') return forms.many ?? forms.other
  return forms.other
}

/** Accepts a complete translation: the compiler compares it with its source, nothing happens at run time. */
export function translate<Source>() {
  return <const W extends ShapeOf<Source>>(words: W & Checked<Source, W>): W => words
}
