import type { Burst, OfferNews } from '@madruga/core/notify.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { NewsText, Say } from '@madruga/core/words/news.ts'
import { WORDS } from '../../words.ts'

/** Renders the message of a group. */
export function describeGroup(
  language: Language,
  burst: Burst,
  { count = 1, workMs = 0, startAt, lastStartAt = startAt }: OfferNews['params'],
  say: Say,
): Pick<NewsText, 'title' | 'text'> & Partial<NewsText> {
  const phrases = WORDS[language].groups
  const title = say.words(phrases.title[burst](count, say.span(workMs)))
  const advice = phrases.advice[burst]
  return {
    title,
    text: `${phrases.span(say.dayTime(startAt), say.dayTime(lastStartAt))} ${advice}`,
    spoken: `${title}. ${phrases.span(say.fullDayTime(startAt), say.fullDayTime(lastStartAt))} ${advice}`,
  }
}
