import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../i18n.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PlaceForm } from './PlaceForm.tsx'
import { instantQuery } from './queries.ts'

/** The place where the driver waits for instant offers. */
export function Location() {
  const { t } = useWords()
  const instant = useQuery(instantQuery)
  if (instant.data) return <PlaceForm view={instant.data} />
  if (instant.isError) return <Failed error={instant.error} onRetry={() => void instant.refetch()} />
  return (
    <div
      className="mx-auto grid w-full max-w-[72rem] gap-4 px-3 pt-1 min-[22.5rem]:px-4 lg:px-6"
      aria-busy="true"
    >
      <span className="sr-only">{t('shell.loading')}</span>
      <Skeleton className="h-14" />
      <Skeleton className="h-80" />
    </div>
  )
}
