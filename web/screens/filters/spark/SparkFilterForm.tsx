import type { SparkFilter } from '@madruga/core/filters.ts'
import type { Station } from '@madruga/core/offers.ts'
import { useWords } from '../../../i18n.ts'
import { EditorColumns, EditorFrame } from '../EditorFrame.tsx'
import { ListedStations } from '../ListedStations.tsx'
import { MoreRules } from '../MoreRules.tsx'
import { WeekSection } from '../Week.tsx'
import { arrivalRule, useCommonRules } from '../CommonRules.tsx'
import { partOf } from '../part.ts'
import { useFilterForm } from '../use-filter-form.ts'
import type { SavedFilter } from '../use-filter-form.ts'
import { useJump } from '../use-jump.ts'
import { KindsSection } from './KindsSection.tsx'
import { MilesSection } from './MilesSection.tsx'
import { SPARK_FORM } from './spark-fields.ts'

/** The editor of the spark variant, for every plan. */
export function SparkFilterForm({
  driverId,
  saved,
  stores,
}: {
  driverId: string
  saved: SavedFilter<SparkFilter>
  stores: readonly Station[]
}) {
  const state = useFilterForm(SPARK_FORM, driverId, saved, stores)
  const { root } = state
  const { plan, timeZone } = state.base.filter
  const { jump, unfolded, onFold } = useJump()
  const words = useWords()
  const rules = [...useCommonRules(root, { plan }), arrivalRule(words, root)]
  return (
    <EditorFrame state={state} onJump={jump}>
      <EditorColumns
        aside={<WeekSection part={partOf(root, 'week')} timeZone={timeZone} second={plan !== 'basic'} />}
        end={<MoreRules state={state} rules={rules} unfolded={unfolded} onFold={onFold} />}
      >
        <ListedStations variant="spark" part={partOf(root, 'storeIds')} stations={stores} gone={saved.gone} />
        <KindsSection part={root} />
        <MilesSection part={root} />
      </EditorColumns>
    </EditorFrame>
  )
}
