import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Place } from '@madruga/core/geo.ts'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { useStations, useVariant } from '../../stations.ts'
import { DriverMap } from '../../ui/DriverMap.tsx'
import { FormAct } from '../../ui/FormAct.tsx'
import { fetchMapFile } from '../../ui/map/data.ts'
import { namePlace, writeCoordinates } from '../../ui/map/places.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Refused } from '../platforms/Refused.tsx'
import { DeletePlace } from './DeletePlace.tsx'
import { DeviceNotice } from './DeviceNotice.tsx'
import { MyPosition } from './MyPosition.tsx'
import { PlaceSearch } from './PlaceSearch.tsx'
import { takeInstant } from './queries.ts'
import type { InstantView } from './queries.ts'

type Chosen = Place & { label: string }

/**
 * Choosing, naming, saving and deleting the location; the choice stays until it is saved, regardless of the
 * server's answer.
 */
export function PlaceForm({ view }: { view: InstantView }) {
  const words = useWords()
  const { t } = words
  const session = useQuery(sessionQuery)
  const stations = useStations()
  const spark = useVariant() === 'spark'
  const [draft, setDraft] = useState<Chosen | null>(null)
  const [asked, setAsked] = useState(false)
  const { location } = view
  const shown = draft ?? location
  const save = useMutation({
    mutationFn: ({ label, ...place }: Chosen) =>
      api.instant.saveLocation({
        place: { latitude: place.latitude, longitude: place.longitude },
        label: label.trim(),
      }),
    onSuccess: async (saved) => {
      announce(t('place.saved'))
      setDraft(null)
      setAsked(false)
      await takeInstant(saved)
    },
  })

  const choose = async (place: Place, name?: string) => {
    save.reset()
    const { latitude, longitude } = place
    const given = name ?? writeCoordinates(place)
    setDraft({ latitude, longitude, label: given })
    if (name === undefined) {
      const near = await namePlace(place, fetchMapFile).catch(() => given)
      // Unless the driver has named or moved it meanwhile.
      setDraft((now) => (now?.label === given && now.latitude === latitude ? { ...now, label: near } : now))
      announce(t('place.chosen_say', { name: near }))
    } else announce(t('place.chosen_say', { name }))
  }

  const missing = { place: shown === null, label: shown !== null && shown.label.trim() === '' }
  return (
    <div className="mx-auto grid w-full max-w-[72rem] content-start gap-4 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-x-8 lg:px-6">
      {!view.deviceEnabled && !spark && (
        <div className="lg:col-span-2">
          <DeviceNotice />
        </div>
      )}
      <div className="grid content-start gap-3 lg:order-2">
        <PlaceSearch onChoose={(place) => void choose(place, place.name.replace(/^\d+ /, ''))} />
        <MyPosition onFound={(place) => void choose(place)} />
      </div>
      <DriverMap
        className="h-80 min-[22.5rem]:h-[26rem] lg:row-span-3 lg:h-[44rem]"
        label={t('map.label')}
        place={shown}
        around={view.around}
        stations={stations.data ?? []}
        onChoose={(place) => void choose(place)}
      />
      <form
        id="place"
        noValidate
        className="grid content-start gap-4 lg:order-3"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (shown && !missing.label && !save.isPending) save.mutate(shown)
        }}
      >
        <ChosenBanner
          place={shown}
          spark={spark}
          savedWhen={location && draft === null ? words.date(location.savedAt, session.data?.timeZone) : null}
        />
        {asked && missing.place && (
          <p role="alert" className="font-semibold text-red">
            {t('place.need_place')}
          </p>
        )}
        {shown && (
          <TextField
            label={t('place.label')}
            hint={t('place.label_hint')}
            maxLength={120}
            autoComplete="off"
            value={shown.label}
            error={asked && missing.label ? t('place.need_label') : undefined}
            onChange={(event) => setDraft({ ...shown, label: event.target.value })}
          />
        )}
        {save.isError && <Refused problem={toProblem(save.error)} />}
        {(draft !== null || location === null) && (
          <FormAct form="place" busy={save.isPending}>
            {t(save.isPending ? 'place.saving' : 'place.save')}
          </FormAct>
        )}
        {location !== null && (
          <div className="grid gap-2">
            {!spark && (
              <ScreenLink screen="instant-offers" className="btn w-full">
                {t('place.to_instant')}
              </ScreenLink>
            )}
            <DeletePlace onDeleted={() => setDraft(null)} />
          </div>
        )}
      </form>
    </div>
  )
}

/** The choice, as a sign: green once it is saved. */
function ChosenBanner({
  place,
  spark,
  savedWhen,
}: {
  place: Chosen | null
  spark: boolean
  savedWhen: string | null
}) {
  const { t } = useWords()
  if (place === null) {
    return (
      <div className="card px-5 py-4">
        <p className="text-xl font-extrabold leading-tight">{t('place.none_saved')}</p>
        <p className="mt-1 leading-snug text-muted">
          {t(spark ? 'place.none_saved_text_trips' : 'place.none_saved_text')}
        </p>
      </div>
    )
  }
  const saved = savedWhen !== null
  return (
    <div
      className={
        saved
          ? 'rounded-[1.25rem] bg-sign px-5 py-4 text-on-sign shadow-[inset_0_0_0_3px_var(--sign),inset_0_0_0_4.5px_rgb(255_255_255/.85)]'
          : 'card px-5 py-4'
      }
    >
      <p className={`text-sm ${saved ? '' : 'text-muted'}`}>
        {saved ? t('place.saved_at', { when: savedWhen }) : t('place.unsaved')}
      </p>
      <p className="text-xl font-extrabold leading-tight [overflow-wrap:anywhere]">{place.label}</p>
      <p className={`tnum mt-0.5 text-sm ${saved ? '' : 'text-muted'}`}>{writeCoordinates(place)}</p>
      {!spark && (
        <p className={`mt-1 text-sm leading-snug ${saved ? '' : 'text-muted'}`}>{t('place.reach')}</p>
      )}
    </div>
  )
}
