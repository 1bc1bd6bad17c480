import { useState } from 'react'
import { useWords } from '../../i18n.ts'
import { Day } from './Day.tsx'
import { FRAMED_IN_SHEET, Refusal, ToggleRow } from './Rows.tsx'
import { Section } from './Section.tsx'
import { WEEKDAY_GROUPS } from '../../ui/weekday-groups.ts'
import { copyDay } from './fields.ts'
import type { WeekFields } from './fields.ts'
import { errorAt, partOf, watched } from './part.ts'
import type { Part } from './part.ts'
import { zoneName } from '@madruga/core/formats.ts'

/** The filter's own week. */
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
  return (
    <Section
      name="week"
      title={words.t('filter.week')}
      hint={words.t('filter.week_hint', { zone: zoneName(words.locale, timeZone) })}
    >
      <Week part={part} second={second} />
    </Section>
  )
}

/** Seven days, Monday first, each a line with its hours, expandable. */
export function Week({ part, second }: { part: Part<WeekFields>; second: boolean }) {
  const [open, setOpen] = useState<number | null>(null)
  const days = partOf(part, 'days')
  return (
    <div className={`divide-y divide-line bg-surface ${FRAMED_IN_SHEET}`}>
      <div className="px-4 empty:hidden">
        <Refusal>{errorAt(days)}</Refusal>
      </div>
      {WEEKDAY_GROUPS.all.map((weekday) => {
        const index = weekday - 1
        const plain = partOf(days, index)
        const refused = errorAt(plain) !== undefined
        // A day expanded by its error stays expanded after the fix.
        const day = refused ? watched(plain, () => setOpen(index)) : plain
        return (
          <Day
            key={weekday}
            part={day}
            weekday={weekday}
            second={second}
            open={open === index || refused}
            onOpen={(next) => setOpen(next ? index : null)}
            onCopy={(weekdays) => days.update((all) => copyDay(all, weekday, weekdays))}
          />
        )
      })}
      <ToggleRow part={part} name="mustEndInside" text="filter.end_inside" />
    </div>
  )
}
