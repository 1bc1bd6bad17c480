import { queryOptions, useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { api } from '../client.ts'
import { useWords } from '../i18n.ts'
import { Skeleton } from './Skeleton.tsx'
import type { MapProps } from './map/model.ts'

const LeafletMap = lazy(() =>
  import('./map/LeafletMap.tsx').then((module) => ({ default: module.LeafletMap })),
)
const GoogleMap = lazy(() => import('./map/GoogleMap.tsx').then((module) => ({ default: module.GoogleMap })))

const mapQuery = queryOptions({
  queryKey: ['map'],
  queryFn: ({ signal }) => api.instant.map(undefined, { signal }),
  staleTime: Infinity,
})

/** Our own drawing, used until the server names the map's source: it needs no server. */
const OFFLINE = { provider: 'offline' } as const

/**
 * A map on which a driver selects a place. The operator configures its source: our own drawing without any
 * server (the default), tiles of a server, or Google's. `className` sets its height.
 */
export function DriverMap({ className, ...props }: MapProps & { className: string }) {
  const { data, isError } = useQuery(mapQuery)
  const { language } = useWords()
  const source = data ?? (isError ? OFFLINE : null)
  return (
    <div className={`driver-map ${className}`}>
      <Suspense fallback={<Skeleton className="h-full w-full" />}>
        {source === null ? (
          <Skeleton className="h-full w-full" />
        ) : source.provider === 'google' ? (
          <GoogleMap key={language} apiKey={source.key} {...props} />
        ) : (
          <LeafletMap key={`${source.provider} ${language}`} source={source} {...props} />
        )}
      </Suspense>
    </div>
  )
}
