import { Fragment, memo } from 'react'
import { isUnstated } from '@madruga/core/offers.ts'
import { useWords } from '../../i18n.ts'
import type { StationZones } from '../../stations.ts'
import { payParts, sayLength } from '../../pay.ts'
import { outcomeNote, zoneOf } from './entry.ts'
import type { OfferEntry } from './entry.ts'
import { StationPlate } from '../../ui/StationPlate.tsx'

const NOTE_LOOK = {
  'offer.accepted': 'font-bold !text-green',
  'offer.missed': '!text-red',
  'offer.ignored': '',
  'offer.asked': 'font-bold !text-amber-text',
  'offer.waiting': 'font-bold !text-amber-text',
  'offer.shadowed': '!text-green',
} as const

/** An offer of the log, which opens its why sheet. */
export const EntryRow = memo(function EntryRow({
  entry,
  timeZone,
  zones,
  facts = '',
  tabIndex,
  onOpen,
}: {
  entry: OfferEntry
  timeZone?: string | undefined
  /**
   * Zones of the stations: their local time is shown if it differs. A line with its own zone does not need
   * them.
   */
  zones?: StationZones | undefined
  /** More details of an offer. */
  facts?: string
  /** Of an offer's button, in a list with one tab stop. */
  tabIndex?: number
  onOpen: (entry: OfferEntry) => void
}) {
  const words = useWords()
  const { offer, stationCode } = entry.data
  const pay = payParts(words, offer)
  const isUnknown = isUnstated(offer)
  const more: [className: string, text: string][] = [
    [`row-note ${NOTE_LOOK[entry.type]}`, outcomeNote(words, entry)],
    ['row-facts', facts],
    ['pay-tip', isUnknown ? pay.amount : pay.note],
    ['entry-there', words.there(offer.startAt, zoneOf(entry.data, zones)).trimStart()],
  ]
  return (
    <button
      type="button"
      className="row entry-row"
      tabIndex={tabIndex}
      aria-haspopup="dialog"
      onClick={() => onOpen(entry)}
    >
      <span className="entry-mark">
        <StationPlate of={stationCode} won={entry.type === 'offer.accepted'} />
        <span className="entry-seen tnum">{words.time(entry.at, timeZone)}</span>
      </span>
      <span className="entry-text min-w-0">
        <span className="row-title">
          {words.dayTime(offer.startAt, timeZone)}, {sayLength(words, offer)}
        </span>{' '}
        <span className="entry-more">
          {more
            .filter(([, text]) => text !== '')
            .map(([look, text], place) => (
              <Fragment key={look}>
                {place > 0 && ', '}
                <span className={look}>{text}</span>
              </Fragment>
            ))}
        </span>
      </span>{' '}
      <span className="entry-end tnum text-right">
        <span className="entry-clock text-muted">{words.clock(entry.at, timeZone)}</span>
        {!isUnknown && <span className="entry-pay text-lg font-bold leading-tight">{pay.amount}</span>}
      </span>
    </button>
  )
})
