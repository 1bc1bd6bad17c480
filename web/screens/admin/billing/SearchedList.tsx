import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { currentAddress } from '../../../address.ts'
import { warmSheet, LateSheet } from '../../../ui/LateSheet.tsx'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { MoreButton } from '../MoreButton.tsx'
import { Results } from '../Results.tsx'
import { usePlace } from './address.ts'

/** A list of money that is fetched page by page. */
type Pages = {
  isPending: boolean
  isError: boolean
  error: Error | null
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

type ListProps<Row> = {
  list: Pages
  rows: readonly Row[]
  /** The text for an empty result. */
  none: string
  noneText: string
  /** The unique name by which a row is opened. */
  nameOf: (row: Row) => string
  /** The content of a row. */
  children: (row: Row) => ReactNode
}

/**
 * A search with its results, and one of them in a sheet. The term and the open item are part of the address.
 */
export function SearchedList<Row>({
  label,
  choices,
  titleOf,
  card,
  loadCard,
  ...list
}: ListProps<Row> & {
  /** What is searched. */
  label: string
  /** Beside the search. */
  choices?: ReactNode
  /** The title of an item's sheet, and its content, by name. */
  titleOf: (name: string) => string
  card: (name: string) => ReactNode
  /** A finger approaches a row: prefetch its content. */
  loadCard: () => unknown
}) {
  const { place, show } = usePlace()
  const { text = '', open = null } = place
  const close = () => {
    // A sheet also closes because its reader opened another address, which stays.
    if (currentAddress().search.open === open) show({ ...place, open: '' })
  }
  return (
    <>
      <div className="console-find">
        <SearchBox label={label} text={text} onSearch={(next) => show({ ...place, text: next })} />
        {choices}
      </div>
      <Found
        {...list}
        onOpen={(name) => show({ ...place, open: name })}
        onNear={() => {
          void loadCard()
          warmSheet()
        }}
      />
      <OpenedSheet name={open} titleOf={titleOf} onClose={close}>
        {card}
      </OpenedSheet>
    </>
  )
}

/** Loading, failed, empty, or its rows. */
function Found<Row>({
  list,
  rows,
  none,
  noneText,
  nameOf,
  onOpen,
  onNear,
  children,
}: ListProps<Row> & { onOpen: (name: string) => void; onNear: () => void }) {
  return (
    <Results list={list} empty={rows.length === 0} none={none} noneText={noneText}>
      <ul className="console-list card" onPointerDown={onNear}>
        {rows.map((row) => (
          <li key={nameOf(row)}>
            <button type="button" className="console-row accounting-row" onClick={() => onOpen(nameOf(row))}>
              {children(row)}
            </button>
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </Results>
  )
}

/** A sheet for one item of a list; null = none. */
function OpenedSheet({
  name,
  titleOf,
  onClose,
  children,
}: {
  name: string | null
  titleOf: (name: string) => string
  onClose: () => void
  /** The content of the sheet. */
  children: (name: string) => ReactNode
}) {
  // While the sheet slides out it still shows its item.
  const [lastName, setLastName] = useState(name)
  if (name !== null && name !== lastName) setLastName(name)
  if (lastName === null) return null
  return (
    <LateSheet open={name !== null} onOpenChange={(open) => !open && onClose()} title={titleOf(lastName)}>
      <Suspense fallback={<SkeletonRows rows={5} />}>{children(lastName)}</Suspense>
    </LateSheet>
  )
}
