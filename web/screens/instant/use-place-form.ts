import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Place } from '@madruga/core/geo.ts'
import { announce } from '../../announce.ts'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { fetchMapFile } from '../../ui/map/data.ts'
import { namePlace, writeCoordinates } from '../../ui/map/places.ts'
import { takeInstant } from './queries.ts'
import type { InstantView } from './queries.ts'

export type Chosen = Place & { label: string }

/** The form of the location: the choice stays until it is saved, regardless of the server's answer. */
export function usePlaceForm(location: InstantView['location']) {
  const { t } = useWords()
  const [draft, setDraft] = useState<Chosen | null>(null)
  const [asked, setAsked] = useState(false)
  const place: Chosen | null = draft ?? location
  const unnamed = place?.label.trim() === ''
  const save = useMutation({
    mutationFn: ({ label, latitude, longitude }: Chosen) =>
      api.instant.saveLocation({ place: { latitude, longitude }, label: label.trim() }),
    onSuccess: async (saved) => {
      announce(t('place.saved'))
      setDraft(null)
      setAsked(false)
      await takeInstant(saved)
    },
  })
  return {
    /** The choice, or the saved location. */
    place,
    chosen: draft !== null,
    save,
    /** What a refused attempt to save lacks. */
    lacks: { place: asked && place === null, label: asked && unnamed },
    send() {
      setAsked(true)
      if (place && !unnamed && !save.isPending) save.mutate(place)
    },
    /** Takes a place; without a name it gets the one of the nearest known place. */
    async choose({ latitude, longitude }: Place, name?: string) {
      save.reset()
      const given = name ?? writeCoordinates({ latitude, longitude })
      setDraft({ latitude, longitude, label: given })
      if (name !== undefined) return announce(t('place.chosen_say', { name }))
      const near = await namePlace({ latitude, longitude }, fetchMapFile).catch(() => given)
      // Unless the driver has named or moved it meanwhile.
      setDraft((now) => (now?.label === given && now.latitude === latitude ? { ...now, label: near } : now))
      announce(t('place.chosen_say', { name: near }))
    },
    rename: (label: string) => place && setDraft({ ...place, label }),
    discard: () => setDraft(null),
  }
}
