import { hoursOf, layDay, weekOf, counts, sumUp } from '@madruga/core/blocks.ts'
import { useWords } from '../../i18n.ts'
import { sayPay } from '../../pay.ts'
import { warmSheet } from '../../ui/LateSheet.tsx'
import { useDayWords } from './day-words.ts'
import { partsOf, stateKey } from './pay.ts'
import type { Part } from './pay.ts'
import type { Job } from './queries.ts'

const LEAST_HOURS = 8
const HOUR_REM = 3

/** A week on the wall clock: seven days side by side, only the needed hours. */
export function WeekView({
  day,
  today,
  blocks,
  blocksOf,
  timeZone,
  onChoose,
  onOpen,
}: {
  day: string
  today: string
  blocks: readonly Job[]
  blocksOf: ReadonlyMap<string, readonly Job[]>
  timeZone: string
  onChoose: (day: string) => void
  onOpen: (block: Job) => void
}) {
  const words = useWords()
  const { t } = words
  const dayWords = useDayWords(timeZone)
  const week = weekOf(day)
  const parts = partsOf(blocks, timeZone).filter((part) => week.includes(part.day))
  const hours = hoursOf(parts, LEAST_HOURS) ?? { from: 8, to: 8 + LEAST_HOURS }
  const rows = Array.from({ length: hours.to - hours.from }, (_, index) => hours.from + index)
  return (
    <div className="card grid grid-cols-[2.125rem_repeat(7,minmax(0,1fr))] overflow-hidden p-1.5 lg:grid-cols-[3.5rem_repeat(7,minmax(0,1fr))] lg:p-3">
      <span aria-hidden />
      {week.map((one, index) => (
        <WeekDay
          key={one}
          day={one}
          letter={words.weekday(index + 1, 'short')}
          chosen={one === day}
          isToday={one === today}
          blocks={blocksOf.get(one) ?? []}
          timeZone={timeZone}
          onChoose={onChoose}
        />
      ))}
      <div aria-hidden className="text-[0.6875rem] text-muted lg:text-sm">
        {rows.map((hour) => (
          <p key={hour} className="tnum pr-1 text-right leading-none" style={{ height: `${HOUR_REM}rem` }}>
            {dayWords.hour(hour)}
          </p>
        ))}
      </div>
      {week.map((one) => (
        <ul
          key={one}
          aria-label={dayWords.day(one)}
          className={`relative border-l border-line bg-[linear-gradient(var(--line)_1px,transparent_1px)] ${one === today ? 'bg-surface-2' : ''}`}
          style={{ height: `${rows.length * HOUR_REM}rem`, backgroundSize: `100% ${HOUR_REM}rem` }}
        >
          {layDay(parts.filter((part) => part.day === one)).map(({ item, lane, lanes }) => (
            <WeekBlock
              key={item.block.id}
              part={item}
              from={hours.from}
              lane={lane}
              lanes={lanes}
              said={`${item.block.stationCode}, ${dayWords.range(item.block)}, ${sayPay(words, item.block)}${counts(item.block) ? '' : `, ${t(stateKey(item.block))}`}`}
              pay={item.isRest ? '' : dayWords.amount(item.block)}
              onOpen={onOpen}
            />
          ))}
        </ul>
      ))}
    </div>
  )
}

function WeekDay({
  day,
  letter,
  chosen,
  isToday,
  blocks,
  timeZone,
  onChoose,
}: {
  day: string
  letter: string
  chosen: boolean
  isToday: boolean
  blocks: readonly Job[]
  timeZone: string
  onChoose: (day: string) => void
}) {
  const { t } = useWords()
  const dayWords = useDayWords(timeZone)
  const sum = sumUp(blocks)
  const { count } = sum
  const parts = [
    `${dayWords.day(day)}${isToday ? `, ${t('blocks.today')}` : ''}`,
    count > 0 ? `${t('blocks.count', { count })}; ${dayWords.amount(sum)}` : '',
  ]
  return (
    <button
      type="button"
      data-day={day}
      aria-pressed={chosen}
      onClick={() => onChoose(day)}
      className={`mb-2 grid min-h-14 content-start justify-items-center rounded-xl py-1.5 leading-tight ${
        chosen ? 'bg-amber text-on-amber' : 'hover:bg-surface-2'
      }`}
    >
      <span className="sr-only">{parts.filter(Boolean).join('; ')}</span>
      <span aria-hidden className={`text-[0.6875rem] font-semibold lg:text-sm ${chosen ? '' : 'text-muted'}`}>
        <span className="lg:hidden">{letter.slice(0, 1).toUpperCase()}</span>
        <span className="hidden first-letter:uppercase lg:inline">{letter}</span>
      </span>
      <span
        aria-hidden
        className={`tnum text-[1.0625rem] font-extrabold ${isToday ? `border-b-2 ${chosen ? 'border-current' : 'border-amber'}` : ''}`}
      >
        {Number(day.slice(8))}
      </span>
      <span
        aria-hidden
        className={`tnum min-h-[1.25em] text-[0.6875rem] font-bold tracking-[-0.02em] lg:text-sm ${chosen ? '' : 'text-green'}`}
      >
        {count > 0 ? dayWords.amount(sum) : ''}
      </span>
    </button>
  )
}

function lookOf(block: Job): string {
  if (counts(block)) return 'bg-sign text-on-sign shadow-[inset_0_0_0_1.5px_rgb(255_255_255/.85)]'
  return block.state === 'waiting'
    ? 'border-2 border-dashed border-edge bg-surface text-text'
    : 'border border-dashed border-edge bg-surface text-muted line-through'
}

function WeekBlock({
  part,
  from,
  lane,
  lanes,
  said,
  pay,
  onOpen,
}: {
  part: Part
  /** The first hour shown. */
  from: number
  lane: number
  lanes: number
  said: string
  pay: string
  onOpen: (block: Job) => void
}) {
  const { block, startMinute, endMinute } = part
  const look = lookOf(block)
  return (
    <li
      className="absolute p-px"
      style={{
        top: `${((startMinute - from * 60) / 60) * HOUR_REM}rem`,
        height: `${((endMinute - startMinute) / 60) * HOUR_REM}rem`,
        left: `${(lane / lanes) * 100}%`,
        width: `${100 / lanes}%`,
      }}
    >
      <button
        type="button"
        data-block={block.id}
        onPointerDown={warmSheet}
        onClick={() => onOpen(block)}
        className={`flex size-full flex-col items-center overflow-hidden rounded-lg px-0.5 pt-1.5 text-[0.6875rem] font-extrabold leading-tight tracking-[-0.02em] lg:text-sm ${look}`}
      >
        <span className="sr-only">{said}</span>
        <span aria-hidden className="max-w-full overflow-hidden">
          {block.stationCode}
        </span>
        <span aria-hidden className="tnum max-w-full overflow-hidden font-semibold">
          {pay}
        </span>
      </button>
    </li>
  )
}
