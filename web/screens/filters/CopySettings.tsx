import { useState } from 'react'
import { copySettings } from '@madruga/core/filters.ts'
import type { Station } from '@madruga/core/offers.ts'
import { useWords } from '../../i18n.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import type { StationFields } from './fields.ts'
import type { Part } from './part.ts'

/** Selects the stations that get a copy of one setting or all, replacing theirs or adding to them. */
export function CopySettings({
  list,
  from,
  place,
  stations,
  settingsMax,
  onBack,
  onCopied,
}: {
  list: Part<StationFields[]>
  from: string
  place: number
  stations: readonly Station[]
  settingsMax: number
  onBack: () => void
  onCopied: (good: boolean, text: string) => void
}) {
  const { t } = useWords()
  const [to, setTo] = useState<ReadonlySet<string>>(new Set())
  const [what, setWhat] = useState<'one' | 'all'>('one')
  const [how, setHow] = useState<'replace' | 'add'>('replace')
  const codes = new Map(stations.map((station) => [station.id, station.code]))
  const others = list.value.filter((station) => station.stationId !== from)
  const own = list.value.find((station) => station.stationId === from)!.settings
  const every = to.size === others.length
  const codesOf = (ids: readonly string[]) => ids.map((id) => codes.get(id) ?? id).join(', ')
  const go = () => {
    const copied = copySettings(list.value, what === 'all' ? own : [own[place]!], to, how, settingsMax)
    list.update(() => copied.stations)
    const reached = [...to].filter((id) => !copied.full.includes(id))
    const full =
      copied.full.length > 0
        ? t('editor.copy_full', { stations: codesOf(copied.full), max: settingsMax })
        : ''
    const done = reached.length > 0 ? t('editor.copied', { stations: codesOf(reached) }) : ''
    onCopied(full === '', [done, full].filter(Boolean).join(' '))
  }
  return (
    <div className="grid gap-4">
      {own.length > 1 && (
        <Segmented
          label={t('editor.copy_what')}
          name="copy-what"
          value={what}
          choices={[
            {
              value: 'one',
              label: t('editor.copy_one', { n: place + 1 }),
              face: t('editor.copy_one', { n: place + 1 }),
            },
            {
              value: 'all',
              label: t('editor.copy_all', { n: own.length }),
              face: t('editor.copy_all', { n: own.length }),
            },
          ]}
          onChange={setWhat}
        />
      )}
      <fieldset>
        <legend className="mb-2 font-semibold">{t('editor.copy_where')}</legend>
        <div className="grid grid-cols-2 gap-2 min-[26rem]:grid-cols-3">
          {others.map(({ stationId, settings }) => (
            <button
              key={stationId}
              type="button"
              className="choice"
              aria-pressed={to.has(stationId)}
              onClick={() => setTo(toggled(to, stationId))}
            >
              <span className="block truncate font-extrabold">{codes.get(stationId) ?? stationId}</span>
              <span className="choice-note block truncate">
                {settings.length === 0
                  ? t('editor.as_all')
                  : t('editor.own_count', { count: settings.length })}
              </span>
            </button>
          ))}
        </div>
        <button
          type="button"
          className="min-h-12 font-bold underline"
          onClick={() => setTo(new Set(every ? [] : others.map((station) => station.stationId)))}
        >
          {t(every ? 'filter.choose_none' : 'filter.choose_all')}
        </button>
      </fieldset>
      {settingsMax > 1 && (
        <fieldset>
          <legend className="mb-2 font-semibold">{t('editor.copy_theirs')}</legend>
          <Segmented
            label={t('editor.copy_theirs')}
            name="copy-how"
            value={how}
            choices={[
              { value: 'replace', label: t('editor.copy_replace'), face: t('editor.copy_replace') },
              { value: 'add', label: t('editor.copy_add'), face: t('editor.copy_add') },
            ]}
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

function toggled(set: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}
