import { IconCopy, IconPlus, IconTrash } from '../../icons/drawings.ts'
import { useState } from 'react'
import type { Plan } from '@madruga/core/plans.ts'
import type { Station } from '@madruga/core/offers.ts'
import { announce } from '../../announce.ts'
import { useWords } from '../../i18n.ts'
import { onDemand } from '../../ui/on-demand.ts'
import { LateSheet } from '../../ui/LateSheet.tsx'
import { Refusal } from './Rows.tsx'
import { SettingEditor } from './SettingEditor.tsx'
import type { FilterFields, SettingFields } from './fields.ts'
import { errorAt, hasErrors, partOf } from './part.ts'
import type { Part } from './part.ts'
import { SaidNotice } from './SaidNotice.tsx'
import type { Said } from './SaidNotice.tsx'

const CopySettings = onDemand(() => import('./CopySettings.tsx').then((module) => module.CopySettings))

/** The open station and setting. */
export type OpenStation = { stationId: string; place: number }

type StationSheetProps = {
  part: Part<FilterFields>
  stations: readonly Station[]
  plan: Plan
  settingsMax: number
  at: OpenStation
  /** To another setting of it, or null to close. */
  onMove: (at: OpenStation | null) => void
}

/** A station's own settings, one at a time; they can be copied to other stations. */
export function StationSheet({ part, stations, plan, settingsMax, at, onMove }: StationSheetProps) {
  const { t } = useWords()
  const [copying, setCopying] = useState(false)
  const [notice, say] = useState<Said | null>(null)
  const list = partOf(part, 'stations')
  const index = list.value.findIndex((station) => station.stationId === at.stationId)
  if (index < 0) return null
  const settings = partOf(partOf(list, index), 'settings')
  const place = Math.min(at.place, settings.value.length - 1)
  const station = stations.find((each) => each.id === at.stationId)
  return (
    <LateSheet
      open
      onOpenChange={(open) => !open && onMove(null)}
      title={
        <>
          {station?.code ?? at.stationId} <span className="font-semibold text-muted">{station?.city}</span>
        </>
      }
      footer={
        copying ? null : (
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
            {settings.value.length > 0 && list.value.length > 1 && (
              <button type="button" className="btn min-h-14" onClick={() => setCopying(true)}>
                <IconCopy size={20} aria-hidden />
                {t('editor.copy_to')}
              </button>
            )}
            <button type="button" className="act !min-h-14" onClick={() => onMove(null)}>
              {t('editor.done')}
            </button>
          </div>
        )
      }
    >
      {copying ? (
        <CopySettings
          list={list}
          from={at.stationId}
          place={place}
          stations={stations}
          settingsMax={settingsMax}
          onBack={() => setCopying(false)}
          onCopied={(good, text) => {
            setCopying(false)
            say({ good, text })
            announce(text)
          }}
        />
      ) : (
        <div className="grid gap-4">
          <SaidNotice said={notice} onClose={() => say(null)} />
          <OwnSettings
            part={settings}
            shared={part.value.shared}
            place={place}
            plan={plan}
            settingsMax={settingsMax}
            onMove={(next) => onMove({ stationId: at.stationId, place: next })}
          />
        </div>
      )}
    </LateSheet>
  )
}

/** The text above a station's settings, by their number. */
const INTRO = ['editor.no_own', 'editor.one_own', 'editor.many_own'] as const

function OwnSettings({
  part,
  shared,
  place,
  plan,
  settingsMax,
  onMove,
}: {
  part: Part<SettingFields[]>
  /** What the first setting starts as. */
  shared: SettingFields
  /** The open setting; -1 if there is none. */
  place: number
  plan: Plan
  settingsMax: number
  onMove: (place: number) => void
}) {
  const { t } = useWords()
  const count = part.value.length
  const add = () => {
    part.update((old) => [...old, structuredClone(part.value.at(-1) ?? shared)])
    onMove(count)
  }
  const remove = () => {
    part.update((old) => old.toSpliced(place, 1))
    onMove(Math.max(0, place - 1))
    announce(t('editor.removed', { n: place + 1 }))
  }
  return (
    <>
      <p className="leading-snug text-muted">{t(INTRO[count] ?? 'editor.many_own')}</p>
      <Refusal>{errorAt(part)}</Refusal>
      {count > 1 && (
        <PlaceTabs
          count={count}
          place={place}
          isRefused={(each) => hasErrors(partOf(part, each))}
          onChoose={onMove}
        />
      )}
      {place >= 0 && <SettingEditor key={place} part={partOf(part, place)} plan={plan} />}
      <div className="flex flex-wrap gap-2">
        {count < settingsMax ? (
          <button type="button" className="btn flex-1" data-strong={count === 0} onClick={add}>
            <IconPlus size={20} aria-hidden />
            {t(count === 0 ? 'editor.add_first' : 'editor.add_setting')}
          </button>
        ) : (
          settingsMax > 1 && (
            <p className="w-full text-sm text-muted">{t('editor.at_most', { max: settingsMax })}</p>
          )
        )}
        {place >= 0 && (
          <button type="button" className="btn flex-1" onClick={remove}>
            <IconTrash size={20} aria-hidden />
            {t('editor.remove_setting', { n: place + 1 })}
          </button>
        )}
      </div>
    </>
  )
}

function PlaceTabs({
  count,
  place,
  isRefused,
  onChoose,
}: {
  count: number
  place: number
  isRefused: (place: number) => boolean
  onChoose: (place: number) => void
}) {
  const { t } = useWords()
  return (
    <fieldset className="flex min-w-0 gap-2">
      <legend className="sr-only">{t('editor.settings')}</legend>
      {Array.from({ length: count }, (_, each) => (
        <button
          key={each}
          type="button"
          className="btn flex-1 aria-pressed:bg-sign aria-pressed:text-on-sign"
          aria-pressed={each === place}
          onClick={() => onChoose(each)}
        >
          {t('editor.setting', { n: each + 1 })}
          {isRefused(each) && <span className="size-2.5 rounded-full bg-red" aria-hidden />}
          {isRefused(each) && <span className="sr-only">{t('editor.has_errors')}</span>}
        </button>
      ))}
    </fieldset>
  )
}
