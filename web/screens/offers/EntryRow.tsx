import type { LogEntry } from '@madruga/core/events.ts'
import { IconAlertTriangle, IconFilterCheck, IconList, IconSteeringWheel } from '@tabler/icons-react'
import { memo } from 'react'
import { useWords } from '../../i18n.ts'
import { botNote, isOffer, outcomeNote } from './entry.ts'
import type { OfferEntry } from './entry.ts'

const NOTE_LOOK = {
  'offer.accepted': 'font-bold !text-green',
  'offer.missed': '!text-red',
  'offer.ignored': '',
} as const

/** One line of the log: an offer opens its why, what the bot did just stands there. */
export const EntryRow = memo(function EntryRow({
  entry,
  timeZone,
  onOpen,
}: {
  entry: LogEntry
  timeZone?: string | undefined
  onOpen: (entry: OfferEntry) => void
}) {
  return isOffer(entry) ? (
    <OfferRow entry={entry} timeZone={timeZone} onOpen={onOpen} />
  ) : (
    <BotRow entry={entry} />
  )
})

function OfferRow({
  entry,
  timeZone,
  onOpen,
}: {
  entry: OfferEntry
  timeZone: string | undefined
  onOpen: (entry: OfferEntry) => void
}) {
  const words = useWords()
  const { offer, stationCode } = entry.data
  return (
    <button type="button" className="row" aria-haspopup="dialog" onClick={() => onOpen(entry)}>
      <span className="plate" data-won={entry.type === 'offer.accepted'}>
        {stationCode}
      </span>
      <span className="min-w-0">
        <span className="row-title">
          {words.dayTime(offer.startAt, timeZone)}, {words.hours(offer.endAt - offer.startAt)}
        </span>
        <span className={`row-note ${NOTE_LOOK[entry.type]}`}>{outcomeNote(words, entry)}</span>
      </span>
      <span className="tnum text-right">
        <span className="block text-lg font-bold leading-tight">
          {words.money(offer.payCents + offer.tipCents)}
        </span>
        <span className="block text-sm text-muted">{words.clock(entry.at)}</span>
      </span>
    </button>
  )
}

const BOT_ICONS = {
  'bot.state_changed': IconSteeringWheel,
  'platform.troubled': IconAlertTriangle,
  'filter.saved': IconFilterCheck,
  'log.skipped': IconList,
}

function BotRow({ entry }: { entry: Exclude<LogEntry, OfferEntry> }) {
  const words = useWords()
  const Icon = BOT_ICONS[entry.type]
  const { title, note } = botNote(words, entry)
  return (
    <div className="row">
      <span className="grid place-items-center text-amber-text">
        <Icon size={24} aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="row-title">{title}</span>
        {note !== '' && <span className="row-note">{note}</span>}
      </span>
      <span className="tnum text-right text-sm text-muted">{words.clock(entry.at)}</span>
    </div>
  )
}
