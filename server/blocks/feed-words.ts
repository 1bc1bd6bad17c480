import { oneLine, payPerHourOf } from '@madruga/core/offers.ts'
import type { BlockView } from './model.ts'
import { formatNumber } from '@madruga/core/formats.ts'
import type { Language } from '@madruga/core/formats.ts'
import { payFigure, payLine } from '@madruga/core/pay-words.ts'

/** The texts of a block in a calendar. */
type FeedWords = {
  name: string
  summary(block: BlockView): string
  description(block: BlockView): string
  alarm(block: BlockView, minutes: number): string
}

type Texts = {
  name: string
  givenBack: string
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
  const stationOf = ({ stationCode, stationName }: BlockView): string =>
    oneLine(stationCode) || oneLine(stationName) || texts.somewhere
  const pay = (block: BlockView): string => payLine(language, block)
  const hourly = (block: BlockView): string => {
    if (block.payBasis === 'unknown') return ''
    const cents = { ...block, payCents: payPerHourOf(block, false) }
    return `${payFigure(language, cents)} ${texts.anHour}`
  }
  const summary = (block: BlockView): string => {
    const line = `${stationOf(block)} · ${pay(block)}`
    return block.state === 'forfeited' ? `${texts.givenBack}: ${line}` : line
  }
  return {
    name: texts.name,
    summary,
    alarm: (block, minutes) => texts.alarm(stationOf(block), minutes),
    description(block) {
      const { miles, stops, byBot } = block
      const trip = [
        miles === null ? '' : texts.miles(formatNumber(miles)),
        stops === null ? '' : texts.stops(stops),
      ]
      return [
        [pay(block), hourly(block)].filter(Boolean).join(', '),
        block.endEstimated ? texts.endEstimated : '',
        trip.filter(Boolean).join(', '),
        byBot ? texts.byBot : texts.byHand,
      ]
        .filter(Boolean)
        .join('\n')
    },
  }
}
