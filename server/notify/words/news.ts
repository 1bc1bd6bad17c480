import { FIRST_VARIANT } from '@madruga/core/variants.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { inVariant } from '@madruga/core/variant-words.ts'
import { burstOf } from '@madruga/core/notify.ts'
import type { NewsContent, NotificationKind, OfferNews } from '@madruga/core/notify.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { describeGroup } from './bursts.ts'
import { formatDay } from '@madruga/core/days.ts'
import { formatMoneyOf, formatTime, HOUR } from '@madruga/core/formats.ts'
import { localeOf } from '@madruga/core/languages.ts'
import type { NewsPhrases, NewsText, Say } from '@madruga/core/words/news.ts'
import { WORDS } from '../../words.ts'
import type { Language } from '@madruga/core/languages.ts'

/** Renders a notification: a reason, then what to do. Throws RangeError for an unknown zone. */
export function newsText(
  language: Language,
  timeZone: string,
  news: NewsContent,
  variant: Variant = FIRST_VARIANT,
): NewsText {
  const said = phraseOf(language, news, speakIn(language, timeZone, variant))
  const line = [said.title, said.text].map((part) => part.replace(/[.\s]+$/, '')).join('. ')
  const { title, text, sms = `${line}.`, spoken = `${line}.` } = said
  return { title, text: endOnce(text), sms: endOnce(sms), spoken: endOnce(spoken) }
}

function phraseOf(language: Language, news: NewsContent, say: Say): ReturnType<typeof describeGroup> {
  const burst = burstOf(news)
  const { params } = news as OfferNews
  if (burst !== null && params.count !== undefined) return describeGroup(language, burst, params, say)
  return (WORDS[language].news[news.kind] as NewsPhrases[NotificationKind])(news.params as never, say)
}

/** A sentence that ends in `p.m.` gets no second period. */
function endOnce(text: string): string {
  return text.replace(/(?<!\.)\.\.(?!\.)/g, '.')
}

function speakIn(language: Language, timeZone: string, variant: Variant): Say {
  const locale = localeOf(language)
  // Intl puts narrow and non-breaking spaces between figures and units; mail, phones and voices need plain
  // ones.
  const tell = (at: number, options: Intl.DateTimeFormatOptions) =>
    formatTime(locale, { ...options, ...HOUR }, at, timeZone).replace(/\s/gu, ' ')
  return {
    money: (cents, currency) => formatMoneyOf(language, cents, currency),
    dayTime: (at) => tell(at, { weekday: 'short', month: 'short', day: 'numeric' }),
    fullDayTime: (at) => tell(at, { weekday: 'long', month: 'long', day: 'numeric' }),
    time: (at) => tell(at, {}),
    month: (month) => formatDay(locale, `${month}-01`, { month: 'long', year: 'numeric' }),
    words: (text) => inVariant(text, variant, language),
    span(ms) {
      const minutes = Math.round((ms % HOUR_MS) / MINUTE_MS)
      const hours = Math.floor(ms / HOUR_MS)
      return hours === 0 ? `${minutes} min` : minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`
    },
  }
}
