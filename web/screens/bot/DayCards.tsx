import { IconCar } from '../../icons/car.ts'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { ZoneNote } from '../../ui/ZoneNote.tsx'
import { Budget, isBudgetLow } from './Budget.tsx'
import { RunSchedule } from './RunSchedule.tsx'
import { ServerStatus } from './ServerStatus.tsx'
import { WeekSoFar } from './WeekSoFar.tsx'
import type { Today } from './state.ts'

/** The week's money, what is wrong with requests and servers, and one tap away what is well. */
export function DayCards({ today, timeZone }: { today: Today; timeZone: string | undefined }) {
  const { t } = useWords()
  return (
    <div className="card grid gap-4 px-5 py-4">
      <WeekSoFar />
      {isBudgetLow(today) && <Budget today={today} />}
      <ZoneNote timeZone={timeZone} />
      <ServerStatus only="faults" />
      <details>
        <summary className="flex min-h-12 cursor-pointer items-center font-bold underline">
          {t('rhythm.title')}
        </summary>
        <div className="grid gap-4 pt-2">
          <RunSchedule runSchedule={today.runSchedule} timeZone={timeZone} />
          {!isBudgetLow(today) && <Budget today={today} />}
          <ServerStatus only="well" />
        </div>
      </details>
      <ScreenLink screen="glance">
        <IconCar size={22} aria-hidden />
        {t('title.glance')}
      </ScreenLink>
    </div>
  )
}
