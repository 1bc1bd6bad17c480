import { useQuery } from '@tanstack/react-query'
import { IconEye } from '@tabler/icons-react'
import { useWords } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'

/** A note under the state on home that a run only watches. */
export function Watching({ until }: { until: number }) {
  const words = useWords()
  const timeZone = useQuery(sessionQuery).data?.timeZone
  return (
    <ScreenLink
      screen="live-log-test"
      className="mt-2 flex min-h-12 items-center gap-2 font-bold text-amber-text underline"
    >
      <IconEye size={22} aria-hidden className="shrink-0" />
      {words.t('shadow.until', { when: words.dayTime(until, timeZone) })}
    </ScreenLink>
  )
}
