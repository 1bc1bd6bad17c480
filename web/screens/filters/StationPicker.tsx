import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Station, Variant } from '@madruga/core/offers.ts'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import type { Gone } from '../platforms/GoneWords.tsx'
import { Section } from './Section.tsx'

/** Stores and places have names. */
const NAMED = {
  searchFrom: 9,
  searched: ['name', 'code', 'address', 'city'],
  grid: 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] gap-2',
  allOfShown: true,
} as const

/** How each variant shows its stations or stores. */
const LOOKS = {
  amazon: {
    noMatch: 'filter.no_match',
    /** From this number on, typing is faster than browsing. */
    searchFrom: 13,
    searched: ['code', 'name', 'city'],
    grid: 'grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]',
    /** Whether "all" means all that match the search. */
    allOfShown: false,
  },
  spark: { ...NAMED, noMatch: 'spark.no_match' },
  courier: { ...NAMED, noMatch: 'filter.no_match' },
} as const

type StationPickerProps = {
  variant: Variant
  hint?: string | undefined
  /** What follows the number of chosen ones. */
  note?: string | false
  stations: readonly Station[]
  /** Selected ones that are gone, by their last names. */
  gone: Gone
  chosen: readonly string[]
  /** Why the choice is refused. */
  error: string | undefined
  renderStation: (station: Station) => ReactNode
  onToggle: (id: string) => void
  /** Takes all or, if they are all chosen, drops them. */
  onAll: (ids: readonly string[], drop: boolean) => void
}

/** The stations or stores of a filter, to be chosen by tapping; searchable if there are many. */
export function StationPicker({
  variant,
  hint,
  note,
  stations,
  gone,
  chosen,
  error,
  renderStation,
  onToggle,
  onAll,
}: StationPickerProps) {
  const { t } = useWords().of(variant)
  const look = LOOKS[variant]
  const [search, setSearch] = useState('')
  const knownIds = new Set(stations.map((station) => station.id))
  const lostIds = stations.length > 0 ? chosen.filter((id) => !knownIds.has(id)) : []
  const shownStations = stations.filter((station) => matches(station, search, look.searched))
  const pool = (look.allOfShown ? shownStations : stations).map((station) => station.id)
  const all = pool.length > 0 && pool.every((id) => chosen.includes(id))
  return (
    <Section
      name="stations"
      title={t('filter.stations')}
      hint={hint}
      aside={
        <span className="tnum shrink-0 text-sm font-bold text-muted">
          {t('filter.chosen', { count: chosen.length })}
          {note}
        </span>
      }
    >
      {stations.length >= look.searchFrom && (
        <input
          type="search"
          className="field mb-2"
          placeholder={t('filter.search')}
          aria-label={t('filter.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <fieldset aria-labelledby="filter-stations" data-invalid={error !== undefined} className={look.grid}>
        {lostIds.map((id) => (
          <GoneChip
            key={id}
            name={gone.find((each) => each.id === id)?.code ?? id}
            onTakeOut={() => onToggle(id)}
          />
        ))}
        {shownStations.map(renderStation)}
      </fieldset>
      {shownStations.length === 0 && (
        <p className="text-muted">{t(stations.length === 0 ? 'filter.no_stations' : look.noMatch)}</p>
      )}
      <p role="alert" className="mt-2 font-semibold text-red empty:hidden">
        {error}
      </p>
      <ScreenLink screen="sync" className="mr-6 inline-flex min-h-11 items-center font-bold underline">
        {t('sync.link')}
      </ScreenLink>
      {pool.length > 1 && (
        <button type="button" className="min-h-11 font-bold underline" onClick={() => onAll(pool, all)}>
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
function GoneChip({ name, onTakeOut }: { name: string; onTakeOut: () => void }) {
  const { t } = useWords()
  return (
    <button type="button" className="choice !border-dashed !border-red" onClick={onTakeOut}>
      <span className="block truncate font-extrabold">{t('spark.store_gone', { name })}</span>
      <span className="choice-note block truncate">{t('spark.store_gone_hint')}</span>
    </button>
  )
}

function matches(
  station: Station,
  search: string,
  fields: readonly ('code' | 'name' | 'address' | 'city')[],
): boolean {
  const text = search.trim().toLowerCase()
  return fields.some((name) => station[name].toLowerCase().includes(text))
}
