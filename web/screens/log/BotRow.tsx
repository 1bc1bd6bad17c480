import { zoneName } from '@madruga/core/formats.ts'
import { IconSteeringWheel } from '../../icons/drawings.ts'
import {
  IconAlertTriangle,
  IconAdjustmentsHorizontal,
  IconInfoCircle,
  IconCircleCheck,
} from '../../icons/first.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { stateName } from '../bot/state.ts'
import type { BotEntry } from '../offers/entry.ts'

const BOT_ICONS = {
  'block.checked_in': IconCircleCheck,
  'block.released': IconInfoCircle,
  'block.changed': IconAlertTriangle,
  'bot.state_changed': IconSteeringWheel,
  'platform.troubled': IconAlertTriangle,
  'filter.saved': IconAdjustmentsHorizontal,
  'log.skipped': IconInfoCircle,
}

/** A line of the log about the bot itself. */
export function BotRow({ entry, timeZone }: { entry: BotEntry; timeZone: string | undefined }) {
  const words = useWords()
  const Icon = BOT_ICONS[entry.type]
  const { title, note } = botNote(words, entry)
  return (
    <div className="row entry-row">
      <span className="grid place-items-center text-amber-text">
        <Icon size={24} aria-hidden />
      </span>
      <span className="entry-text min-w-0">
        <span className="row-title">{title}</span>
        {note !== '' && (
          <span className="entry-more">
            <span className="row-note">{note}</span>
          </span>
        )}
      </span>
      <span className="entry-clock tnum text-right text-muted">{words.clock(entry.at, timeZone)}</span>
    </div>
  )
}

/** A line about the bot itself: what happened, and the details. */
export function botNote(words: Words, entry: BotEntry): { title: string; note: string } {
  if (entry.type === 'filter.saved') {
    const { version, movedTo } = entry.data
    return movedTo === undefined
      ? { title: words.t('log.filter_saved', { version }), note: '' }
      : { title: words.t('log.filter_moved', { zone: zoneName(words.locale, movedTo) }), note: '' }
  }
  if (entry.type === 'platform.troubled') {
    const { trouble, until } = entry.data
    return {
      title: words.t(`trouble.${trouble}`),
      note: until === null ? '' : words.t('log.until', { time: words.time(until) }),
    }
  }
  if (entry.type === 'block.checked_in') {
    return { title: words.t('log.checked_in', { station: entry.data.stationCode }), note: '' }
  }
  if (entry.type === 'block.released') {
    return { title: words.t('log.released', { station: entry.data.stationCode }), note: '' }
  }
  if (entry.type === 'block.changed') {
    const { change, stationCode: station, startAt, timeZone } = entry.data
    const when = words.dayTime(startAt, timeZone)
    return {
      title: words.say(`log.block.${change}`, { station }),
      note: words.say(`log.block_note.${change}`, { when }),
    }
  }
  if (entry.type === 'log.skipped') {
    return { title: words.t('log.skipped', { count: entry.data.count }), note: '' }
  }
  const { phase, gps, reason } = entry.data
  return {
    title: stateName(words, phase, gps),
    note: reason === null ? words.t(`hint.${phase}`) : words.t(`reason.${reason}`),
  }
}
