import { useState } from 'react'
import { SETTINGS_MAX } from '@madruga/core/filters.ts'
import type { AmazonFilter } from '@madruga/core/filters.ts'
import type { Plan } from '@madruga/core/plans.ts'
import type { Station } from '@madruga/core/offers.ts'
import { useWords } from '../../i18n.ts'
import { onDemand } from '../../ui/on-demand.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { EditorColumns, EditorFrame } from './EditorFrame.tsx'
import type { Spot } from './EditorFrame.tsx'
import { MoreRules } from './MoreRules.tsx'
import { PayFields } from './PayFields.tsx'
import { Section } from './Section.tsx'
import { WhoseHours } from './SettingEditor.tsx'
import type { OpenStation } from './StationSheet.tsx'
import { StationsSection } from './StationsSection.tsx'
import { WeekSection } from './Week.tsx'
import { arrivalRule, useCommonRules } from './CommonRules.tsx'
import { checkTyped, fieldOf, mendFields, plainFields, toFields, toFilter } from './fields.ts'
import type { FilterFields } from './fields.ts'
import { partOf } from './part.ts'
import { useFilterForm } from './use-filter-form.ts'
import type { FormKind, SavedFilter } from './use-filter-form.ts'
import { useJump } from './use-jump.ts'

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
  const words = useWords()
  const { t } = words
  const state = useFilterForm(AMAZON_FORM, driverId, saved, stations, settingsMax)
  const { root } = state
  const { timeZone } = state.base.filter
  const { jump, unfolded, onFold } = useJump()
  const { opened, setOpened, openRefused, openSpot } = useOpenStation(state)
  const shared = partOf(root, 'shared')
  // Another program's file may bring hours that belong to the shared setting.
  const whoseHours = shared.value.ownWeek && plan !== 'basic' ? <WhoseHours part={shared} /> : undefined
  const rules = [...useCommonRules(root, { plan }), arrivalRule(words, shared, whoseHours)]
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
          <PayFields part={shared} professional={plan === 'professional'} />
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
  const [opened, setOpened] = useState<OpenStation | null>(null)
  return {
    opened,
    setOpened,
    /** Opens the first error if all errors are in stations' settings. */
    openRefused() {
      const inside = refused.map((field) => /^stations\.(\d+)\.settings(?:\.(\d+))?/.exec(field))
      const [first] = inside
      if (!first || !inside.every(Boolean)) return
      const { stationId } = fields.stations[Number(first[1])]!
      setOpened({ stationId, place: Number(first[2] ?? 0) })
    },
    /** Opens a finding's setting; false if the finding's station has none. */
    openSpot(at: Spot | undefined): boolean {
      const own = fields.stations.find((station) => station.stationId === at?.stationId)
      if (!own || own.settings.length === 0) return false
      setOpened({ stationId: own.stationId, place: at?.settingIndex ?? 0 })
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
