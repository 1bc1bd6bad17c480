import { Suspense, lazy } from 'react'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { PARTS, placeOf, usePlace } from './address.ts'
import './books.css'

const VIEWS = {
  revenue: lazy(() => import('./Revenue.tsx').then((module) => ({ default: module.Revenue }))),
  invoices: lazy(() => import('./Invoices.tsx').then((module) => ({ default: module.Invoices }))),
  payments: lazy(() => import('./Payments.tsx').then((module) => ({ default: module.Payments }))),
  coupons: lazy(() => import('./Coupons.tsx').then((module) => ({ default: module.Coupons }))),
  prices: lazy(() => import('./Prices.tsx').then((module) => ({ default: module.Prices }))),
  reconciliation: lazy(() =>
    import('./Reconciliation.tsx').then((module) => ({ default: module.Reconciliation })),
  ),
} as const

/** The operator's money screens; `&part=` says which. */
export function Books() {
  const { t } = useWords()
  const { part } = usePlace()
  const View = VIEWS[part]
  return (
    <>
      <nav aria-label={t('books.parts')} className="books-parts">
        {PARTS.map((one) => (
          <ScreenLink
            key={one}
            screen="admin"
            search={placeOf(one)}
            current={one === part}
            className="books-part"
          >
            {t(`books.part.${one}`)}
          </ScreenLink>
        ))}
      </nav>
      <Suspense
        fallback={
          <div className="card overflow-hidden" aria-busy="true">
            <SkeletonRows rows={6} />
          </div>
        }
      >
        <View />
      </Suspense>
    </>
  )
}
