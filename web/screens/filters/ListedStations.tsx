import type { Station, Variant } from '@madruga/core/offers.ts'
import type { Gone } from '../platforms/GoneWords.tsx'
import { StationPicker } from './StationPicker.tsx'
import { errorAt } from './part.ts'
import type { Part } from './part.ts'

/** Stores or places as sign chips with name, address and city: green with a white border when selected. */
export function ListedStations({
  variant,
  part,
  stations,
  gone,
}: {
  variant: Variant
  part: Part<string[]>
  stations: readonly Station[]
  gone: Gone
}) {
  const chosenIds = part.value
  const toggle = (id: string) =>
    part.update((ids) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]))
  return (
    <StationPicker
      variant={variant}
      stations={stations}
      gone={gone}
      chosen={chosenIds}
      error={errorAt(part)}
      renderStation={(store) => (
        <button
          key={store.id}
          type="button"
          className="choice"
          aria-pressed={chosenIds.includes(store.id)}
          onClick={() => toggle(store.id)}
        >
          <span className="line-clamp-2 font-extrabold leading-tight tracking-[0.01em]">{store.name}</span>
          <span className="choice-note block truncate">
            {[store.address, store.city].filter(Boolean).join(', ')}
          </span>
        </button>
      )}
      onToggle={toggle}
      onAll={(ids, drop) =>
        part.update((old) => (drop ? old.filter((id) => !ids.includes(id)) : [...new Set([...old, ...ids])]))
      }
    />
  )
}
