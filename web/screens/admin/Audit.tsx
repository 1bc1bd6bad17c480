import { useInfiniteQuery } from '@tanstack/react-query'
import { useWords } from '../../i18n.ts'
import { Failed } from '../../ui/Failed.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Actions } from './Actions.tsx'
import { MoreButton } from './MoreButton.tsx'
import { Nothing } from './Nothing.tsx'
import { auditQuery } from './queries.ts'

/** All operators' actions, newest first. */
export function Audit() {
  const { t } = useWords()
  const audit = useInfiniteQuery(auditQuery(null))
  const actions = audit.data?.pages.flatMap((page) => page.actions) ?? []
  if (audit.isPending) {
    return (
      <div className="card overflow-hidden" aria-busy="true">
        <SkeletonRows rows={8} />
      </div>
    )
  }
  if (audit.isError && actions.length === 0)
    return <Failed error={audit.error} onRetry={() => void audit.refetch()} />
  if (actions.length === 0) return <Nothing title={t('audit.none')} text={t('audit.none_text')} />
  return (
    <section className="grid gap-3" aria-label={t('admin.tab.audit')}>
      <div className="card console-part">
        <Actions actions={actions} />
      </div>
      <MoreButton list={audit} />
    </section>
  )
}
