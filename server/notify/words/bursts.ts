import type { Burst, OfferNews } from '@madruga/core/notify.ts'
import type { NewsText, Say } from './news-model.ts'

/** What happened to several blocks after the first, and what to do; `count` is at least 2. */
type BurstPhrases = {
  title: Record<Burst, (count: number, hours: string) => string>
  span(first: string, last: string): string
  advice: Record<Burst, string>
}

const ENGLISH: BurstPhrases = {
  title: {
    won: (count, hours) => `${count} more [blocks] won: ${hours}`,
    waiting: (count, hours) => `${count} more [blocks] not decided yet: ${hours}`,
    taken: (count, hours) => `${count} more [blocks] did not become yours: ${hours}`,
    lost: (count, hours) => `${count} more [blocks] are no longer yours: ${hours}`,
    changed: (count, hours) => `${count} more of your [blocks] changed: ${hours}`,
  },
  span: (first, last) => `The first starts ${first}, the last ${last}.`,
  advice: {
    won: 'They are yours in your delivery app.',
    waiting: 'The delivery app has to decide. The bot keeps this time free.',
    taken: 'That time is free again.',
    lost: 'That time is free again. Do not go; ask the delivery app if you did not expect this.',
    changed: 'The delivery app changed them. Check your calendar.',
  },
}

const SPANISH: BurstPhrases = {
  title: {
    won: (count, hours) => `Ganaste ${count} [bloques] más: ${hours}`,
    waiting: (count, hours) => `${count} [bloques] más por decidir: ${hours}`,
    taken: (count, hours) => `${count} [bloques] más no quedaron para ti: ${hours}`,
    lost: (count, hours) => `${count} [bloques] más ya no son tuyos: ${hours}`,
    changed: (count, hours) => `Cambiaron ${count} [bloques] tuyos más: ${hours}`,
  },
  span: (first, last) => `El primero empieza el ${first} y el último el ${last}.`,
  advice: {
    won: 'Ya son tuyos en tu app de reparto.',
    waiting: 'La app de reparto tiene que decidir. El bot te guarda ese horario.',
    taken: 'Ese horario vuelve a estar libre.',
    lost: 'Ese horario vuelve a estar libre. No vayas; pregunta en la app de reparto si no lo esperabas.',
    changed: 'Los cambió la app de reparto. Revisa tu calendario.',
  },
}

/** Renders the message of a group. */
export function describeGroup(
  language: 'en' | 'es',
  burst: Burst,
  { count = 1, workMs = 0, startAt, lastStartAt = startAt }: OfferNews['params'],
  say: Say,
): Pick<NewsText, 'title' | 'text'> & Partial<NewsText> {
  const phrases = language === 'es' ? SPANISH : ENGLISH
  const title = say.words(phrases.title[burst](count, say.span(workMs)))
  const advice = phrases.advice[burst]
  return {
    title,
    text: `${phrases.span(say.dayTime(startAt), say.dayTime(lastStartAt))} ${advice}`,
    spoken: `${title}. ${phrases.span(say.fullDayTime(startAt), say.fullDayTime(lastStartAt))} ${advice}`,
  }
}
