import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import type { ICalEventData, ICalLocation } from 'ical-generator'
import { formatNumber } from '@madruga/core/formats.ts'
import type { Language } from '@madruga/core/languages.ts'
import { ratePerHourCents } from '@madruga/core/money.ts'
import { oneLine, placeLine, offerMinutes } from '@madruga/core/offers.ts'
import { payFigure, payLine } from '@madruga/core/pay-words.ts'
import { MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import type { FollowedAccept } from '../../bot.ts'
import { WORDS } from '../../words.ts'
import type { BlockDriver, BlockView } from './model.ts'

/** The requested refresh interval (calendars choose their own). */
const READ_AGAIN_S = 15 * 60

type Owner = Pick<BlockDriver, 'language' | 'reminderMinutes'>

/**
 * Blocks as an iCalendar feed (RFC 5545). Times are UTC timestamps, which every calendar shows on its own
 * wall clock: correct across all clock changes without a table of them. A block keeps its UID permanently; a
 * released or lost one stays as canceled, since calendars do not reliably remove missing events. An undecided
 * accept is tentative; by the same UID it becomes a block, or is canceled.
 */
export function writeFeed(
  blocks: readonly BlockView[],
  owner: Owner,
  accepts: readonly FollowedAccept[] = [],
): string {
  const blockIds = new Set(blocks.map(({ id }) => id))
  const words = feedWords(owner.language)
  const events = [
    ...blocks.map((block) => blockEvent(block, owner)),
    ...accepts.filter(({ id }) => !blockIds.has(id)).map((accept) => acceptEvent(accept, owner)),
  ]
  const text = ical({
    name: words.name,
    prodId: { company: 'Madruga', product: 'Calendar', language: owner.language.toUpperCase() },
    // What is published has an event (RFC 5546, 3.2.1).
    method: events.length > 0 ? ICalCalendarMethod.PUBLISH : null,
    ttl: READ_AGAIN_S,
    events,
  }).toString()
  return events.length > 0 ? text : text.replace(/(?=END:VCALENDAR)/, `${UTC.join('\r\n')}\r\n`)
}

/** A calendar has at least one component (RFC 5545, 3.6): without events, the zone of its times. */
const UTC = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'TZNAME:UTC',
  'END:STANDARD',
  'END:VTIMEZONE',
]

function blockEvent(block: BlockView, owner: Owner): ICalEventData {
  const isGone = block.state === 'forfeited'
  const { acceptedAt, checkedInAt, releasedAt, changedAt } = block
  const last = releasedAt ?? checkedInAt ?? acceptedAt
  return {
    ...eventOf(block, Math.max(last, changedAt ?? last), owner),
    ...(isGone ? GONE : { status: ICalEventStatus.CONFIRMED, transparency: ICalEventTransparency.OPAQUE }),
    sequence: (isGone ? SEQUENCE.gone : SEQUENCE.held) + changesOf(block),
    alarms: alarmsOf(block, owner),
  }
}

/** It keeps its time, as the bot does; nothing rings for what is only waiting. */
function acceptEvent(accept: FollowedAccept, owner: Owner): ICalEventData {
  return {
    ...eventOf(accept, accept.changedAt, owner),
    ...(accept.state === 'lost'
      ? GONE
      : { status: ICalEventStatus.TENTATIVE, transparency: ICalEventTransparency.OPAQUE }),
    sequence: SEQUENCE[accept.state],
  }
}

/** Calendars take the event of the higher number; an accept that was given up as lost may still be won. */
const SEQUENCE = { waiting: 0, lost: 1, held: 2, gone: 3 } as const

/** Rises with each change that the platform makes by itself, however often it does. */
function changesOf({ acceptedAt, changedAt }: BlockView): number {
  return changedAt === null ? 0 : Math.max(1, Math.ceil((changedAt - acceptedAt) / SECOND_MS))
}

const GONE = { status: ICalEventStatus.CANCELLED, transparency: ICalEventTransparency.TRANSPARENT } as const

function eventOf(job: BlockView | FollowedAccept, changedAt: number, owner: Owner): ICalEventData {
  const words = feedWords(owner.language)
  return {
    id: `${job.id}@madruga`,
    start: new Date(job.startAt),
    end: new Date(job.endAt),
    stamp: new Date(changedAt),
    lastModified: new Date(changedAt),
    summary: oneLine(words.summary(job)),
    description: words.description(job),
    location: locationOf(job),
  }
}

function alarmsOf(
  block: BlockView,
  { language, reminderMinutes }: Owner,
): NonNullable<ICalEventData['alarms']> {
  if (reminderMinutes === null || block.reminderSkipped || block.state !== 'held') return []
  const description = oneLine(feedWords(language).alarm(block, reminderMinutes))
  return [{ type: ICalAlarmType.display, triggerBefore: (reminderMinutes * MINUTE_MS) / 1000, description }]
}

/**
 * A block's location, as far as known: the writer rejects a place without a title, and with it the whole
 * calendar.
 */
function locationOf({
  stationCode,
  stationName,
  address,
  city,
  place,
}: BlockView | FollowedAccept): ICalLocation | null {
  const where = oneLine([address, city].filter(Boolean).join(', '))
  const title = placeLine({ code: stationCode, name: stationName }) || where
  if (title === '') return null
  return {
    title,
    ...(where !== '' && where !== title && { address: where }),
    ...(place !== null && { geo: { lat: place.latitude, lon: place.longitude } }),
  }
}

type Job = BlockView | FollowedAccept

/** The texts of a block, or of an accept that is not decided, in a calendar. */
type FeedWords = {
  name: string
  summary(job: Job): string
  description(job: Job): string
  alarm(block: BlockView, minutes: number): string
}

/** In the driver's language. */
function feedWords(language: Language): FeedWords {
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
