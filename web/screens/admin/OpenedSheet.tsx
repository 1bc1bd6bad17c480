import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { LateSheet } from '../../ui/LateSheet.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'

/** A sheet for one item of a list; null = none. */
export function OpenedSheet({
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
  const [shown, setShown] = useState(name)
  if (name !== null && name !== shown) setShown(name)
  if (shown === null) return null
  return (
    <LateSheet open={name !== null} onOpenChange={(open) => !open && onClose()} title={titleOf(shown)}>
      <Suspense fallback={<SkeletonRows rows={5} />}>{children(shown)}</Suspense>
    </LateSheet>
  )
}
