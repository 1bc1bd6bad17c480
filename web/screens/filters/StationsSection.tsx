import { useController } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { useState } from 'react'
import type { Station } from '@madruga/core/offers.ts'
import { useWords } from '../../i18n.ts'
import { Section } from './Section.tsx'
import type { FilterFields } from './fields.ts'

/** From this many on, typing beats looking. */
const SEARCH_FROM = 13

/** Stations as sign plates: green with a white rule when chosen. */
export function StationsSection({
  form,
  stations,
}: {
  form: UseFormReturn<FilterFields>
  stations: readonly Station[]
}) {
  const { t } = useWords()
  const { field, fieldState } = useController({ control: form.control, name: 'stationIds' })
  const [search, setSearch] = useState('')
  const chosen = new Set(field.value)
  const shown = stations.filter((station) => matches(station, search))
  const all = stations.length > 0 && stations.every((station) => chosen.has(station.id))
  const toggle = (id: string) =>
    field.onChange(chosen.has(id) ? field.value.filter((each) => each !== id) : [...field.value, id])
  return (
    <Section
      name="stations"
      title={t('filter.stations')}
      hint={t('filter.stations_hint')}
      aside={
        <span className="tnum shrink-0 text-sm font-bold text-muted">
          {t('filter.chosen', { count: chosen.size })}
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
        data-invalid={fieldState.invalid}
        className="grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]"
      >
        {shown.map((station) => (
          <button
            key={station.id}
            type="button"
            className="choice"
            aria-pressed={chosen.has(station.id)}
            onClick={() => toggle(station.id)}
          >
            <span className="block truncate font-extrabold tracking-[0.01em]">{station.code}</span>
            <span className="choice-note block truncate">{station.city}</span>
          </button>
        ))}
      </fieldset>
      {shown.length === 0 && (
        <p className="text-muted">{t(stations.length === 0 ? 'filter.no_stations' : 'filter.no_match')}</p>
      )}
      <p role="alert" className="mt-2 font-semibold text-red empty:hidden">
        {fieldState.error?.message}
      </p>
      {stations.length > 1 && (
        <button
          type="button"
          className="mt-1 min-h-12 font-bold underline"
          onClick={() => field.onChange(all ? [] : stations.map((station) => station.id))}
        >
          {t(all ? 'filter.choose_none' : 'filter.choose_all')}
        </button>
      )}
    </Section>
  )
}

function matches(station: Station, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return [station.code, station.name, station.city].some((text) => text.toLowerCase().includes(wanted))
}
