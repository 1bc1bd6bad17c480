import { IconChevronDown, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { announce } from '../../announce.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { SwitchKnob, SwitchRow } from '../../ui/SwitchRow.tsx'
import { Section } from './Section.tsx'
import { WEEKDAYS, crossesMidnight, endMinute, parseClock } from './fields.ts'
import type { DayFields, FilterFields } from './fields.ts'

type Form = UseFormReturn<FilterFields>

/** The week: each day a line with its hours, opened to change them. */
export function WeekSection({
  form,
  values,
  timeZone,
}: {
  form: Form
  values: FilterFields
  timeZone: string
}) {
  const words = useWords()
  const { t } = words
  const [open, setOpen] = useState<number | null>(null)
  const errors = form.formState.errors.days
  return (
    <Section
      name="week"
      title={t('filter.week')}
      hint={t('filter.week_hint', { zone: zoneName(words, timeZone) })}
    >
      <p role="alert" className="mb-2 font-semibold text-red empty:hidden">
        {errors?.message ?? errors?.root?.message}
      </p>
      <div className="grid gap-2">
        {WEEKDAYS.map((weekday, index) => (
          <Day
            key={weekday}
            form={form}
            index={index}
            day={values.days[index]!}
            error={errors?.[index]?.message}
            open={open === index || errors?.[index] !== undefined}
            onOpen={(next) => setOpen(next ? index : null)}
          />
        ))}
        <Controller
          control={form.control}
          name="mustEndInside"
          render={({ field }) => (
            <SwitchRow
              label={t('filter.end_inside')}
              hint={t('filter.end_inside_hint')}
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        />
      </div>
    </Section>
  )
}

function Day({
  form,
  index,
  day,
  error,
  open,
  onOpen,
}: {
  form: Form
  index: number
  day: DayFields
  error: string | undefined
  open: boolean
  onOpen: (open: boolean) => void
}) {
  const words = useWords()
  const { t } = words
  const name = words.weekday(index + 1)
  const id = `day-${index}`
  const change = (part: Partial<DayFields>) => {
    form.clearErrors('days')
    form.setValue(`days.${index}`, { ...day, ...part }, { shouldDirty: true })
  }
  return (
    <fieldset className="min-w-0 rounded-2xl bg-surface" data-invalid={error !== undefined}>
      <legend className="sr-only">{name}</legend>
      <div className="flex items-center gap-2 pr-4">
        <button
          type="button"
          className="grid min-h-16 min-w-0 flex-1 grid-cols-[minmax(0,1fr)_1.25rem] items-center gap-2 rounded-2xl py-2 pl-4 text-left disabled:cursor-default"
          aria-expanded={day.on && open}
          disabled={!day.on}
          onClick={() => onOpen(!open)}
        >
          <span className="min-w-0">
            <span className="block truncate font-bold capitalize leading-tight">{name}</span>
            <span className="tnum block truncate text-sm text-muted">{summary(words, day)}</span>
            <span className="mt-1.5 block">
              <DayBar day={day} />
            </span>
          </span>
          {day.on && (
            <IconChevronDown
              size={20}
              aria-hidden
              className={`text-muted transition-transform motion-reduce:transition-none ${open ? 'rotate-180' : ''}`}
            />
          )}
        </button>
        <span id={id} className="sr-only">
          {t('filter.day_on', { day: name })}
        </span>
        <SwitchKnob checked={day.on} onChange={(on) => change({ on })} labelledBy={id} />
      </div>
      {day.on && open && <Hours form={form} index={index} day={day} error={error} onChange={change} />}
    </fieldset>
  )
}

function Hours({
  form,
  index,
  day,
  error,
  onChange,
}: {
  form: Form
  index: number
  day: DayFields
  error: string | undefined
  onChange: (part: Partial<DayFields>) => void
}) {
  const words = useWords()
  const { t } = words
  const copy = () => {
    form.setValue(
      'days',
      WEEKDAYS.map(() => ({ ...day })),
      { shouldDirty: true },
    )
    announce(t('filter.copied', { day: words.weekday(index + 1) }))
  }
  return (
    <div className="grid gap-3 px-4 pb-4">
      {!day.allDay && (
        <div className="grid grid-cols-2 gap-2.5 max-[21rem]:grid-cols-1">
          {(['from', 'to'] as const).map((edge) => (
            <label key={edge} className="grid gap-1 text-sm text-muted">
              {t(`filter.${edge}`)}
              <input
                type="time"
                className="field !px-3"
                value={day[edge]}
                aria-invalid={error !== undefined}
                onChange={(event) => onChange({ [edge]: event.target.value })}
              />
            </label>
          ))}
        </div>
      )}
      {!day.allDay && crossesMidnight(day) && (
        <p className="text-sm text-muted">
          {t('filter.next_day', {
            day: words.weekday(((index + 1) % 7) + 1),
            time: clockText(words, endMinute(day.to)),
          })}
        </p>
      )}
      <p role="alert" className="font-semibold text-red empty:hidden">
        {error}
      </p>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn aria-pressed:bg-sign aria-pressed:text-on-sign"
          aria-pressed={day.allDay}
          onClick={() => onChange({ allDay: !day.allDay })}
        >
          {t('filter.all_day')}
        </button>
        <button type="button" className="btn" onClick={copy}>
          <IconCopy size={18} aria-hidden />
          {t('filter.copy')}
        </button>
      </div>
    </div>
  )
}

function DayBar({ day }: { day: DayFields }) {
  const from = day.allDay ? 0 : parseClock(day.from)
  const to = day.allDay ? 1440 : endMinute(day.to)
  const spans =
    !day.on || Number.isNaN(from + to)
      ? []
      : to < from
        ? [
            [from, 1440],
            [0, to],
          ]
        : [[from, to]]
  return (
    <svg
      viewBox="0 0 1440 8"
      preserveAspectRatio="none"
      aria-hidden
      className="h-1.5 w-full rounded-full bg-surface-2"
    >
      {spans.map(([start = 0, end = 0]) => (
        <rect key={start} x={start} width={end - start} height={8} className="fill-amber" />
      ))}
    </svg>
  )
}

function summary(words: Words, day: DayFields): string {
  if (!day.on) return words.t('filter.day_off')
  if (day.allDay) return words.t('filter.all_day')
  const [from, to] = [parseClock(day.from), endMinute(day.to)]
  if (Number.isNaN(from + to)) return words.t('error.filters.no_range')
  return words.t('filter.hours_of', { from: clockText(words, from), to: clockText(words, to) })
}

/** A minute of the day as the language writes it, whatever the device's zone. */
function clockText(words: Words, minute: number): string {
  return new Intl.DateTimeFormat(words.locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(minute * 60_000)
}

function zoneName(words: Words, timeZone: string): string {
  try {
    const parts = new Intl.DateTimeFormat(words.locale, {
      timeZone,
      timeZoneName: 'longGeneric',
    }).formatToParts()
    return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
  } catch {
    return timeZone
  }
}
