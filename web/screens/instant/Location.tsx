import { useQuery, useMutation, queryOptions } from '@tanstack/react-query'
import { useState, Suspense, lazy } from 'react'
import type { Place } from '@madruga/core/geo.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import { announce } from '../../announce.ts'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { IconCurrentLocation } from '../../icons/drawings.ts'
import { sessionQuery } from '../../queries.ts'
import { useStations, useVariant } from '../../stations.ts'
import { Failed } from '../../ui/Failed.tsx'
import { FormAct } from '../../ui/FormAct.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { PageSkeleton, Skeleton } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { fetchMapFile } from '../../ui/map/data.ts'
import type { MapProps } from '../../ui/map/model.ts'
import { writeCoordinates, namePlace } from '../../ui/map/places.ts'
import { submit } from '../../ui/submit.ts'
import { Refused } from '../platforms/Refused.tsx'
import { DeletePlace } from './DeletePlace.tsx'
import { PlaceSearch } from './PlaceSearch.tsx'
import { instantQuery, takeInstant } from './queries.ts'
import type { InstantView } from './queries.ts'

/** The location where the driver waits: for instant offers, and for computing net pay. */
export function Location() {
  const instant = useQuery(instantQuery)
  if (instant.data) return <PlaceForm view={instant.data} />
  if (instant.isError) return <Failed error={instant.error} onRetry={() => void instant.refetch()} />
  return <PageSkeleton shapes={['h-14', 'h-80']} />
}

/** Choosing, naming, saving and deleting the location. */
function PlaceForm({ view }: { view: InstantView }) {
  const words = useWords()
  const { t } = words
  const session = useQuery(sessionQuery)
  const stations = useStations()
  const plain = !describeVariant(useVariant()).hasInstantOffers
  const { location } = view
  const { place, chosen, lacks, choose, save, ...form } = usePlaceForm(location)
  return (
    <div className="mx-auto grid w-full max-w-[72rem] content-start gap-4 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-x-8 lg:px-6">
      {!view.deviceEnabled && !plain && (
        <div className="lg:col-span-2">
          <Notice kind="plain" actions={<ScreenLink screen="support">{t('act.support')}</ScreenLink>}>
            {t('error.instant.no_device')}
          </Notice>
        </div>
      )}
      <div className="grid content-start gap-3 lg:order-2">
        <PlaceSearch onChoose={(spot) => void choose(spot, spot.name.replace(/^\d+ /, ''))} />
        <MyPosition onFound={(spot) => void choose(spot)} />
      </div>
      <DriverMap
        className="h-80 min-[22.5rem]:h-[26rem] lg:row-span-3 lg:h-[44rem]"
        label={t('map.label')}
        place={place}
        around={view.around}
        stations={stations.data ?? []}
        onChoose={(point) => void choose(point)}
      />
      <form
        id="place"
        noValidate
        className="grid content-start gap-4 lg:order-3"
        onSubmit={submit(form.send)}
      >
        <ChosenBanner
          place={place}
          plain={plain}
          savedWhen={location && !chosen ? words.date(location.savedAt, session.data?.timeZone) : null}
        />
        <PlaceName place={place} lacks={lacks} onRename={form.rename} />
        <Refused error={save.error} />
        {(chosen || location === null) && (
          <FormAct form="place" busy={save.isPending}>
            {t(save.isPending ? 'form.saving' : 'place.save')}
          </FormAct>
        )}
        {location !== null && <SavedActions plain={plain} onDeleted={form.discard} />}
      </form>
    </div>
  )
}

function PlaceName({
  place,
  lacks,
  onRename,
}: Pick<ReturnType<typeof usePlaceForm>, 'place' | 'lacks'> & { onRename: (label: string) => void }) {
  const { t } = useWords()
  if (place === null) {
    return lacks.place ? (
      <p role="alert" className="font-semibold text-red">
        {t('error.instant.no_location')}
      </p>
    ) : null
  }
  return (
    <TextField
      label={t('place.label')}
      hint={t('place.label_hint')}
      maxLength={120}
      autoComplete="off"
      value={place.label}
      error={lacks.label ? t('error.field.required') : undefined}
      onChange={(event) => onRename(event.target.value)}
    />
  )
}

function SavedActions({ plain, onDeleted }: { plain: boolean; onDeleted: () => void }) {
  const { t } = useWords()
  return (
    <div className="grid gap-2">
      {!plain && (
        <ScreenLink screen="instant-offers" className="btn w-full">
          {t('place.to_instant')}
        </ScreenLink>
      )}
      <DeletePlace onDeleted={onDeleted} />
    </div>
  )
}

