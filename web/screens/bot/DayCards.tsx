import { IconCar } from '../../icons/car.ts'
import { IconInfoCircle } from '../../icons/info-circle.ts'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { ZoneNote } from '../../ui/ZoneNote.tsx'
import { Budget, isBudgetLow } from './Budget.tsx'
import { ServerStatus } from './ServerStatus.tsx'
import { WeekSoFar } from './WeekSoFar.tsx'
import type { Today } from './state.ts'

/** The week's money, what is wrong with requests and servers, and the way to their figures. */
export function DayCards({ today, timeZone }: { today: Today; timeZone: string | undefined }) {
  const { t } = useWords()
  return (
    <div className="card grid gap-4 px-5 py-4">
      <WeekSoFar />
      {isBudgetLow(today) && <Budget today={today} />}
      <ZoneNote timeZone={timeZone} />
      <ServerStatus onlyFaults />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
        <ScreenLink screen="glance">
          <IconCar size={22} aria-hidden />
          {t('title.glance')}
        </ScreenLink>
        <ScreenLink screen="bot-info">
          <IconInfoCircle size={22} aria-hidden />
          {t('title.bot-info')}
        </ScreenLink>
      </div>
    </div>
  )
}
