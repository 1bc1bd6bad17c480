import { useQuery } from '@tanstack/react-query'
import { useServerTime } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'

/** A note on home that the platform still wants rest while nothing runs: what a start does until then. */
export function Resting({ until }: { until: number }) {
  const words = useWords()
  const timeZone = useQuery(sessionQuery).data?.timeZone
  const now = useServerTime(1_000)
  if (until <= now) return null
  return (
    <p className="mt-2 max-w-[42ch] font-semibold leading-snug">
      {words.t('rest.until', { when: words.dayTime(until, timeZone) })}
    </p>
  )
}
