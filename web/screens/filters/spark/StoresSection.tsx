import { useState } from 'react'
import type { Station } from '@madruga/core/offers.ts'
import { useWords } from '../../../i18n.ts'
import { Refusal } from '../Rows.tsx'
import { Section } from '../Section.tsx'
import type { Gone } from '../../platforms/GoneWords.tsx'
import { GoneChip, SyncLink } from '../StationsSection.tsx'
import { errorAt } from '../part.ts'
import type { Part } from '../part.ts'

/** From this number on, typing is faster than browsing. */
const SEARCH_FROM = 9

/** Stores as sign chips with name, address and city: green with a white border when selected. */
export function StoresSection({
  part,
  stores,
  gone,
}: {
  part: Part<string[]>
  stores: readonly Station[]
  /** Selected stores that are gone, by their last names. */
  gone: Gone
}) {
  const { t } = useWords()
  const [search, setSearch] = useState('')
  const chosen = new Set(part.value)
  const known = new Set(stores.map((store) => store.id))
  const lost = stores.length > 0 ? part.value.filter((id) => !known.has(id)) : []
  const shown = stores.filter((store) => matches(store, search))
  const all = shown.length > 0 && shown.every((store) => chosen.has(store.id))
  const error = errorAt(part)
  const toggle = (id: string) =>
    part.update((ids) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]))
  const toggleAll = () => {
    const ids = shown.map((store) => store.id)
    part.update((old) => (all ? old.filter((id) => !ids.includes(id)) : [...new Set([...old, ...ids])]))
  }
  return (
    <Section
      name="stations"
      title={t('spark.stores')}
      hint={t('spark.stores_hint')}
      aside={
        <span className="tnum shrink-0 text-sm font-bold text-muted">
          {t('filter.chosen', { count: chosen.size })}
        </span>
      }
    >
      {stores.length >= SEARCH_FROM && (
        <input
          type="search"
          className="field mb-2"
          placeholder={t('spark.search')}
          aria-label={t('spark.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <fieldset
        aria-labelledby="filter-stations"
        data-invalid={error !== undefined}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-2"
      >
        {lost.map((id) => (
          <GoneChip
            key={id}
            name={gone.find((each) => each.id === id)?.name ?? id}
            onTakeOut={() => toggle(id)}
          />
        ))}
        {shown.map((store) => (
          <button
            key={store.id}
            type="button"
            className="choice"
            aria-pressed={chosen.has(store.id)}
            onClick={() => toggle(store.id)}
          >
            <span className="block truncate font-extrabold tracking-[0.01em]">{store.name}</span>
            <span className="choice-note block truncate">
              {[store.address, store.city].filter(Boolean).join(', ')}
            </span>
          </button>
        ))}
      </fieldset>
      {shown.length === 0 && (
        <p className="text-muted">{t(stores.length === 0 ? 'spark.no_stores' : 'spark.no_match')}</p>
      )}
      <div className="mt-2 empty:hidden">
        <Refusal>{error}</Refusal>
      </div>
      <SyncLink>{t('home.sync')}</SyncLink>
      {shown.length > 1 && (
        <button type="button" className="mt-1 min-h-12 font-bold underline" onClick={toggleAll}>
          {t(all ? 'filter.choose_none' : 'filter.choose_all')}
        </button>
      )}
    </Section>
  )
}

function matches(store: Station, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return [store.name, store.code, store.address, store.city].some((text) =>
    text.toLowerCase().includes(wanted),
  )
}
