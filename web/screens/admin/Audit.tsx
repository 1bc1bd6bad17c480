import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../../i18n.ts'
import { Actions } from './Actions.tsx'
import { ExportLink } from './ExportLink.tsx'
import { MoreButton } from './MoreButton.tsx'
import { OrderChoice } from './OrderChoice.tsx'
import { Results } from './Results.tsx'
import { auditQuery } from './queries.ts'
import type { Order } from './queries.ts'

/** All operators' actions, in the chosen order. */
export function Audit() {
  const { t } = useWords()
  const [order, setOrder] = useState<Order>('newest')
  const audit = useInfiniteQuery(auditQuery(null, order))
  const actions = audit.data?.pages.flatMap((page) => page.actions) ?? []
  return (
    <Results list={audit} empty={actions.length === 0} none={t('audit.none')}>
      <section className="grid gap-3" aria-label={t('admin.tab.audit')}>
        <OrderChoice order={order} onChange={setOrder} />
        <ExportLink list="audit" />
        <div className="card console-part">
          <Actions actions={actions} />
        </div>
        <MoreButton list={audit} />
      </section>
    </Results>
  )
}
