import { ratePerHourCents } from '@madruga/core/money.ts'
import { offerMinutes, oneLine } from '@madruga/core/offers.ts'
import type { Waiting } from '@madruga/core/events.ts'
import type { FollowedAccept } from '../bot.ts'
import type { BlockView } from './model.ts'
import { formatNumber } from '@madruga/core/formats.ts'
import type { Language } from '@madruga/core/formats.ts'
import { payFigure, payLine } from '@madruga/core/pay-words.ts'

type Job = BlockView | FollowedAccept

/** The texts of a block, or of an accept that is not decided, in a calendar. */
type FeedWords = {
  name: string
  summary(job: Job): string
  description(job: Job): string
  alarm(block: BlockView, minutes: number): string
}

type Texts = {
  name: string
  givenBack: string
  /** The delivery app took it back. */
  gone: string
  /** What an undecided accept waits for. */
  waiting: Record<Waiting, string>
  /** It was undecided or held, and is the driver's no more without their doing. */
  lost: string
  notDecided: string
  anHour: string
  endEstimated: string
  stops(count: number): string
  miles(miles: string): string
  byBot: string
  byHand: string
  /** A place without a visible name. */
  somewhere: string
  alarm(station: string, minutes: number): string
}

const en: Texts = {
  name: 'Madruga: my blocks',
  givenBack: 'Given back',
  gone: 'No longer yours',
  waiting: { pending: 'Not confirmed', waitlisted: 'Wait list', provisional: 'Being checked' },
  lost: 'Not yours',
  notDecided: 'The delivery app has not decided yet. Your bot keeps this time free.',
  anHour: 'an hour',
  endEstimated: 'The end is an estimate.',
  stops: (count) => (count === 1 ? '1 stop' : `${count} stops`),
  miles: (miles) => `${miles} miles`,
  byBot: 'Accepted by your bot.',
  byHand: 'Accepted by you.',
  somewhere: 'Station',
  alarm: (station, minutes) => `${station} starts in ${minutes} minutes`,
}

const es: Texts = {
  name: 'Madruga: mis bloques',
  givenBack: 'Devuelto',
  gone: 'Ya no es tuyo',
  waiting: { pending: 'Sin confirmar', waitlisted: 'Lista de espera', provisional: 'Por verificar' },
  lost: 'No fue tuyo',
  notDecided: 'La app de reparto todavía no decide. Tu bot te guarda ese horario.',
  anHour: 'por hora',
  endEstimated: 'La hora de fin es estimada.',
  stops: (count) => (count === 1 ? '1 parada' : `${count} paradas`),
  miles: (miles) => `${miles} millas`,
  byBot: 'Lo aceptó tu bot.',
  byHand: 'Lo aceptaste tú.',
  somewhere: 'Estación',
  alarm: (station, minutes) => `${station} empieza en ${minutes} minutos`,
}

/** In the driver's language. */
export const feedWords: Record<'en' | 'es', FeedWords> = { en: speak('en', en), es: speak('es', es) }

function speak(language: Language, texts: Texts): FeedWords {
  const stationOf = ({ stationCode, stationName }: Job): string =>
    oneLine(stationCode) || oneLine(stationName) || texts.somewhere
  const pay = (job: Job): string => payLine(language, job)
  const hourly = (job: Job): string => {
    const payCents = ratePerHourCents(job.payCents, offerMinutes(job))
    if (job.payBasis === 'unknown' || payCents === null) return ''
    return `${payFigure(language, { ...job, payCents })} ${texts.anHour}`
  }
  const stateOf = (job: Job): string => {
    if (job.state === 'waiting') return texts.waiting[job.waiting]
    if (job.state === 'lost') return texts.lost
    if (job.state !== 'forfeited') return ''
    return job.loss !== null && job.releasedAt === null ? texts.gone : texts.givenBack
  }
  const summary = (job: Job): string => {
    const line = `${stationOf(job)} · ${pay(job)}`
    const state = stateOf(job)
    return state === '' ? line : `${state}: ${line}`
  }
  return {
    name: texts.name,
    summary,
    alarm: (block, minutes) => texts.alarm(stationOf(block), minutes),
    description(job) {
      const { miles, stops } = job
      const trip = [
        miles === null ? '' : texts.miles(formatNumber(miles)),
        stops === null ? '' : texts.stops(stops),
      ]
      return [
        [pay(job), hourly(job)].filter(Boolean).join(', '),
        job.endEstimated ? texts.endEstimated : '',
        trip.filter(Boolean).join(', '),
        'byBot' in job && !job.byBot ? texts.byHand : texts.byBot,
        job.state === 'waiting' ? texts.notDecided : '',
      ]
        .filter(Boolean)
        .join('\n')
    },
  }
}
