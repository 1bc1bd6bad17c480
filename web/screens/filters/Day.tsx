import { useId } from 'react'
import type { ComponentProps } from 'react'
import { formatMinute } from '@madruga/core/days.ts'
import type { Weekday } from '@madruga/core/schedule.ts'
import { DAY_MINUTES } from '@madruga/core/time.ts'
import { announce } from '../../announce.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { IconCopy, IconPlus, IconTrash } from '../../icons/drawings.ts'
import { SwitchKnob } from '../../ui/SwitchRow.tsx'
import { WEEKDAY_GROUPS } from '../../ui/weekday-groups.ts'
import { FoldButton, Refusal } from './Rows.tsx'
import { crossesMidnight, endMinute, proposeSecond, parseClock } from './fields.ts'
import type { DayFields, HoursFields } from './fields.ts'
import { change, errorAt } from './part.ts'
import type { Part } from './part.ts'

/** A day of a week: on or off, and its hours when expanded. */
export function Day({
  part,
  weekday,
  second,
  open,
  onOpen,
  onCopy,
}: {
  part: Part<DayFields>
  weekday: Weekday
  /** Whether a second range is allowed. */
  second: boolean
  open: boolean
  onOpen: (open: boolean) => void
  onCopy: (weekdays: readonly number[]) => void
}) {
  const words = useWords()
  const { t } = words
  const day = part.value
  const name = words.weekday(weekday)
  const id = useId()
  return (
    <fieldset className="min-w-0" data-invalid={errorAt(part) !== undefined}>
      <legend className="sr-only">{name}</legend>
      <div className="flex items-center gap-2 pr-4">
        <DayButton
          name={name}
          day={day}
          open={day.on && open}
          disabled={!day.on}
          onToggle={() => onOpen(!open)}
        />
        <span id={id} className="sr-only">
          {t('filter.day_on', { day: name })}
        </span>
        <SwitchKnob checked={day.on} onChange={(on) => change(part, { on })} labelledBy={id} />
      </div>
      {day.on && open && <DayHours part={part} weekday={weekday} second={second} onCopy={onCopy} />}
    </fieldset>
  )
}

/** A day's hours in a line, written and drawn, which opens their fields. */
export function DayButton({
  name,
  day,
  ...fold
}: { name: string; day: DayFields } & Omit<ComponentProps<typeof FoldButton>, 'children'>) {
  const words = useWords()
  return (
    <FoldButton look="pl-4" {...fold}>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-2 leading-tight">
          <span className="font-bold first-letter:uppercase">{name}</span>
          <span className="tnum text-sm text-muted">{dayText(words, day)}</span>
        </span>
        <span className="mt-1 block">
          <DayBar day={day} />
        </span>
      </span>
    </FoldButton>
  )
}

function DayHours({
  part,
  weekday,
  second,
  onCopy,
}: {
  part: Part<DayFields>
  weekday: Weekday
  second: boolean
  onCopy: (weekdays: readonly number[]) => void
}) {
  const words = useWords()
  const { t } = words
  const day = part.value
  const error = errorAt(part)
  const span = { weekday, invalid: error !== undefined }
  return (
    <div className="grid gap-3 px-4 pb-4">
      {!day.allDay && <Span {...span} hours={day} onChange={(hours) => change(part, hours)} />}
      {!day.allDay && day.second && (
        <div className="grid gap-1">
          <div className="flex items-center justify-between gap-2">
            <span className="font-semibold">{t('editor.second_hours')}</span>
            <button
              type="button"
              className="grid size-12 place-items-center rounded-xl text-muted hover:bg-surface-2"
              aria-label={t('editor.remove_second', { day: words.weekday(weekday) })}
              onClick={() => change(part, { second: null })}
            >
              <IconTrash size={20} aria-hidden />
            </button>
          </div>
          <Span
            {...span}
            hours={day.second}
            onChange={(hours) => change(part, { second: { ...day.second!, ...hours } })}
          />
        </div>
      )}
      <Refusal>{error}</Refusal>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn aria-pressed:bg-sign aria-pressed:text-on-sign"
          aria-pressed={day.allDay}
          onClick={() => change(part, { allDay: !day.allDay })}
        >
          {t('filter.all_day')}
        </button>
        {second && !day.allDay && !day.second && (
          <button type="button" className="btn" onClick={() => change(part, { second: proposeSecond(day) })}>
            <IconPlus size={18} aria-hidden />
            {t('editor.second_hours')}
          </button>
        )}
      </div>
      <CopyTo weekday={weekday} onCopy={onCopy} />
    </div>
  )
}

