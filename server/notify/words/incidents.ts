import type { Language } from '@madruga/core/languages.ts'
import type { Said } from '@madruga/core/words/messages.ts'
import type { TemplateParams, ToldIncident } from '../model.ts'
import { WORDS } from '../../words.ts'

/** What is wrong with the service, for an operator; nothing wrong and nothing over is a test. */
export function sayIncidents(language: Language, { wrong, over }: TemplateParams['incidents']): Said {
  const phrases = WORDS[language].incidents
  const say = ({ kind, count }: ToldIncident) => phrases.kinds[kind](count ?? 0)
  const lines = [...wrong.map(say), ...over.map((each) => phrases.overLine(say(each)))]
  const isTest = lines.length === 0
  const title = isTest ? phrases.test.title : wrong.length > 0 ? phrases.wrong(wrong.length) : phrases.over
  const paragraphs = isTest ? [phrases.test.text] : lines
  return {
    title,
    paragraphs,
    sms: `${title}. ${paragraphs.join(' ')}`,
    action: { label: phrases.open, path: '/admin' },
  }
}
