import { describeVariant } from '@madruga/core/variants.ts'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { useStations, useVariant } from '../../stations.ts'
import { DriverMap } from '../../ui/DriverMap.tsx'
import { FormAct } from '../../ui/FormAct.tsx'
import { writeCoordinates } from '../../ui/map/places.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { submit } from '../../ui/submit.ts'
import { Refused } from '../platforms/Refused.tsx'
import { DeletePlace } from './DeletePlace.tsx'
import { DeviceNotice } from './DeviceNotice.tsx'
import { MyPosition } from './MyPosition.tsx'
import { PlaceSearch } from './PlaceSearch.tsx'
import type { InstantView } from './queries.ts'
import { usePlaceForm } from './use-place-form.ts'
import type { Chosen } from './use-place-form.ts'

/** Choosing, naming, saving and deleting the location. */
export function PlaceForm({ view }: { view: InstantView }) {
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
          <DeviceNotice />
        </div>
      )}
      <div className="grid content-start gap-3 lg:order-2">
        <PlaceSearch onChoose={(found) => void choose(found, found.name.replace(/^\d+ /, ''))} />
        <MyPosition onFound={(found) => void choose(found)} />
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
            {t(save.isPending ? 'place.saving' : 'place.save')}
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
        {t('place.need_place')}
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
      error={lacks.label ? t('place.need_label') : undefined}
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
  const saved = savedWhen !== null
  return (
    <div className={saved ? 'rounded-[1.25rem] bg-sign px-5 py-4 text-on-sign' : 'card px-5 py-4'}>
      <p className={`text-sm ${saved ? '' : 'text-muted'}`}>
        {saved ? t('place.saved_at', { when: savedWhen }) : t('place.unsaved')}
      </p>
      <p className="text-xl font-extrabold leading-tight [overflow-wrap:anywhere]">{place.label}</p>
      <p className={`tnum mt-0.5 text-sm ${saved ? '' : 'text-muted'}`}>{writeCoordinates(place)}</p>
      {!plain && (
        <p className={`mt-1 text-sm leading-snug ${saved ? '' : 'text-muted'}`}>{t('place.reach')}</p>
      )}
    </div>
  )
}
