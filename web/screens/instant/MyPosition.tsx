import { IconCurrentLocation } from '../../icons/current-location.ts'
import { useState } from 'react'
import type { Place } from '@madruga/core/geo.ts'
import { useWords } from '../../i18n.ts'

/** Maximum age of a position, and time-out of finding one. */
const AGE_MS = 60_000
const PATIENCE_MS = 15_000

/** The device's own position, requested only by the tap; a refusal is reported. */
export function MyPosition({ onFound }: { onFound: (place: Place) => void }) {
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
        {t(state === 'finding' ? 'place.finding' : 'place.mine')}
      </button>
      {(state === 'denied' || state === 'not_found') && (
        <p role="alert" className="text-sm font-semibold text-red">
          {t(`place.${state}`)}
        </p>
      )}
    </div>
  )
}
