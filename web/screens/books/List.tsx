import type { ReactNode } from 'react'
import { Failed } from '../../ui/Failed.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { MoreButton } from '../admin/MoreButton.tsx'
import { Nothing } from '../admin/Nothing.tsx'

/** A list that is fetched page by page: waiting, failed, empty, or its rows. */
export function List<Row>({
  list,
  rows,
  none,
  noneText,
  keyOf,
  onNear,
  children,
}: {
  list: {
    isPending: boolean
    isError: boolean
    error: Error | null
    refetch: () => unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  rows: readonly Row[]
  none: string
  noneText: string
  keyOf: (row: Row) => string
  /** A finger nears a row: what it opens may be fetched. */
  onNear: () => void
  children: (row: Row) => ReactNode
}) {
  if (list.isPending)
    return (
      <div className="card overflow-hidden" aria-busy="true">
        <SkeletonRows rows={8} />
      </div>
    )
  if (list.isError && rows.length === 0)
    return <Failed error={list.error} onRetry={() => void list.refetch()} />
  if (rows.length === 0) return <Nothing title={none} text={noneText} />
  return (
    <>
      <ul className="console-list card" onPointerDown={onNear}>
        {rows.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  )
}
