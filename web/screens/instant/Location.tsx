import { useQuery } from '@tanstack/react-query'
import { Failed } from '../../ui/Failed.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { PlaceForm } from './PlaceForm.tsx'
import { instantQuery } from './queries.ts'

/** The location where the driver waits: for instant offers, and for computing net pay. */
export function Location() {
  const instant = useQuery(instantQuery)
  if (instant.data) return <PlaceForm view={instant.data} />
  if (instant.isError) return <Failed error={instant.error} onRetry={() => void instant.refetch()} />
  return <PageSkeleton shapes={['h-14', 'h-80']} />
}
