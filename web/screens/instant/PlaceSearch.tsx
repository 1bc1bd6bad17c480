import { useQuery } from '@tanstack/react-query'
import { IconMapPin, IconSearch } from '../../icons/drawings.ts'
import { useDeferredValue, useState } from 'react'
import { useWords } from '../../i18n.ts'
import { fetchMapFile } from '../../ui/map/data.ts'
import { findPlaces } from '../../ui/map/places.ts'
import type { NamedPlace } from '../../ui/map/places.ts'
import { TextField } from '../../ui/TextField.tsx'
import { submit } from '../../ui/submit.ts'

/**
 * Finds a place by city, ZIP code or coordinates: for keyboards and screen readers, and often the fastest way
 * for everyone.
 */
export function PlaceSearch({ onChoose }: { onChoose: (place: NamedPlace) => void }) {
  const { t } = useWords()
  const [input, setInput] = useState('')
  const text = useDeferredValue(input.trim())
  const answer = useQuery({
    queryKey: ['places', text],
    queryFn: () => findPlaces(text, fetchMapFile),
    enabled: text.length >= 2,
    staleTime: Infinity,
    retry: 1,
  })
  const places = text.length >= 2 ? answer.data : undefined
  const choose = (place: NamedPlace) => {
    setInput('')
    onChoose(place)
  }
  return (
    <search>
      <form className="grid gap-2" onSubmit={submit(() => places?.[0] && choose(places[0]))}>
        <TextField
          label={
            <span className="flex items-center gap-2">
              <IconSearch size={18} aria-hidden />
              {t('place.search')}
            </span>
          }
          hint={t('place.search_hint')}
          type="search"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          value={input}
          onChange={(event) => setInput(event.target.value)}
        />
        <output className="sr-only">
          {places && places.length > 0 && t('place.found', { count: places.length })}
        </output>
        {places && places.length > 0 && (
          <ul className="grid gap-1.5" aria-label={t('place.results')}>
            {places.map((place) => (
              <li key={`${place.name} ${place.latitude} ${place.longitude}`}>
                <button
                  type="button"
                  className="flex min-h-12 w-full items-center gap-2.5 rounded-xl bg-surface px-4 text-left font-semibold"
                  onClick={() => choose(place)}
                >
                  <IconMapPin size={20} aria-hidden className="shrink-0 text-amber-text" />
                  {place.name}
                </button>
              </li>
            ))}
          </ul>
        )}
        {places?.length === 0 && <p className="text-muted">{t('place.none')}</p>}
        {answer.isError && (
          <p role="alert" className="font-semibold text-red">
            {t('place.failed')}
          </p>
        )}
      </form>
    </search>
  )
}
