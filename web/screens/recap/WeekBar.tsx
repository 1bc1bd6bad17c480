import { IconChevronLeft } from '../../icons/chevron-left.ts'
import { IconChevronRight } from '../../icons/chevron-right.ts'
import type { ReactNode } from 'react'
import { shiftDay } from '@madruga/core/days.ts'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { weekWords } from './figures.ts'
import type { WeekRecap } from './queries.ts'

/** The current week, as the tab on top of a guide sign, with links to the previous and the next one. */
export function WeekBar({ week, today, empty }: { week: WeekRecap; today: string; empty: boolean }) {
  const words = useWords()
  const { t } = words
  const before = week.earliest !== null && week.earliest < week.from ? shiftDay(week.from, -7) : null
  const after = shiftDay(week.from, 7) <= today ? shiftDay(week.from, 7) : null
  return (
    <nav aria-label={t('RECAP')} className="recap-act flex items-end gap-2">
      <Step day={before} label={t('recap.earlier')}>
        <IconChevronLeft size={24} aria-hidden />
      </Step>
      <p className="mx-auto min-w-0 text-center font-extrabold leading-tight" data-empty={empty}>
        <span className="recap-tab">
          {weekWords(words, week)}
          {today >= week.from && today <= week.to && (
            <span className="recap-quiet block text-sm font-semibold">{t('recap.this_week')}</span>
          )}
        </span>
      </p>
      <Step day={after} label={t('recap.later')}>
        <IconChevronRight size={24} aria-hidden />
      </Step>
    </nav>
  )
}

function Step({ day, label, children }: { day: string | null; label: string; children: ReactNode }) {
  if (day === null) return <span className="size-12 shrink-0" />
  return (
    <ScreenLink screen="recap" search={{ day }} className="btn mb-2 !size-12 shrink-0 !p-0">
      {children}
      <span className="sr-only">{label}</span>
    </ScreenLink>
  )
}
