import { Suspense, lazy, useState } from 'react'
import { useWords } from '../../i18n.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'

const PaymentCard = lazy(() =>
  import('./PaymentCard.tsx').then((module) => ({ default: module.PaymentCard })),
)

/** One payment in a sheet over the list. */
export function PaymentSheet({ reference, onClose }: { reference: string | null; onClose: () => void }) {
  const { t } = useWords()
  // While the sheet slides away it still shows what it showed.
  const [shown, setShown] = useState(reference)
  if (reference !== null && reference !== shown) setShown(reference)
  return (
    <Sheet
      open={reference !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('books.payment_title', { reference: shown ?? '' })}
    >
      <Suspense fallback={<SkeletonRows rows={5} />}>
        {shown !== null && <PaymentCard key={shown} reference={shown} />}
      </Suspense>
    </Sheet>
  )
}
