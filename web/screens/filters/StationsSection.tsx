import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Station } from '@madruga/core/offers.ts'
import { useWords } from '../../i18n.ts'
import { warmSheet } from '../../ui/LateSheet.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import type { Gone } from '../platforms/GoneWords.tsx'
import { Section } from './Section.tsx'
import type { StationFields } from './fields.ts'
import { errorAt, hasErrors, partOf } from './part.ts'
import type { Part } from './part.ts'

/** From this number on, typing is faster than browsing. */
const SEARCH_FROM = 13

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
  /** Selected stations that are gone, by their last names. */
  gone: Gone
  /** Opens a selected station's settings; null if the plan has none. */
  onOpen: ((stationId: string) => void) | null
}) {
  const { t } = useWords()
  const [search, setSearch] = useState('')
  /** Deselecting and reselecting a station restores its settings. */
  const putAway = useRef(new Map<string, StationFields>())
  const chosen = part.value
  const places = new Map(chosen.map((station, index) => [station.stationId, index]))
  const shown = stations.filter((station) => matches(station, search))
  const all = stations.length > 0 && stations.every((station) => places.has(station.id))
  const known = new Set(stations.map((station) => station.id))
  const own = chosen.filter((station) => station.settings.length > 0).length
  const error = errorAt(part)
  const choose = (ids: readonly string[]) => {
    for (const station of chosen) putAway.current.set(station.stationId, station)
    part.update((old) => {
      const had = new Map([...putAway.current, ...old.map((each) => [each.stationId, each] as const)])
      return ids.map((id) => had.get(id) ?? { stationId: id, settings: [] })
    })
  }
  const chosenIds = chosen.map((station) => station.stationId)
  const toggle = (id: string) =>
    choose(places.has(id) ? chosenIds.filter((each) => each !== id) : [...chosenIds, id])
  return (
    <Section
      name="stations"
      title={t('filter.stations')}
      hint={t(onOpen ? 'editor.stations_hint' : 'filter.stations_hint')}
      aside={
        <span className="tnum shrink-0 text-sm font-bold text-muted">
          {t('filter.chosen', { count: chosen.length })}
          {own > 0 && `, ${t('editor.with_own', { count: own })}`}
        </span>
      }
    >
      {stations.length >= SEARCH_FROM && (
        <input
          type="search"
          className="field mb-2"
          placeholder={t('filter.search')}
          aria-label={t('filter.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <fieldset
        aria-labelledby="filter-stations"
        data-invalid={error !== undefined}
        className="grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]"
      >
        {chosenIds
          .filter((id) => stations.length > 0 && !known.has(id))
          .map((id) => (
            <GoneChip
              key={id}
              name={gone.find((each) => each.id === id)?.code ?? id}
              onTakeOut={() => toggle(id)}
            />
          ))}
        {shown.map((station) => {
          const index = places.get(station.id)
          return (
            <Chip
              key={station.id}
              station={station}
              chosen={index !== undefined}
              settings={index === undefined ? 0 : chosen[index]!.settings.length}
              invalid={index !== undefined && hasErrors(partOf(part, index))}
              onToggle={() => toggle(station.id)}
              onOpen={onOpen && (() => onOpen(station.id))}
            />
          )
        })}
      </fieldset>
      {shown.length === 0 && (
        <p className="text-muted">{t(stations.length === 0 ? 'filter.no_stations' : 'filter.no_match')}</p>
      )}
      <p role="alert" className="mt-2 font-semibold text-red empty:hidden">
        {error}
      </p>
      <SyncLink>{t('sync.link')}</SyncLink>
      {stations.length > 1 && (
        <button
          type="button"
          className="mt-1 min-h-12 font-bold underline"
          onClick={() => choose(all ? [] : stations.map((station) => station.id))}
        >
          {t(all ? 'filter.choose_none' : 'filter.choose_all')}
        </button>
      )}
    </Section>
  )
}

/**
 * A station that the delivery app no longer lists: still in the filter, distinct from active ones, removable
 * with one tap.
 */
export function GoneChip({ name, onTakeOut }: { name: string; onTakeOut: () => void }) {
  const { t } = useWords()
  return (
    <button type="button" className="choice !border-dashed !border-red" onClick={onTakeOut}>
      <span className="block truncate font-extrabold">{t('spark.store_gone', { name })}</span>
      <span className="choice-note block truncate">{t('spark.store_gone_hint')}</span>
    </button>
  )
}

/** The source of the list, and its refresh. */
export function SyncLink({ children }: { children: ReactNode }) {
  return (
    <ScreenLink screen="sync" className="mr-6 mt-1 inline-flex min-h-12 items-center font-bold underline">
      {children}
    </ScreenLink>
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

function matches(station: Station, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return [station.code, station.name, station.city].some((text) => text.toLowerCase().includes(wanted))
}
