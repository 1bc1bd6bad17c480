import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Place } from '@madruga/core/geo.ts'
import { useWords } from '../../i18n.ts'
import { Notice } from '../Notice.tsx'
import { CITY_ZOOM, COUNTRY_ZOOM, METRES_PER_MILE, MIDDLE, REACH_MILES } from './model.ts'
import type { MapProps } from './model.ts'
import './map.css'

const toGoogle = ({ latitude, longitude }: Place) => ({ lat: latitude, lng: longitude })

/**
 * The map by Google's script, with the operator's key. If it does not load, search and coordinates still
 * work.
 */
export function GoogleMap({
  apiKey,
  label,
  place,
  around,
  stations,
  onChoose,
}: MapProps & { apiKey: string }) {
  const { t, language } = useWords()
  const box = useRef<HTMLDivElement>(null)
  const choose = useEffectEvent(onChoose)
  const start = useRef(place ?? around)
  const [ready, setReady] = useState<{ maps: GoogleMaps; map: GoogleMapObject } | null>(null)
  const [hasFailed, setFailed] = useState(false)

  useEffect(() => {
    let isGone = false
    loadGoogleMaps(apiKey, language).then(
      (maps) => {
        if (isGone || !box.current) return
        const centre = start.current
        const map = new maps.Map(box.current, {
          center: toGoogle(centre ?? MIDDLE),
          zoom: centre ? CITY_ZOOM : COUNTRY_ZOOM,
          mapTypeControl: false,
          streetViewControl: false,
          fullscreenControl: false,
          colorScheme: document.documentElement.dataset['theme'] === 'dark' ? 'DARK' : 'LIGHT',
        })
        map.addListener('click', ({ latLng }) => choose({ latitude: latLng.lat(), longitude: latLng.lng() }))
        setReady({ maps, map })
      },
      () => setFailed(true),
    )
    return () => {
      isGone = true
    }
  }, [apiKey, language])

  useEffect(() => {
    if (!ready || !place) return
    const { maps, map } = ready
    const position = toGoogle(place)
    const pin = new maps.Marker({ map, position, clickable: false })
    const reach = new maps.Circle({
      map,
      center: position,
      radius: REACH_MILES * METRES_PER_MILE,
      strokeColor: '#ffb81c',
      fillColor: '#ffb81c',
      fillOpacity: 0.12,
      clickable: false,
    })
    map.panTo(position)
    return () => {
      pin.setMap(null)
      reach.setMap(null)
    }
  }, [ready, place])

  useEffect(() => {
    if (!ready) return
    const { maps, map } = ready
    const signs = stations.map(
      ({ code, ...at }) => new maps.Marker({ map, position: toGoogle(at), title: code, clickable: false }),
    )
    return () => {
      for (const sign of signs) sign.setMap(null)
    }
  }, [ready, stations])

  if (hasFailed) return <Notice kind="bad">{t('map.google_failed')}</Notice>
  return <div ref={box} role="application" aria-label={label} className="map-google" />
}

/** The part of Google's maps script that we use. */
type LatLng = { lat: number; lng: number }
type Drawn = { setMap(map: null): void }
type GoogleMapObject = {
  panTo(at: LatLng): void
  addListener(name: 'click', listener: (event: { latLng: { lat(): number; lng(): number } }) => void): void
}
type GoogleMaps = {
  Map: new (element: HTMLElement, options: object) => GoogleMapObject
  Marker: new (options: object) => Drawn
  Circle: new (options: object) => Drawn
}

type GoogleWindow = { google?: { maps?: GoogleMaps }; madrugaMapReady?: () => void }

/** Time-out of the script; blocked keys and networks never answer. */
const PATIENCE_MS = 15_000

let loading: Promise<GoogleMaps> | null = null

/** Loads Google's script once for the page, in the current language. Rejects if it cannot be loaded. */
function loadGoogleMaps(key: string, language: string): Promise<GoogleMaps> {
  loading ??= load(key, language)
  loading.catch(() => (loading = null))
  return loading
}

function load(key: string, language: string): Promise<GoogleMaps> {
  const page = window as GoogleWindow
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('maps did not load')), PATIENCE_MS)
    page.madrugaMapReady = () => {
      clearTimeout(late)
      if (page.google?.maps) resolve(page.google.maps)
      else reject(new Error('maps came without a map'))
    }
    const script = document.createElement('script')
    const query = new URLSearchParams({
      key,
      language,
      region: 'US',
      loading: 'async',
      callback: 'madrugaMapReady',
    })
    script.src = `https://maps.googleapis.com/maps/api/js?${query}`
    script.async = true
    // Google checks a key restricted to this site against the referrer.
    script.referrerPolicy = 'origin'
    script.addEventListener('error', () => {
      clearTimeout(late)
      script.remove()
      reject(new Error('maps did not load'))
    })
    document.head.append(script)
  })
}
