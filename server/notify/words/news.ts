import { FIRST_VARIANT } from '@madruga/core/variants.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { inVariant } from '@madruga/core/variant-words.ts'
import type { NewsContent } from '@madruga/core/notify.ts'
import { describeNews } from '@madruga/core/words/news.ts'
import type { NewsWords } from '@madruga/core/words/news.ts'
import { formatTime, HOUR, makeFormats } from '@madruga/core/formats.ts'
import { payWords } from '@madruga/core/pay-words.ts'
import { fillIn } from '@madruga/core/words/model.ts'
import { WORDS } from '../../words.ts'
import type { Language } from '@madruga/core/languages.ts'

/** A notification outside the app: title and text of e-mail and push, one text for an SMS and a call. */
type NewsText = { title: string; text: string; sms: string; spoken: string }

const SHORT = { weekday: 'short', month: 'short', day: 'numeric', ...HOUR } as const
const LONG = { weekday: 'long', month: 'long', day: 'numeric', ...HOUR } as const

/** Says a notification as the inbox does, with whole dates. Throws RangeError for an unknown zone. */
export function newsText(
  language: Language,
  timeZone: string,
  news: NewsContent,
  variant: Variant = FIRST_VARIANT,
): NewsText {
  const said = (day: Intl.DateTimeFormatOptions) => {
    const words = wordsIn(language, timeZone, variant, day)
    const { title, text } = describeNews(words, news, timeZone, payWords)
    return { title, text, line: `${title.replace(/([^?!.])$/, '$1.')} ${text}` }
  }
  const { title, text, line } = said(SHORT)
  return { title, text, sms: line, spoken: said(LONG).line }
}

function wordsIn(
  language: Language,
  timeZone: string,
  variant: Variant,
  day: Intl.DateTimeFormatOptions,
): NewsWords {
  const formats = makeFormats(language, { timeZone, now: () => 0 })
  // Intl puts narrow and non-breaking spaces between figures and units; mail, phones and voices need plain
  // ones.
  const dayTime = (at: number) => formatTime(formats.locale, day, at, timeZone).replace(/\s/gu, ' ')
  return {
    ...formats,
    dayTime,
    date: dayTime,
    language,
    say: (key, params = {}) =>
      fillIn(inVariant(WORDS[language].news[key], variant, language), params as Record<string, string>),
  }
}
