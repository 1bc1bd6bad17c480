import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SETTINGS_MAX } from '@madruga/core/filters.ts'
import type { AmazonFilter } from '@madruga/core/filters.ts'
import type { Station } from '@madruga/core/offers.ts'
import { PLANS } from '@madruga/core/plans.ts'
import type { Plan } from '@madruga/core/plans.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import { useShownPath } from '../../address.ts'
import type { KnownDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { IconCheck } from '../../icons/drawings.ts'
import { isPaid } from '../../paid.ts'
import { sessionQuery } from '../../queries.ts'
import { Navigate } from '../../ui/Navigate.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { onDemand } from '../../ui/on-demand.ts'
import { filterScreen } from '../shell/menu.ts'
import { arrivalRule, useCommonRules } from './CommonRules.tsx'
import { EditorColumns, EditorFrame } from './EditorFrame.tsx'
import type { Spot } from './EditorFrame.tsx'
import { EditorWaiting } from './EditorWaiting.tsx'
import { LoadedFilter } from './LoadedFilter.tsx'
import { MoreRules } from './MoreRules.tsx'
import { PayFields } from './PayFields.tsx'
import { Section } from './Section.tsx'
import { WhoseHours } from './SettingEditor.tsx'
import type { OpenStation } from './StationSheet.tsx'
import { StationsSection } from './StationsSection.tsx'
import { WeekSection } from './Week.tsx'
import { checkTyped, fieldOf, mendFields, plainFields, toFields, toFilter } from './fields.ts'
import type { FilterFields } from './fields.ts'
import { partOf } from './part.ts'
import { OFFERS } from './plan-offers.ts'
import { useFilterForm } from './use-filter-form.ts'
import type { FormKind, SavedFilter } from './use-filter-form.ts'
import { useJump } from './use-jump.ts'

/** The basic filter of the amazon variant: one setting for all stations. */
export function FilterScreen() {
  const { data: driver } = useQuery(sessionQuery)
  if (driver && !describeVariant(driver.app).hasPlans) return <Navigate to={`/${filterScreen(driver)}`} />
  return <EditorScreen plan="basic" settingsMax={SETTINGS_MAX} />
}

/** The advanced filter: one setting per station at /advanced-filter, up to three at /advanced-filter-v2. */
export function AdvancedFilter() {
  const one = useShownPath() === '/advanced-filter'
  // Input on one appears on the other: they share the plan's draft.
  return <EditorScreen plan="advanced" settingsMax={one ? 1 : SETTINGS_MAX} />
}

/**
 * The professional filter: everything of the advanced one, plus pay by length, ranges and a custom run
 * schedule.
 */
export function ProfessionalFilter() {
  return <EditorScreen plan="professional" settingsMax={SETTINGS_MAX} />
}

/** A plan's editor of the amazon variant; other drivers get a note and a link to their own. */
function EditorScreen({ plan, settingsMax }: { plan: Plan; settingsMax: number }) {
  const { data: driver } = useQuery(sessionQuery)
  if (!driver) return <EditorWaiting />
  if (!describeVariant(driver.app).hasPlans || driver.plan !== plan)
    return <OtherPlan driver={driver} wanted={plan} />
  return (
    <LoadedFilter variant="amazon" plan={plan} timeZone={driver.timeZone}>
      {(entry, stations) => (
        <FilterForm {...{ driverId: driver.id, saved: entry, stations, plan, settingsMax }} />
      )}
    </LoadedFilter>
  )
}

const StationSheet = onDemand(() => import('./StationSheet.tsx').then((module) => module.StationSheet))

/** The forms of the amazon variant's filters, for each plan. */
const AMAZON_FORM: FormKind<AmazonFilter, FilterFields> = {
  variant: 'amazon',
  toFields,
  toFilter,
  chosen: ({ stations }) => stations.map((station) => station.stationId),
  without: (fields, ids) => ({
    ...fields,
    stations: fields.stations.filter((station) => !ids.has(station.stationId)),
  }),
  fieldOf,
  checkTyped,
  plain: plainFields,
  mend: mendFields,
}

/** The editor of the amazon variant for every plan; the why sheet links to its sections. */
function FilterForm({
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
  const words = useWords()
  const { t } = words
  const state = useFilterForm(AMAZON_FORM, driverId, saved, stations, settingsMax)
  const { root } = state
  const { timeZone } = state.base.filter
  const { jump, unfolded, onFold } = useJump()
  const { opened, setOpened, openRefused, openSpot } = useOpenStation(state)
  const common = partOf(root, 'shared')
  // Another program's file may bring hours that belong to the shared setting.
  const whoseHours = common.value.ownWeek && plan !== 'basic' ? <WhoseHours part={common} /> : undefined
  const rules = [...useCommonRules(root, { plan }), arrivalRule(words, common, whoseHours)]
  return (
    <EditorFrame
      state={state}
      notices={<SettingsNotice filter={state.base.filter} settingsMax={settingsMax} />}
      onJump={(section, at) => {
        if (plan === 'basic' || !openSpot(at)) jump(section)
      }}
      onSave={() => {
        openRefused()
        void state.save()
      }}
    >
      <EditorColumns
        aside={<WeekSection part={partOf(root, 'week')} timeZone={timeZone} second={plan !== 'basic'} />}
        end={<MoreRules state={state} rules={rules} unfolded={unfolded} onFold={onFold} />}
      >
        <StationsSection
          part={partOf(root, 'stations')}
          stations={stations}
          gone={saved.gone}
          onOpen={plan === 'basic' ? null : (stationId) => setOpened({ stationId, place: 0 })}
        />
        <Section
          name="pay"
          title={t('filter.pay')}
          hint={plan === 'basic' ? undefined : t('editor.shared_hint')}
        >
          <PayFields part={common} professional={plan === 'professional'} />
        </Section>
      </EditorColumns>
      {opened && (
        <StationSheet
          part={root}
          stations={stations}
          plan={plan}
          settingsMax={settingsMax}
          at={opened}
          onMove={setOpened}
        />
      )}
    </EditorFrame>
  )
}

/** The station whose sheet is open; errors and findings about a station's own settings open it. */
function useOpenStation({ fields, refused }: { fields: FilterFields; refused: readonly string[] }) {
  const [openStation, setOpenStation] = useState<OpenStation | null>(null)
  return {
    opened: openStation,
    setOpened: setOpenStation,
    /** Opens the first error if all errors are in stations' settings. */
    openRefused() {
      const inside = refused.map((field) => /^stations\.(\d+)\.settings(?:\.(\d+))?/.exec(field))
      const [first] = inside
      if (!first || !inside.every(Boolean)) return
      const { stationId } = fields.stations[Number(first[1])]!
      setOpenStation({ stationId, place: Number(first[2] ?? 0) })
    },
    /** Opens a finding's setting; false if the finding's station has none. */
    openSpot(at: Spot | undefined): boolean {
      const own = fields.stations.find((station) => station.stationId === at?.stationId)
      if (!own || own.settings.length === 0) return false
      setOpenStation({ stationId: own.stationId, place: at?.settingIndex ?? 0 })
      return true
    },
  }
}

/** On the screen with one setting per station: where the others are. */
function SettingsNotice({ filter, settingsMax }: { filter: AmazonFilter; settingsMax: number }) {
  const { t } = useWords()
  if (filter.plan === 'basic' || settingsMax >= SETTINGS_MAX) return null
  const extras = filter.stations.some((choice) => choice.settings.length > settingsMax)
  return (
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
  )
}

/** This editor belongs to another plan: the driver's own, and the benefits of this one. */
function OtherPlan({ driver, wanted }: { driver: Pick<KnownDriver, 'app' | 'plan'>; wanted: Plan }) {
  const { t } = useWords()
  const own = driver.plan
  const { hasPlans } = describeVariant(driver.app)
  // Where no one pays, no plan is sold or named.
  const isSold = isPaid()
  const dearer = hasPlans && isSold && PLANS.indexOf(wanted) > PLANS.indexOf(own)
  const sort = !hasPlans ? 'spark' : !isSold ? 'closed' : dearer ? 'dearer' : 'cheaper'
  const dearerPlans = PLANS.slice(PLANS.indexOf(own) + 1, PLANS.indexOf(wanted) + 1)
  return (
    <div className="reading grid gap-4 p-4 lg:px-6">
      <section className="card grid gap-4 p-5">
        <div>
          {isSold && <p className="font-bold text-amber-text">{t(`plan.${wanted}`)}</p>}
          <h2 className="text-[1.75rem] font-extrabold leading-tight tracking-[-0.02em]">
            {t(`plan.${sort}_title`)}
          </h2>
          <p className="mt-2 max-w-[46ch] leading-snug text-muted">
            {t(`plan.${sort === 'spark' ? 'closed' : sort}_text`, { plan: t(`plan.${own}`) })}
          </p>
        </div>
        {dearer && (
          <ul className="grid gap-2.5">
            {dearerPlans.flatMap((plan) =>
              OFFERS[plan].map((offer) => (
                <li key={offer} className="flex gap-3 leading-snug">
                  <IconCheck size={22} aria-hidden className="shrink-0 text-green" />
                  <span>{t(`plan.gives_${offer}`)}</span>
                </li>
              )),
            )}
          </ul>
        )}
        <div className="grid gap-2 sm:flex">
          {dearer && (
            <ScreenLink screen="activation" strong>
              {t('week.saving_go')}
            </ScreenLink>
          )}
          <ScreenLink screen={filterScreen(driver)} strong={!dearer}>
            {t('plan.to_own')}
          </ScreenLink>
        </div>
      </section>
    </div>
  )
}
