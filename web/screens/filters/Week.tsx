import { useState } from 'react'
import { useWords } from '../../i18n.ts'
import { useDesktop } from '../../ui/media.ts'
import { Day, DayButton } from './Day.tsx'
import { FRAMED_IN_SHEET, Refusal, ToggleRow } from './Rows.tsx'
import { Section } from './Section.tsx'
import { WEEKDAY_GROUPS } from '../../ui/weekday-groups.ts'
import { copyDay, isEveryDayAlike } from './fields.ts'
import type { WeekFields } from './fields.ts'
import { errorAt, hasErrors, partOf, watched } from './part.ts'
import type { Part } from './part.ts'
import { zoneName } from '@madruga/core/formats.ts'

/** The filter's own week; on a phone one row while every day has the same hours. */
export function WeekSection({
  part,
  timeZone,
  second,
}: {
  part: Part<WeekFields>
  timeZone: string
  second: boolean
}) {
  const words = useWords()
  const desktop = useDesktop()
  const isAlike = isEveryDayAlike(part.value.days) && !hasErrors(partOf(part, 'days'))
  // Decided once: days that become alike while they are edited stay.
  const [isFolded, setFolded] = useState(isAlike && !desktop)
  return (
    <Section
      name="week"
      title={words.t('filter.week')}
      aside={
        <span className="text-sm text-muted">
          {words.t('filter.week_hint', { zone: zoneName(words.locale, timeZone) })}
        </span>
      }
    >
      <Week part={part} second={second} onUnfold={isFolded && isAlike ? () => setFolded(false) : null} />
    </Section>
  )
}

/** Seven days, Monday first, each a line with its hours, expandable; or one line for all of them. */
export function Week({
  part,
  second,
  onUnfold = null,
}: {
  part: Part<WeekFields>
  second: boolean
  /** Shows the days instead of one line for all; null = they are shown. */
  onUnfold?: (() => void) | null
}) {
  const { t } = useWords()
  const [open, setOpen] = useState<number | null>(null)
  const days = partOf(part, 'days')
  return (
    <div className={`divide-y divide-line bg-surface ${FRAMED_IN_SHEET}`}>
      <div className="px-4 empty:hidden">
        <Refusal>{errorAt(days)}</Refusal>
      </div>
      {onUnfold !== null && (
        <div className="pr-4">
          <DayButton name={t('weekdays.all')} day={days.value[0]!} open={false} onToggle={onUnfold} />
        </div>
      )}
      {(onUnfold === null ? WEEKDAY_GROUPS.all : []).map((weekday) => {
        const index = weekday - 1
        const plain = partOf(days, index)
        const isRefused = errorAt(plain) !== undefined
        // A day expanded by its error stays expanded after the fix.
        const day = isRefused ? watched(plain, () => setOpen(index)) : plain
        return (
          <Day
            key={weekday}
            part={day}
            weekday={weekday}
            second={second}
            open={open === index || isRefused}
            onOpen={(next) => setOpen(next ? index : null)}
            onCopy={(weekdays) => days.update((all) => copyDay(all, weekday, weekdays))}
          />
        )
      })}
      <ToggleRow part={part} name="mustEndInside" text="filter.end_inside" />
    </div>
  )
}
