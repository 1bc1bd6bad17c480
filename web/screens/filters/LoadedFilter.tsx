import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Filter } from '@madruga/core/filters.ts'
import type { Station, Variant } from '@madruga/core/offers.ts'
import type { Plan } from '@madruga/core/plans.ts'
import { filterQuery, stationsQuery } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { EditorWaiting, RemovedAbove } from './EditorWaiting.tsx'
import type { SavedFilter } from './use-filter-form.ts'

/** Loads a variant's filter and its stations for their editor. */
export function LoadedFilter<V extends Variant>({
  variant,
  plan,
  timeZone,
  children,
}: {
  variant: V
  plan: Plan
  timeZone: string
  children: (saved: SavedFilter<Extract<Filter, { variant: V }>>, stations: readonly Station[]) => ReactNode
}) {
  const entry = useQuery(filterQuery(variant))
  const stations = useQuery(stationsQuery(variant))
  const failure = [entry, stations].find((query) => query.isError && query.data === undefined)
  if (failure) {
    const retry = () => void Promise.all([entry.refetch(), stations.refetch()])
    return <Failed error={failure.error} onRetry={retry} />
  }
  if (!entry.data || !stations.data || entry.data.filter.variant !== variant) return <EditorWaiting />
  const { removedAt, kept } = entry.data
  // The driver's plan may have changed since the save; the session has the newest.
  const filter = { ...entry.data.filter, plan } as Extract<Filter, { variant: V }>
  return (
    <>
      <RemovedAbove variant={variant} removedAt={removedAt} kept={kept} timeZone={timeZone} />
      {children({ ...entry.data, filter }, stations.data)}
    </>
  )
}
