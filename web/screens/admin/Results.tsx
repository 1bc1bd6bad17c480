import { IconRoadSign } from '../../icons/drawings.ts'
import type { ReactNode } from 'react'
import { Failed } from '../../ui/Failed.tsx'
import { EmptyCard } from '../../ui/EmptyCard.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'

/** A card of rows that are loading. */
export function LoadingCard({ rows }: { rows: number }) {
  return (
    <div className="card overflow-hidden" aria-busy="true">
      <SkeletonRows rows={rows} />
    </div>
  )
}

/** The results of a query: loading, failed, empty, or `children`. */
export function Results({
  list,
  empty,
  none,
  noneText,
  rows = 8,
  children,
}: {
  list: { isPending: boolean; isError: boolean; error: Error | null; refetch: () => unknown }
  empty: boolean
  /** The text of an empty list. */
  none: string
  /** What to do then. */
  noneText?: string
  /** Rows of the placeholder. */
  rows?: number
  children: ReactNode
}) {
  if (list.isPending) return <LoadingCard rows={rows} />
  if (list.isError && empty) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  return empty ? (
    <EmptyCard icon={IconRoadSign} title={none} {...(noneText && { text: noneText })} />
  ) : (
    children
  )
}