/** Copies a day's hours to groups of days, or to one day after the other. */
function CopyTo({ weekday, onCopy }: { weekday: Weekday; onCopy: (weekdays: readonly number[]) => void }) {
  const words = useWords()
  const { t } = words
  const copy = (name: string, weekdays: readonly number[]) => {
    onCopy(weekdays)
    announce(t('filter.copied_to', { day: words.weekday(weekday), days: name }))
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 flex items-center gap-2 text-sm font-semibold">
        <IconCopy size={18} aria-hidden />
        {t('filter.copy_to')}
      </legend>
      <div className="flex flex-wrap gap-2">
        {(['all', 'weekdays', 'weekend'] as const).map((group) => (
          <button
            key={group}
            type="button"
            className="btn text-sm"
            onClick={() => copy(t(`weekdays.${group}`), WEEKDAY_GROUPS[group])}
          >
            {t(`weekdays.${group}`)}
          </button>
        ))}
        {WEEKDAY_GROUPS.all
          .filter((day) => day !== weekday)
          .map((day) => (
            <button
              key={day}
              type="button"
              className="btn text-sm capitalize"
              onClick={() => copy(words.weekday(day), [day])}
            >
              {words.weekday(day, 'short').replace('.', '')}
            </button>
          ))}
      </div>
    </fieldset>
  )
}

function Span({
  hours,
  weekday,
  invalid,
  onChange,
}: {
  hours: HoursFields
  weekday: Weekday
  invalid: boolean
  onChange: (hours: Partial<HoursFields>) => void
}) {
  const words = useWords()
  const { t } = words
  return (
    <>
      <div className="grid grid-cols-2 gap-2.5 max-[21rem]:grid-cols-1">
        {(['from', 'to'] as const).map((edge) => (
          <label key={edge} className="grid gap-1 text-sm text-muted">
            {t(`filter.${edge}`)}
            <input
              type="time"
              className="field !px-3"
              value={hours[edge]}
              aria-invalid={invalid}
              onChange={(event) => onChange({ [edge]: event.target.value })}
            />
          </label>
        ))}
      </div>
      {!invalid && crossesMidnight(hours) && (
        <p className="text-sm text-muted">
          {t('filter.next_day', {
            day: words.weekday((weekday % 7) + 1),
            time: formatMinute(words, endMinute(hours.to)),
          })}
        </p>
      )}
    </>
  )
}

/** A day from midnight to midnight with its hours highlighted. */
function DayBar({ day }: { day: DayFields }) {
  return (
    <svg
      viewBox={`0 0 ${DAY_MINUTES} 8`}
      preserveAspectRatio="none"
      aria-hidden
      className="h-1.5 w-full rounded-full bg-surface-2"
    >
      {spansOf(day).map(([start, end]) => (
        <rect key={`${start}-${end}`} x={start} width={end - start} height={8} className="fill-amber" />
      ))}
    </svg>
  )
}

function spansOf(day: DayFields): [number, number][] {
  if (!day.on) return []
  if (day.allDay) return [[0, DAY_MINUTES]]
  return [day, ...(day.second ? [day.second] : [])].flatMap((hours: HoursFields): [number, number][] => {
    const [from, to] = [parseClock(hours.from), endMinute(hours.to)]
    if (Number.isNaN(from + to)) return []
    return to < from
      ? [
          [from, DAY_MINUTES],
          [0, to],
        ]
      : [[from, to]]
  })
}

/** A short summary of a day's hours. */
function dayText(words: Words, day: DayFields): string {
  if (!day.on) return words.t('filter.day_off')
  if (day.allDay) return words.t('filter.all_day')
  const spans = [day, ...(day.second ? [day.second] : [])]
  if (spans.some((span) => Number.isNaN(parseClock(span.from) + parseClock(span.to))))
    return words.t('error.filters.no_range')
  return spans.map((span) => spanText(words, span)).join(', ')
}

function spanText(words: Words, { from, to }: HoursFields): string {
  return words.t('filter.hours_of', {
    from: formatMinute(words, parseClock(from)),
    to: formatMinute(words, endMinute(to)),
  })
}
