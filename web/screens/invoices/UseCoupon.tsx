import { IconTicket } from '../../icons/drawings.ts'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { useWords } from '../../i18n.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'

const loadForm = () => import('./CouponForm.tsx')
const CouponForm = lazy(() => loadForm().then((module) => ({ default: module.CouponForm })))

/** For an unpaid invoice: opens the coupon field, and shows the discount. */
export function UseCoupon({ number }: { number: string }) {
  const { t, money } = useWords()
  const [open, setOpen] = useState(false)
  const [takenCents, setTaken] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The field that had the focus is gone.
    if (takenCents > 0) button.current?.focus()
  }, [takenCents])
  if (open) {
    return (
      <Suspense fallback={<Skeleton className="h-32 rounded-xl" />}>
        <CouponForm
          number={number}
          onDone={(cents) => {
            setTaken(cents)
            setOpen(false)
          }}
        />
      </Suspense>
    )
  }
  return (
    <div className="recap-act grid gap-1">
      {takenCents > 0 && (
        <p className="font-semibold leading-snug text-green">
          {t('invoices.coupon_taken', { sum: money(takenCents) })}
        </p>
      )}
      <button
        ref={button}
        type="button"
        className="btn justify-self-start"
        onClick={() => setOpen(true)}
        onPointerEnter={() => void loadForm()}
      >
        <IconTicket size={20} aria-hidden className="shrink-0" />
        {t('invoices.coupon_have')}
        <span className="sr-only">{number}</span>
      </button>
    </div>
  )
}
