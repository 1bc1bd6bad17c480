import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Plan } from '@madruga/core/plans.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { announce } from '../../announce.ts'
import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { recallDriver } from '../../driver.ts'
import { filterScreen } from '../shell/menu.ts'
import { Refused } from './Refused.tsx'
import { restoreFilter } from './queries.ts'

/** A filter of a higher plan that the driver has again. */
export type LocalValue = { savedAt: number; plan: Plan }

/**
 * A filter that a sync deleted, or that was kept for its plan, and its restore; afterwards, the result.
 */
export function RemovedFilter({
  variant,
  removedAt,
  kept = null,
  timeZone,
  onFilterScreen = false,
}: {
  variant: Variant
  /** null: there is nothing to restore. */
  removedAt: number | null
  kept?: LocalValue | null
  timeZone: string | undefined
  onFilterScreen?: boolean
}) {
  const words = useWords()
  const { t } = words
  const restore = useMutation({
    mutationFn: () => restoreFilter(variant),
    onSuccess: ({ version }) => announce(t('sync.restored', { version })),
  })
  if (removedAt === null && kept === null) {
    return restore.data ? <Restored {...restore.data} onFilterScreen={onFilterScreen} /> : null
  }
  return (
    <div className="grid gap-2">
      <Notice
        kind="plain"
        actions={
          <>
            <button
              type="button"
              className="btn"
              data-strong="true"
              aria-disabled={restore.isPending}
              onClick={() => !restore.isPending && restore.mutate()}
            >
              {t(restore.isPending ? 'sync.undoing' : 'sync.undo')}
            </button>
            {!onFilterScreen && <FilterLink>{t('sync.new_filter')}</FilterLink>}
          </>
        }
      >
        {removedAt !== null
          ? t('sync.removed_at', { when: words.date(removedAt, timeZone) })
          : kept &&
            t('editor.kept', { when: words.date(kept.savedAt, timeZone), plan: t(`plan.${kept.plan}`) })}
        <span className="mt-1 block font-normal">{t(effectOf(removedAt !== null, onFilterScreen))}</span>
      </Notice>
      <Refused error={restore.error} />
    </div>
  )
}

function effectOf(isRemoved: boolean, onFilterScreen: boolean) {
  if (!isRemoved) return 'editor.kept_text'
  return onFilterScreen ? 'sync.removed_text' : 'sync.filter_deleted'
}

/** The restored filter; `lost` = stations that it had and the delivery app no longer lists. */
function Restored({
  version,
  lost,
  onFilterScreen,
}: {
  version: number
  lost: number
  onFilterScreen: boolean
}) {
  const { t } = useWords()
  return (
    <Notice kind="good" {...(!onFilterScreen && { actions: <FilterLink>{t('act.filter')}</FilterLink> })}>
      {t('sync.restored', { version })}
      {lost > 0 && <span className="mt-1 block font-normal">{t('sync.lost', { count: lost })}</span>}
    </Notice>
  )
}

/** A link to the driver's own filter. */
export function FilterLink({ children }: { children: ReactNode }) {
  return (
    <ScreenLink screen={filterScreen(recallDriver() ?? { app: 'amazon', plan: 'basic' })}>
      {children}
    </ScreenLink>
  )
}
