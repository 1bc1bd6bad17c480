import type { SparkFilter } from '@madruga/core/filters.ts'
import type { Station } from '@madruga/core/offers.ts'
import { EditorEnd } from '../EditorEnd.tsx'
import { EditorFrame } from '../EditorFrame.tsx'
import { ListedStations } from '../ListedStations.tsx'
import { ArrivalSection, LimitsSection, SpeedSection, SwitchesSection } from '../Sections.tsx'
import { WeekSection } from '../Week.tsx'
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
  const { jump, unfolded, setUnfolded } = useJump()
  return (
    <EditorFrame state={state} onJump={jump}>
      <div className="grid gap-8 lg:grid-cols-2 lg:gap-10">
        <div className="grid content-start gap-8">
          <ListedStations
            variant="spark"
            part={partOf(root, 'storeIds')}
            stations={stores}
            gone={saved.gone}
          />
          <KindsSection part={root} />
          <MilesSection part={root} />
          <ArrivalSection part={root} />
          <LimitsSection part={partOf(root, 'limits')} />
        </div>
        <div className="grid content-start gap-8">
          <WeekSection part={partOf(root, 'week')} timeZone={timeZone} second={plan !== 'basic'} />
          <SpeedSection part={root} plan={plan} />
          <SwitchesSection part={partOf(root, 'switches')} />
          <EditorEnd state={state} unfolded={unfolded} setUnfolded={setUnfolded} />
        </div>
      </div>
    </EditorFrame>
  )
}
