import { Budget } from './Budget.tsx'
import { Rhythm } from './Rhythm.tsx'
import { ServerStatus } from './ServerStatus.tsx'
import type { Today } from './state.ts'

/** The day so far: rhythm, request budget, servers. */
export function DayCards({ today, timeZone }: { today: Today; timeZone: string | undefined }) {
  return (
    <div className="card grid gap-4 px-5 py-4">
      <Rhythm rhythm={today.rhythm} timeZone={timeZone} />
      <Budget today={today} />
      <ServerStatus />
    </div>
  )
}
