import { IconAdjustmentsHorizontal } from '../../icons/first.ts'
import { useRef } from 'react'
import type { Station } from '@madruga/core/offers.ts'
import { useWords } from '../../i18n.ts'
import { warmSheet } from '../../ui/LateSheet.tsx'
import type { Gone } from '../platforms/GoneWords.tsx'
import { StationPicker } from './StationPicker.tsx'
import type { StationFields } from './fields.ts'
import { errorAt, hasErrors, partOf } from './part.ts'
import type { Part } from './part.ts'

/**
 * Stations as sign chips: green with a white border when selected; beyond the basic plan each opens its
 * settings.
 */
export function StationsSection({
  part,
  stations,
  gone,
  onOpen,
}: {
  part: Part<StationFields[]>
  stations: readonly Station[]
  gone: Gone
  /** Opens a selected station's settings; null if the plan has none. */
  onOpen: ((stationId: string) => void) | null
}) {
  const { t } = useWords()
  /** Deselecting and reselecting a station restores its settings. */
  const putAway = useRef(new Map<string, StationFields>())
  const choices = part.value
  const chosenIds = choices.map((station) => station.stationId)
  const own = choices.filter((station) => station.settings.length > 0).length
  const choose = (ids: readonly string[]) => {
    for (const station of choices) putAway.current.set(station.stationId, station)
    part.update((old) => {
      const had = new Map([...putAway.current, ...old.map((each) => [each.stationId, each] as const)])
      return ids.map((id) => had.get(id) ?? { stationId: id, settings: [] })
    })
  }
  const toggle = (id: string) =>
    choose(chosenIds.includes(id) ? chosenIds.filter((each) => each !== id) : [...chosenIds, id])
  return (
    <StationPicker
      variant="amazon"
      hint={onOpen ? t('editor.stations_hint') : undefined}
      note={own > 0 && `, ${t('editor.with_own', { count: own })}`}
      stations={stations}
      gone={gone}
      chosen={chosenIds}
      error={errorAt(part)}
      renderStation={(station) => {
        const index = chosenIds.indexOf(station.id)
        return (
          <Chip
            key={station.id}
            station={station}
            chosen={index >= 0}
            settings={choices[index]?.settings.length ?? 0}
            invalid={index >= 0 && hasErrors(partOf(part, index))}
            onToggle={() => toggle(station.id)}
            onOpen={onOpen && (() => onOpen(station.id))}
          />
        )
      }}
      onToggle={toggle}
      onAll={(ids, drop) => choose(drop ? [] : ids)}
    />
  )
}

function Chip({
  station,
  chosen,
  settings,
  invalid,
  onToggle,
  onOpen,
}: {
  station: Station
  chosen: boolean
  settings: number
  invalid: boolean
  onToggle: () => void
  onOpen: (() => void) | null
}) {
  const { t } = useWords()
  const opens = onOpen !== null && chosen
  return (
    <div className="relative grid" data-invalid={invalid}>
      <button
        type="button"
        className={`choice ${opens ? '!pr-14' : ''} ${invalid ? '!border-red' : ''}`}
        aria-pressed={chosen}
        onClick={onToggle}
      >
        <span className="block truncate font-extrabold tracking-[0.01em]">{station.code}</span>
        <span className="choice-note block truncate">{station.city}</span>
      </button>
      {opens && (
        <button
          type="button"
          className="absolute inset-y-0 right-1.5 my-auto grid size-12 place-items-center rounded-xl text-on-sign hover:bg-black/15 focus-visible:outline-white"
          aria-label={t('editor.open_station', { station: station.code, count: settings })}
          onPointerEnter={warmSheet}
          onPointerDown={warmSheet}
          onClick={onOpen}
        >
          {settings > 0 ? (
            <span
              className={`tnum grid size-8 place-items-center rounded-lg text-lg font-extrabold ${invalid ? 'bg-red-bg text-red' : 'bg-on-sign text-sign'}`}
            >
              {settings}
            </span>
          ) : (
            <IconAdjustmentsHorizontal size={22} aria-hidden />
          )}
        </button>
      )}
    </div>
  )
}
