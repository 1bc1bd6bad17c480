import { Suspense, lazy } from 'react'
import { useWords } from '../../../i18n.ts'
import { ScreenLink } from '../../../ui/ScreenLink.tsx'
import { LoadingCard } from '../Results.tsx'
import { PARTS, placeOf, usePlace } from './address.ts'
import './accounting.css'

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
export function Accounting() {
  const { t } = useWords()
  const { part } = usePlace()
  const View = VIEWS[part]
  return (
    <>
      <nav aria-label={t('accounting.parts')} className="accounting-parts">
        {PARTS.map((one) => (
          <ScreenLink
            key={one}
            screen="admin"
            search={placeOf(one)}
            current={one === part}
            className="accounting-part"
          >
            {t(`accounting.part.${one}`)}
          </ScreenLink>
        ))}
      </nav>
      <Suspense fallback={<LoadingCard rows={6} />}>
        <View />
      </Suspense>
    </>
  )
}
