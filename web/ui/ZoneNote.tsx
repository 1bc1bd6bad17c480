import { IconWorld } from '../icons/drawings.ts'
import { useServerTime } from '../clock.ts'
import { useWords } from '../i18n.ts'
import { zoneName } from '@madruga/core/formats.ts'
import { Skeleton } from './Skeleton.tsx'
import { detectTimeZone } from './time-zones.ts'

const MINUTE_MS = 60_000

/**
 * The zone of all times on a screen, the driver's; with its current time if the device's differs. While the
 * session is checked it is the one that this device remembers: what comes below does not move.
 */
export function ZoneNote({ timeZone: ownZone }: { timeZone: string | undefined }) {
  const words = useWords()
  const { t, time } = words
  const now = useServerTime(MINUTE_MS)
  const timeZone = ownZone ?? words.timeZone
  if (timeZone === undefined) return <Skeleton className="h-5 w-56 max-w-full" />
  const here = detectTimeZone()
  const zone = zoneName(words.locale, timeZone)
  const same = here === timeZone || time(now, timeZone) === time(now, here)
  return (
    <p className="flex items-start gap-2 px-1 text-sm text-muted">
      <IconWorld size={18} aria-hidden className="mt-px shrink-0" />
      {same ? t('zone.same', { zone }) : t('zone.other', { zone, time: time(now, timeZone) })}
    </p>
  )
}
