import type { Filter } from '@madruga/core/filters.ts'
import { ExtrasSection } from './ExtrasSection.tsx'
import type { CommonFields } from './fields.ts'
import type { useFilterForm } from './use-filter-form.ts'
import type { useJump } from './use-jump.ts'
import { onDemand } from '../../ui/on-demand.ts'

const FileSection = onDemand(() => import('./FileSection.tsx').then((module) => module.FileSection))

/** The last sections of every editor: the extras, and the filter as a file. */
export function EditorEnd<F extends Filter, Fields extends CommonFields>({
  state,
  unfolded,
  setUnfolded,
}: {
  state: ReturnType<typeof useFilterForm<F, Fields>>
} & Pick<ReturnType<typeof useJump>, 'unfolded' | 'setUnfolded'>) {
  const { variant, stations, proposed, base } = state
  const { plan, timeZone } = base.filter
  return (
    <>
      <ExtrasSection part={state.root} unfolded={unfolded} onUnfold={setUnfolded} />
      <FileSection
        edited={state.filter}
        saved={proposed ? null : base.filter}
        dirty={state.dirty}
        own={{ variant, plan, timeZone, stations }}
        onTake={(filter) => filter.variant === variant && state.replace(filter as F)}
      />
    </>
  )
}
