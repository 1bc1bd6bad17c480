import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import type { ICalEventData, ICalLocation } from 'ical-generator'
import { oneLine, placeLine } from '@madruga/core/offers.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { feedWords } from './feed-words.ts'
import type { BlockDriver, BlockView } from './model.ts'

/** The requested refresh interval (calendars choose their own). */
const READ_AGAIN_S = 15 * 60

type Owner = Pick<BlockDriver, 'language' | 'reminderMinutes'>

/**
 * Blocks as an iCalendar feed (RFC 5545). Times are UTC timestamps, which every calendar shows on its own
 * wall clock: correct across all clock changes without a table of them. A block keeps its UID permanently; a
 * released one stays as canceled, since calendars do not reliably remove missing events.
 */
export function writeFeed(blocks: readonly BlockView[], owner: Owner): string {
  const words = feedWords[owner.language]
  return ical({
    name: words.name,
    prodId: { company: 'Madruga', product: 'Calendar', language: owner.language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    ttl: READ_AGAIN_S,
    events: blocks.map((block) => eventOf(block, owner)),
  }).toString()
}

function eventOf(block: BlockView, owner: Owner): ICalEventData {
  const words = feedWords[owner.language]
  const cancelled = block.state === 'forfeited'
  const changedAt = block.releasedAt ?? block.checkedInAt ?? block.acceptedAt
  return {
    id: `${block.id}@madruga`,
    start: new Date(block.startAt),
    end: new Date(block.endAt),
    stamp: new Date(changedAt),
    lastModified: new Date(changedAt),
    sequence: cancelled ? 1 : 0,
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: cancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    summary: oneLine(words.summary(block)),
    description: words.description(block),
    location: locationOf(block),
    alarms: alarmsOf(block, owner),
  }
}

function alarmsOf(
  block: BlockView,
  { language, reminderMinutes }: Owner,
): NonNullable<ICalEventData['alarms']> {
  if (reminderMinutes === null || block.reminderSkipped || block.state !== 'held') return []
  const description = oneLine(feedWords[language].alarm(block, reminderMinutes))
  return [{ type: ICalAlarmType.display, triggerBefore: (reminderMinutes * MINUTE_MS) / 1000, description }]
}

/**
 * A block's location, as far as known: the writer rejects a place without a title, and with it the whole
 * calendar.
 */
function locationOf({ stationCode, stationName, address, city, place }: BlockView): ICalLocation | null {
  const where = oneLine([address, city].filter(Boolean).join(', '))
  const title = placeLine({ code: stationCode, name: stationName }) || where
  if (title === '') return null
  return {
    title,
    ...(where !== '' && where !== title && { address: where }),
    ...(place !== null && { geo: { lat: place.latitude, lon: place.longitude } }),
  }
}
