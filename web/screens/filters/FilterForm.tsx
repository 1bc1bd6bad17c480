import { Suspense, lazy, useMemo, useState } from 'react'
import { SETTINGS_MAX, fitPlan } from '@madruga/core/filters.ts'
import type { AmazonFilter } from '@madruga/core/filters.ts'
import type { Plan } from '@madruga/core/plans.ts'
import type { Station } from '@madruga/core/offers.ts'
import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { EditorEnd } from './EditorEnd.tsx'
import { EditorFrame } from './EditorFrame.tsx'
import { GoneNotice } from './GoneNotice.tsx'
import { PayFields } from './PayFields.tsx'
import { Section } from './Section.tsx'
import { ArrivalSection, LimitsSection, SpeedSection, SwitchesSection } from './Sections.tsx'
import { WhoseHours } from './SettingEditor.tsx'
import type { OpenStation } from './StationSheet.tsx'
import { StationsSection } from './StationsSection.tsx'
import { WeekSection } from './Week.tsx'
import { AMAZON_FORM } from './amazon-form.ts'
import type { SettingFields } from './fields.ts'
import { partOf } from './part.ts'
import type { Part } from './part.ts'
import { useFilterForm } from './use-filter-form.ts'
import type { SavedFilter } from './use-filter-form.ts'
import { useJump } from './use-jump.ts'

const StationSheet = lazy(() =>
  import('./StationSheet.tsx').then((module) => ({ default: module.StationSheet })),
)

/** The editor of the amazon variant for every plan; the why sheet links to its sections. */
export function FilterForm({
  driverId,
  saved,
  stations,
  plan,
  settingsMax,
}: {
  driverId: string
  saved: SavedFilter<AmazonFilter>
  stations: readonly Station[]
  plan: Plan
  /** Maximum settings per station on this screen. */
  settingsMax: number
}) {
  const limits = useMemo(
    () => ({
      settingsMax,
      ...(stations.length > 0 && { stationIds: new Set(stations.map((station) => station.id)) }),
    }),
    [stations, settingsMax],
  )
  const state = useFilterForm(AMAZON_FORM, driverId, saved, limits)
  const { root } = state
  const [opened, setOpened] = useState<OpenStation | null>(null)
  const { jump, unfolded, setUnfolded } = useJump()
  const open = plan === 'basic' ? null : (stationId: string) => setOpened({ stationId, place: 0 })
  const save = () => {
    const inside = state.refused.map((field) => /^stations\.(\d+)\.settings(?:\.(\d+))?/.exec(field))
    const [first] = inside
    // All errors are in stations' settings: the first of them opens.
    if (first && inside.every(Boolean)) {
      const { stationId } = state.fields.stations[Number(first[1])]!
      setOpened({ stationId, place: Number(first[2] ?? 0) })
    }
    void state.save()
  }
  return (
    <EditorFrame
      state={state}
      latest={saved.version}
      stations={stations}
      notices={
        <>
          <GoneNotice
            gone={saved.gone}
            chosen={state.fields.stations.map((station) => station.stationId)}
            onTakeOut={(ids) =>
              partOf(root, 'stations').update((list) => list.filter((each) => !ids.has(each.stationId)))
            }
          />
          <PlanNotices filter={state.base.filter} proposed={state.proposed} settingsMax={settingsMax} />
        </>
      }
      onJump={(section, at) => {
        const own = state.fields.stations.find((station) => station.stationId === at?.stationId)
        if (open && own && own.settings.length > 0)
          setOpened({ stationId: own.stationId, place: at?.settingIndex ?? 0 })
        else jump(section)
      }}
      onSave={save}
    >
      <div className="grid gap-8 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:gap-x-10">
        <div className="grid content-start gap-8">
          <StationsSection
            part={partOf(root, 'stations')}
            stations={stations}
            gone={saved.gone}
            onOpen={open}
          />
          <SharedSections part={partOf(root, 'shared')} plan={plan} />
          <LimitsSection part={partOf(root, 'limits')} />
        </div>
        <div className="grid content-start gap-8 lg:row-span-2">
          <WeekSection
            part={partOf(root, 'week')}
            timeZone={state.base.filter.timeZone}
            second={plan !== 'basic'}
          />
          <SpeedSection part={root} plan={plan} />
          <SwitchesSection part={partOf(root, 'switches')} />
        </div>
        {/* Last on a phone, under the first column if there are two. */}
        <div className="grid content-start gap-8 lg:col-start-1">
          <EditorEnd state={state} stations={stations} unfolded={unfolded} setUnfolded={setUnfolded} />
        </div>
      </div>
      {opened && (
        <Suspense fallback={null}>
          <StationSheet
            part={root}
            stations={stations}
            plan={plan}
            settingsMax={settingsMax}
            at={opened}
            onMove={setOpened}
          />
        </Suspense>
      )}
    </EditorFrame>
  )
}

/** Pay and time for every station without its own setting. */
function SharedSections({ part, plan }: { part: Part<SettingFields>; plan: Plan }) {
  const { t } = useWords()
  return (
    <>
      <Section
        name="pay"
        title={t('filter.pay')}
        hint={t(plan === 'basic' ? 'filter.pay_hint' : 'editor.shared_hint')}
      >
        <PayFields part={part} professional={plan === 'professional'} />
      </Section>
      <ArrivalSection part={part}>
        {/* Another program's file may bring hours that belong to the shared setting. */}
        {part.value.ownWeek && plan !== 'basic' && (
          <div className="mt-4">
            <WhoseHours part={part} />
          </div>
        )}
      </ArrivalSection>
    </>
  )
}

function PlanNotices({
  filter,
  proposed,
  settingsMax,
}: {
  filter: AmazonFilter
  proposed: boolean
  settingsMax: number
}) {
  const { t } = useWords()
  const dropped = useMemo(() => (proposed ? [] : fitPlan(filter, filter.plan).dropped), [filter, proposed])
  const more = filter.plan !== 'basic' && settingsMax < SETTINGS_MAX
  const extras = more && filter.stations.some((choice) => choice.settings.length > settingsMax)
  return (
    <>
      {dropped.length > 0 && (
        <Notice kind="plain">
          {t('editor.other_plan', { parts: dropped.map((part) => t(`dearer.${part}`)).join(', ') })}
        </Notice>
      )}
      {more && (
        <Notice
          kind={extras ? 'bad' : 'plain'}
          actions={
            <ScreenLink screen="advanced-filter-v2" className="btn !bg-surface">
              {t('editor.to_three')}
            </ScreenLink>
          }
        >
          {t(extras ? 'editor.beyond_one' : 'editor.only_one')}
        </Notice>
      )}
    </>
  )
}
