import { useState } from 'react'
import { copySettings } from '@madruga/core/filters.ts'
import type { Station } from '@madruga/core/offers.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import type { StationFields } from './fields.ts'
import type { Part } from './part.ts'

type CopySettingsProps = {
  list: Part<StationFields[]>
  from: string
  place: number
  stations: readonly Station[]
  settingsMax: number
  onBack: () => void
  onCopied: (good: boolean, text: string) => void
}

/** Selects the stations that get a copy of one setting or all, replacing theirs or adding to them. */
export function CopySettings({
  list,
  from,
  place,
  stations,
  settingsMax,
  onBack,
  onCopied,
}: CopySettingsProps) {
  const words = useWords()
  const { t } = words
  const [to, setTo] = useState<ReadonlySet<string>>(new Set())
  const [what, setWhat] = useState<'one' | 'all'>('one')
  const [how, setHow] = useState<'replace' | 'add'>('replace')
  const codeOf = (id: string) => stations.find((station) => station.id === id)?.code ?? id
  const others = list.value.filter((station) => station.stationId !== from)
  const own = list.value.find((station) => station.stationId === from)!.settings
  const go = () => {
    const copy = copySettings(list.value, what === 'all' ? own : [own[place]!], to, how, settingsMax)
    list.update(() => copy.stations)
    onCopied(copy.full.length === 0, copyText(words, codeOf, to, copy.full, settingsMax))
  }
  return (
    <div className="grid gap-4">
      {own.length > 1 && (
        <Segmented
          label={t('editor.copy_what')}
          name="copy-what"
          value={what}
          choices={[
            { value: 'one', label: t('editor.copy_one', { n: place + 1 }) },
            { value: 'all', label: t('editor.copy_all', { n: own.length }) },
          ]}
          onChange={setWhat}
        />
      )}
      <Targets stations={others} codeOf={codeOf} chosen={to} onChoose={setTo} />
      {settingsMax > 1 && (
        <fieldset>
          <legend className="mb-2 font-semibold">{t('editor.copy_theirs')}</legend>
          <Segmented
            label={t('editor.copy_theirs')}
            name="copy-how"
            value={how}
            choices={(['replace', 'add'] as const).map((value) => ({
              value,
              label: t(`editor.copy_${value}`),
            }))}
            onChange={setHow}
          />
        </fieldset>
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
        <button type="button" className="btn min-h-14" onClick={onBack}>
          {t('editor.back')}
        </button>
        <button
          type="button"
          className="act !min-h-14 !text-lg"
          aria-disabled={to.size === 0}
          data-quiet={to.size === 0}
          onClick={() => to.size > 0 && go()}
        >
          {to.size === 0 ? t('editor.copy_none') : t('editor.copy_go', { count: to.size })}
        </button>
      </div>
    </div>
  )
}

/** Which stations got the copy, and which have no room for it. */
function copyText(
  { t }: Words,
  codeOf: (id: string) => string,
  to: ReadonlySet<string>,
  full: readonly string[],
  max: number,
): string {
  const codes = (ids: readonly string[]) => ids.map(codeOf).join(', ')
  const targets = [...to].filter((id) => !full.includes(id))
  const copyNote = targets.length > 0 && t('editor.copied', { stations: codes(targets) })
  const fullNote = full.length > 0 && t('editor.copy_full', { stations: codes(full), max })
  return [copyNote, fullNote].filter(Boolean).join(' ')
}

function Targets({
  stations,
  codeOf,
  chosen,
  onChoose,
}: {
  stations: readonly StationFields[]
  codeOf: (id: string) => string
  chosen: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
}) {
  const { t } = useWords()
  const every = chosen.size === stations.length
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('editor.copy_where')}</legend>
      <div className="grid grid-cols-2 gap-2 min-[26rem]:grid-cols-3">
        {stations.map(({ stationId, settings }) => (
          <button
            key={stationId}
            type="button"
            className="choice"
            aria-pressed={chosen.has(stationId)}
            onClick={() => onChoose(toggled(chosen, stationId))}
          >
            <span className="block truncate font-extrabold">{codeOf(stationId)}</span>
            <span className="choice-note block truncate">
              {settings.length === 0 ? t('editor.as_all') : t('editor.own_count', { count: settings.length })}
            </span>
          </button>
        ))}
      </div>
      <button
        type="button"
        className="min-h-12 font-bold underline"
        onClick={() => onChoose(new Set(every ? [] : stations.map((station) => station.stationId)))}
      >
        {t(every ? 'filter.choose_none' : 'filter.choose_all')}
      </button>
    </fieldset>
  )
}

function toggled(set: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}
