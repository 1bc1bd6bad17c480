import { useState } from 'react'
import type { Variant } from '@madruga/core/offers.ts'
import { useWords } from '../../i18n.ts'
import { onDemand } from '../../ui/on-demand.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { LocalValue } from '../platforms/RemovedFilter.tsx'

const RemovedFilter = onDemand(() =>
  import('../platforms/RemovedFilter.tsx').then((module) => module.RemovedFilter),
)

/**
 * Above an editor: a filter that a sync deleted, or that was kept for its plan. Stays visible after a
 * restore, to confirm it; its part is fetched only if there is one.
 */
export function RemovedAbove({
  variant,
  removedAt,
  kept,
  timeZone,
}: {
  variant: Variant
  removedAt: number | null
  kept: LocalValue | null
  timeZone: string
}) {
  const [isWanted, setWanted] = useState(false)
  if ((removedAt !== null || kept !== null) && !isWanted) setWanted(true)
  if (!isWanted) return null
  return (
    <div className="mx-auto w-full max-w-[72rem] px-3 pb-4 empty:hidden min-[22.5rem]:px-4 lg:px-6">
      <RemovedFilter variant={variant} removedAt={removedAt} kept={kept} timeZone={timeZone} onFilterScreen />
    </div>
  )
}

/** The skeleton of an editor while its filter loads. */
export function EditorWaiting() {
  const { t } = useWords()
  return (
    <div className="mx-auto grid w-full max-w-[72rem] gap-3 px-4 pt-2 lg:px-6" aria-busy="true">
      <span className="sr-only">{t('shell.loading')}</span>
      <Skeleton className="h-6 w-32" />
      <div className="grid grid-cols-2 gap-2 lg:max-w-[50%]">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="h-[3.75rem]" />
        ))}
      </div>
      <Skeleton className="mt-4 h-6 w-24" />
      <Skeleton className="h-14 lg:max-w-[50%]" />
    </div>
  )
}