/** The choice, as a sign: green once it is saved. */
function ChosenBanner({
  place,
  plain,
  savedWhen,
}: {
  place: Chosen | null
  plain: boolean
  savedWhen: string | null
}) {
  const { t } = useWords()
  if (place === null) {
    return (
      <div className="card px-5 py-4">
        <p className="text-xl font-extrabold leading-tight">{t('place.none_saved')}</p>
        <p className="mt-1 leading-snug text-muted">
          {t(plain ? 'place.none_saved_text_trips' : 'place.none_saved_text')}
        </p>
      </div>
    )
  }
  const isSaved = savedWhen !== null
  return (
    <div className={isSaved ? 'rounded-[1.25rem] bg-sign px-5 py-4 text-on-sign' : 'card px-5 py-4'}>
      <p className={`text-sm ${isSaved ? '' : 'text-muted'}`}>
        {isSaved ? t('place.saved_at', { when: savedWhen }) : t('place.unsaved')}
      </p>
      <p className="text-xl font-extrabold leading-tight [overflow-wrap:anywhere]">{place.label}</p>
      <p className={`tnum mt-0.5 text-sm ${isSaved ? '' : 'text-muted'}`}>{writeCoordinates(place)}</p>
      {!plain && (
        <p className={`mt-1 text-sm leading-snug ${isSaved ? '' : 'text-muted'}`}>{t('place.reach')}</p>
      )}
    </div>
  )
}

/** Maximum age of a position, and time-out of finding one. */
const AGE_MS = 60_000
const PATIENCE_MS = 15_000

/** The device's own position, requested only by the tap; a refusal is reported. */
function MyPosition({ onFound }: { onFound: (place: Place) => void }) {
  const { t } = useWords()
  const [state, setState] = useState<'idle' | 'finding' | 'denied' | 'not_found'>('idle')
  const find = () => {
    if (state === 'finding') return
    if (!('geolocation' in navigator)) return setState('denied')
    setState('finding')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setState('idle')
        onFound({ latitude, longitude })
      },
      (error) => setState(error.code === error.PERMISSION_DENIED ? 'denied' : 'not_found'),
      { maximumAge: AGE_MS, timeout: PATIENCE_MS, enableHighAccuracy: false },
    )
  }
  return (
    <div className="grid gap-2">
      <button type="button" className="btn w-full" aria-disabled={state === 'finding'} onClick={find}>
        <IconCurrentLocation size={20} aria-hidden />
        {t(state === 'finding' ? 'arrival.locating' : 'place.mine')}
      </button>
      {(state === 'denied' || state === 'not_found') && (
        <p role="alert" className="text-sm font-semibold text-red">
          {t(`place.${state}`)}
        </p>
      )}
    </div>
  )
}

type Chosen = Place & { label: string }

/** The form of the location: the choice stays until it is saved, regardless of the server's answer. */
function usePlaceForm(location: InstantView['location']) {
  const { t } = useWords()
  const [draft, setDraft] = useState<Chosen | null>(null)
  const [isAsked, setAsked] = useState(false)
  const place: Chosen | null = draft ?? location
  const isUnnamed = place?.label.trim() === ''
  const save = useMutation({
    mutationFn: ({ label, latitude, longitude }: Chosen) =>
      api.instant.saveLocation({ place: { latitude, longitude }, label: label.trim() }),
    onSuccess: async (answer) => {
      announce(t('place.saved'))
      setDraft(null)
      setAsked(false)
      await takeInstant(answer)
    },
  })
  return {
    /** The choice, or the saved location. */
    place,
    chosen: draft !== null,
    save,
    /** What a refused attempt to save lacks. */
    lacks: { place: isAsked && place === null, label: isAsked && isUnnamed },
    send() {
      setAsked(true)
      if (place && !isUnnamed && !save.isPending) save.mutate(place)
    },
    /** Takes a place; without a name it gets the one of the nearest known place. */
    async choose({ latitude, longitude }: Place, name?: string) {
      save.reset()
      const label = name ?? writeCoordinates({ latitude, longitude })
      setDraft({ latitude, longitude, label })
      if (name !== undefined) return announce(t('place.chosen_say', { name }))
      const near = await namePlace({ latitude, longitude }, fetchMapFile).catch(() => label)
      // Unless the driver has named or moved it meanwhile.
      setDraft((now) => (now?.label === label && now.latitude === latitude ? { ...now, label: near } : now))
      announce(t('place.chosen_say', { name: near }))
    },
    rename: (label: string) => place && setDraft({ ...place, label }),
    discard: () => setDraft(null),
  }
}

const LeafletMap = lazy(() =>
  import('../../ui/map/LeafletMap.tsx').then((module) => ({ default: module.LeafletMap })),
)
const GoogleMap = lazy(() =>
  import('../../ui/map/GoogleMap.tsx').then((module) => ({ default: module.GoogleMap })),
)

const mapQuery = queryOptions({
  queryKey: ['map'],
  queryFn: ({ signal }) => api.instant.map(undefined, { signal }),
  staleTime: Infinity,
})

/** Our own drawing, used until the server names the map's source: it needs no server. */
const OFFLINE = { provider: 'offline' } as const

/**
 * A map on which a driver selects a place. The operator configures its source: our own drawing without any
 * server (the default), tiles of a server, or Google's. `className` sets its height.
 */
export function DriverMap({ className, ...props }: MapProps & { className: string }) {
  const { data, isError } = useQuery(mapQuery)
  const { language } = useWords()
  const source = data ?? (isError ? OFFLINE : null)
  return (
    <div className={`driver-map ${className}`}>
      <Suspense fallback={<Skeleton className="h-full w-full" />}>
        {source === null ? (
          <Skeleton className="h-full w-full" />
        ) : source.provider === 'google' ? (
          <GoogleMap key={language} apiKey={source.key} {...props} />
        ) : (
          <LeafletMap key={`${source.provider} ${language}`} source={source} {...props} />
        )}
      </Suspense>
    </div>
  )
}
