import { IconCar } from '../../icons/car.ts'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { ZoneNote } from '../../ui/ZoneNote.tsx'
import { Budget } from './Budget.tsx'
import { RunSchedule } from './RunSchedule.tsx'
import { ServerStatus } from './ServerStatus.tsx'
import { WeekSoFar } from './WeekSoFar.tsx'
import type { Today } from './state.ts'

/** The day so far: run schedule, request budget, servers. */
export function DayCards({ today, timeZone }: { today: Today; timeZone: string | undefined }) {
  const { t } = useWords()
  return (
    <div className="card grid gap-4 px-5 py-4">
      <WeekSoFar />
      <RunSchedule runSchedule={today.runSchedule} timeZone={timeZone} />
      <Budget today={today} />
      <ZoneNote timeZone={timeZone} />
      <ServerStatus />
      <ScreenLink screen="glance" className="btn">
        <IconCar size={22} aria-hidden />
        {t('title.glance')}
      </ScreenLink>
    </div>
  )
}
