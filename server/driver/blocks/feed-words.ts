import { ratePerHourCents } from '@madruga/core/money.ts'
import { offerMinutes, oneLine } from '@madruga/core/offers.ts'
import type { FollowedAccept } from '../../bot.ts'
import { WORDS } from '../../words.ts'
import type { BlockView } from './model.ts'
import { formatNumber } from '@madruga/core/formats.ts'
import type { Language } from '@madruga/core/languages.ts'
import { payFigure, payLine } from '@madruga/core/pay-words.ts'

type Job = BlockView | FollowedAccept

/** The texts of a block, or of an accept that is not decided, in a calendar. */
type FeedWords = {
  name: string
  summary(job: Job): string
  description(job: Job): string
  alarm(block: BlockView, minutes: number): string
}

/** In the driver's language. */
export function feedWords(language: Language): FeedWords {
  const texts = WORDS[language].feed
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
        miles === null ? '' : texts.miles(formatNumber(language, miles)),
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
