import { Suspense, lazy, useState } from 'react'
import { useWords } from '../../i18n.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'

const DriverCard = lazy(() => import('./DriverCard.tsx').then((module) => ({ default: module.DriverCard })))

/** One driver in a sheet over the list; the sheet and its content are fetched in parallel. */
export function DriverSheet({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useWords()
  // While the sheet slides out it still shows its driver.
  const [shown, setShown] = useState(id)
  if (id !== null && id !== shown) setShown(id)
  return (
    <Sheet open={id !== null} onOpenChange={(open) => !open && onClose()} title={t('drivers.name')}>
      <Suspense fallback={<SkeletonRows rows={5} />}>
        {shown !== null && <DriverCard key={shown} id={shown} />}
      </Suspense>
    </Sheet>
  )
}
