import { useQuery } from '@tanstack/react-query'
import type { CourierFilter } from '@madruga/core/filters.ts'
import type { Station } from '@madruga/core/offers.ts'
import { useWords } from '../../../i18n.ts'
import { sessionQuery } from '../../../queries.ts'
import { Navigate } from '../../../ui/Navigate.tsx'
import { usePlatformFacts } from '../../platforms/queries.ts'
import { filterScreen } from '../../shell/menu.ts'
import { arrivalRule, useCommonRules } from '../CommonRules.tsx'
import { EditorColumns, EditorFrame } from '../EditorFrame.tsx'
import { EditorWaiting } from '../EditorWaiting.tsx'
import { ListedStations } from '../ListedStations.tsx'
import { LoadedFilter } from '../LoadedFilter.tsx'
import { MoreRules } from '../MoreRules.tsx'
import { PayFields } from '../PayFields.tsx'
import { Section } from '../Section.tsx'
import { WeekSection } from '../Week.tsx'
import { hasErrors, partOf } from '../part.ts'
import { useFilterForm } from '../use-filter-form.ts'
import type { SavedFilter } from '../use-filter-form.ts'
import { useJump } from '../use-jump.ts'
import { jobRules } from './JobRules.tsx'
import { COURIER_FORM, isPayIdle } from './courier-fields.ts'

/** The filter of the courier variant: places, kinds, pay and what to do where it is not stated. */
export function CourierFilterScreen() {
  const { data: driver } = useQuery(sessionQuery)
  if (!driver) return <EditorWaiting />
  if (filterScreen(driver) !== 'courier-filter') return <Navigate to={`/${filterScreen(driver)}`} />
  return (
    <LoadedFilter variant="courier" plan={driver.plan} timeZone={driver.timeZone}>
      {(entry, places) => <CourierFilterForm driverId={driver.id} saved={entry} places={places} />}
    </LoadedFilter>
  )
}

/** The editor of the courier variant. */
function CourierFilterForm({
  driverId,
  saved,
  places,
}: {
  driverId: string
  saved: SavedFilter<CourierFilter>
  places: readonly Station[]
}) {
  const words = useWords()
  const { t } = words
  const state = useFilterForm(COURIER_FORM, driverId, saved, places)
  const { root } = state
  const { plan, timeZone } = state.base.filter
  const { jump, unfolded, onFold } = useJump()
  const setting = partOf(root, 'setting')
  const { statesPay, jobKinds } = usePlatformFacts()
  const isIdle = isPayIdle(statesPay, root.value.unknownPay)
  const rules = [
    ...jobRules(words, root, jobKinds),
    ...useCommonRules(root, { plan, signsOut: false, judgesPay: !isIdle }),
    arrivalRule(words, setting),
  ]
  return (
    <EditorFrame state={state} onJump={jump}>
      <EditorColumns
        aside={<WeekSection part={partOf(root, 'week')} timeZone={timeZone} second={plan !== 'basic'} />}
        end={<MoreRules state={state} rules={rules} unfolded={unfolded} onFold={onFold} />}
      >
        <ListedStations
          variant="courier"
          part={partOf(root, 'placeIds')}
          stations={places}
          gone={saved.gone}
        />
        <Section name="pay" title={t('filter.pay')} hint={isIdle ? t('courier.pay_idle') : undefined}>
          {(!isIdle || hasErrors(setting)) && (
            <PayFields part={setting} professional={plan === 'professional'} />
          )}
        </Section>
      </EditorColumns>
    </EditorFrame>
  )
}
