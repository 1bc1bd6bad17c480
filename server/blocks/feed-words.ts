import { oneLine, payPerHourOf } from '@madruga/core/offers.ts'
import type { BlockView } from './model.ts'

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
  tip(money: string): string
  anHour: string
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
  tip: (money) => `~${money} tip`,
  anHour: 'an hour',
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
  tip: (money) => `~${money} de propina`,
  anHour: 'por hora',
  stops: (count) => (count === 1 ? '1 parada' : `${count} paradas`),
  miles: (miles) => `${miles} millas`,
  byBot: 'Lo aceptó tu bot.',
  byHand: 'Lo aceptaste tú.',
  somewhere: 'Estación',
  alarm: (station, minutes) => `${station} empieza en ${minutes} minutos`,
}

/** In the driver's language. */
export const feedWords: Record<'en' | 'es', FeedWords> = { en: speak('en-US', en), es: speak('es-US', es) }

function speak(locale: string, texts: Texts): FeedWords {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const money = (cents: number): string =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
    }).format(cents / 100)
  const stationOf = ({ stationCode, stationName }: BlockView): string =>
    oneLine(stationCode) || oneLine(stationName) || texts.somewhere
  const pay = ({ payCents, tipCents }: BlockView): string =>
    tipCents > 0 ? `${money(payCents)} + ${texts.tip(money(tipCents))}` : money(payCents)
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
        miles === null ? '' : texts.miles(number.format(miles)),
        stops === null ? '' : texts.stops(stops),
      ]
      return [
        `${pay(block)}, ${money(payPerHourOf(block, false))} ${texts.anHour}`,
        trip.filter(Boolean).join(', '),
        byBot ? texts.byBot : texts.byHand,
      ]
        .filter(Boolean)
        .join('\n')
    },
  }
}
