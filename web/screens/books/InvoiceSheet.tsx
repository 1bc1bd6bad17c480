import { Suspense, lazy, useState } from 'react'
import { useWords } from '../../i18n.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'

const InvoiceCard = lazy(() =>
  import('./InvoiceCard.tsx').then((module) => ({ default: module.InvoiceCard })),
)

/** One invoice in a sheet over the list. */
export function InvoiceSheet({ number, onClose }: { number: string | null; onClose: () => void }) {
  const { t } = useWords()
  // While the sheet slides away it still shows what it showed.
  const [shown, setShown] = useState(number)
  if (number !== null && number !== shown) setShown(number)
  return (
    <Sheet
      open={number !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('books.invoice_title', { number: shown ?? '' })}
    >
      <Suspense fallback={<SkeletonRows rows={5} />}>
        {shown !== null && <InvoiceCard key={shown} number={shown} />}
      </Suspense>
    </Sheet>
  )
}
