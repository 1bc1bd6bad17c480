import type { Language } from '@madruga/core/languages.ts'
import type { Said } from '@madruga/core/words/messages.ts'
import type { TemplateParams, ToldIncident } from '../model.ts'
import { fitSms } from './gsm.ts'
import { WORDS } from '../../words.ts'

const SMS_SEGMENTS = 2

/** What is wrong with the service, for an operator; nothing wrong and nothing over is a test. */
export function sayIncidents(language: Language, { wrong, over }: TemplateParams['incidents']): Said {
  const phrases = WORDS[language].incidents
  const say = ({ kind, count }: ToldIncident) => phrases.kinds[kind](count ?? 0)
  const lines = [...wrong.map(say), ...over.map((each) => phrases.overLine(say(each)))]
  const isTest = lines.length === 0
  const title = isTest ? phrases.test.title : wrong.length > 0 ? phrases.wrong(wrong.length) : phrases.over
  const paragraphs = isTest ? [phrases.test.text] : lines
  const whole = `${title}. ${paragraphs.join(' ')}`
  return {
    title,
    paragraphs,
    sms: fitSms(`Madruga: ${whole}`, SMS_SEGMENTS),
    spoken: whole,
    action: { label: phrases.open, path: '/admin' },
  }
}
