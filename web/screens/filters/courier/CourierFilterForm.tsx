import type { CourierFilter } from '@madruga/core/filters.ts'
import type { Station } from '@madruga/core/offers.ts'
import { useWords } from '../../../i18n.ts'
import { EditorEnd } from '../EditorEnd.tsx'
import { EditorFrame } from '../EditorFrame.tsx'
import { PayFields } from '../PayFields.tsx'
import { useStatesPay } from '../../platforms/queries.ts'
import { ListedStations } from '../ListedStations.tsx'
import { Section } from '../Section.tsx'
import { ArrivalSection, LimitsSection, SpeedSection, SwitchesSection } from '../Sections.tsx'
import { WeekSection } from '../Week.tsx'
import { partOf } from '../part.ts'
import { useFilterForm } from '../use-filter-form.ts'
import type { SavedFilter } from '../use-filter-form.ts'
import { useJump } from '../use-jump.ts'
import { DistanceSection, JobKindsSection, LengthSection, WaitListSection } from './JobSections.tsx'
import { SkillsSection } from './SkillsSection.tsx'
import { UnknownPaySection } from './UnknownPaySection.tsx'
import { COURIER_FORM } from './courier-fields.ts'

/** The editor of the courier variant. */
export function CourierFilterForm({
  driverId,
  saved,
  places,
}: {
  driverId: string
  saved: SavedFilter<CourierFilter>
  places: readonly Station[]
}) {
  const { t } = useWords()
  const state = useFilterForm(COURIER_FORM, driverId, saved, places)
  const { root } = state
  const { plan, timeZone } = state.base.filter
  const { jump, unfolded, setUnfolded } = useJump()
  const setting = partOf(root, 'setting')
  const isIdle = !useStatesPay() && partOf(root, 'unknownPay').value !== 'own_rate'
  return (
    <EditorFrame state={state} onJump={jump}>
      <div className="grid gap-8 lg:grid-cols-2 lg:gap-10">
        <div className="grid content-start gap-8">
          <ListedStations
            variant="courier"
            part={partOf(root, 'placeIds')}
            stations={places}
            gone={saved.gone}
          />
          <JobKindsSection part={root} />
          <Section
            name="pay"
            title={t('filter.pay')}
            hint={t(isIdle ? 'courier.pay_idle' : 'filter.pay_hint')}
          >
            <PayFields part={setting} professional={plan === 'professional'} />
          </Section>
          <UnknownPaySection part={root} />
          <ArrivalSection part={setting} />
          <LengthSection part={root} />
          <DistanceSection part={root} />
          <SkillsSection part={partOf(root, 'skills')} />
        </div>
        <div className="grid content-start gap-8">
          <WeekSection part={partOf(root, 'week')} timeZone={timeZone} second={plan !== 'basic'} />
          <WaitListSection part={root} />
          <LimitsSection part={partOf(root, 'limits')} />
          <SpeedSection part={root} plan={plan} />
          <SwitchesSection part={partOf(root, 'switches')} signsOut={false} />
          <EditorEnd state={state} unfolded={unfolded} setUnfolded={setUnfolded} />
        </div>
      </div>
    </EditorFrame>
  )
}
