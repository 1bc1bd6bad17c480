import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import type { Plan } from '@madruga/core/plans.ts'
import type { Station } from '@madruga/core/offers.ts'
import { announce } from '../../announce.ts'
import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { LateSheet } from '../../ui/LateSheet.tsx'
import { Refusal } from './Rows.tsx'
import { SettingEditor } from './SettingEditor.tsx'
import type { FilterFields } from './fields.ts'
import { errorAt, hasErrors, partOf } from './part.ts'
import type { Part } from './part.ts'

const CopySettings = lazy(() =>
  import('./CopySettings.tsx').then((module) => ({ default: module.CopySettings })),
)

/** The open station and setting. */
export type OpenStation = { stationId: string; place: number }

/** A station's own settings, one at a time; they can be copied to other stations. */
export function StationSheet({
  part,
  stations,
  plan,
  settingsMax,
  at,
  onMove,
}: {
  part: Part<FilterFields>
  stations: readonly Station[]
  plan: Plan
  settingsMax: number
  at: OpenStation
  /** To another setting of it, or null to close. */
  onMove: (at: OpenStation | null) => void
}) {
  const { t } = useWords()
  const [copying, setCopying] = useState(false)
  const [said, setSaid] = useState<{ good: boolean; text: string } | null>(null)
  const list = partOf(part, 'stations')
  const index = list.value.findIndex((station) => station.stationId === at.stationId)
  if (index < 0) return null
  const settings = partOf(partOf(list, index), 'settings')
  const place = Math.min(at.place, settings.value.length - 1)
  const station = stations.find((each) => each.id === at.stationId)
  const code = station?.code ?? at.stationId
  const move = (next: number) => onMove({ stationId: at.stationId, place: next })
  const add = () => {
    const last = settings.value.at(-1) ?? part.value.shared
    settings.update((old) => [...old, structuredClone(last)])
    move(settings.value.length)
  }
  const say = (good: boolean, text: string) => {
    setSaid({ good, text })
    announce(text)
  }
  return (
    <LateSheet
      open
      onOpenChange={(open) => !open && onMove(null)}
      title={
        <>
          {code} <span className="font-semibold text-muted">{station?.city}</span>
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
        <Suspense fallback={null}>
          <CopySettings
            list={list}
            from={at.stationId}
            place={place}
            stations={stations}
            settingsMax={settingsMax}
            onBack={() => setCopying(false)}
            onCopied={(good, text) => {
              setCopying(false)
              say(good, text)
            }}
          />
        </Suspense>
      ) : (
        <div className="grid gap-4">
          {said && (
            <Notice kind={said.good ? 'good' : 'bad'} onClose={() => setSaid(null)}>
              {said.text}
            </Notice>
          )}
          <p className="leading-snug text-muted">
            {t(
              settings.value.length === 0
                ? 'editor.no_own'
                : settings.value.length === 1
                  ? 'editor.one_own'
                  : 'editor.many_own',
            )}
          </p>
          <Refusal>{errorAt(settings)}</Refusal>
          {settings.value.length > 1 && (
            <PlaceTabs
              count={settings.value.length}
              place={place}
              isRefused={(each) => hasErrors(partOf(settings, each))}
              onChoose={move}
            />
          )}
          {place >= 0 && <SettingEditor key={place} part={partOf(settings, place)} plan={plan} />}
          <div className="flex flex-wrap gap-2">
            {settings.value.length < settingsMax ? (
              <button
                type="button"
                className="btn flex-1"
                data-strong={settings.value.length === 0}
                onClick={add}
              >
                <IconPlus size={20} aria-hidden />
                {t(settings.value.length === 0 ? 'editor.add_first' : 'editor.add_setting')}
              </button>
            ) : (
              settingsMax > 1 && (
                <p className="w-full text-sm text-muted">{t('editor.at_most', { max: settingsMax })}</p>
              )
            )}
            {place >= 0 && (
              <button
                type="button"
                className="btn flex-1"
                onClick={() => {
                  settings.update((old) => old.toSpliced(place, 1))
                  move(Math.max(0, place - 1))
                  announce(t('editor.removed', { n: place + 1 }))
                }}
              >
                <IconTrash size={20} aria-hidden />
                {t('editor.remove_setting', { n: place + 1 })}
              </button>
            )}
          </div>
        </div>
      )}
    </LateSheet>
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
