import { Circle, Control, Marker, TileLayer, divIcon, map as openMap } from 'leaflet'
import type { Map as Leaflet } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import './map.css'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { RefObject } from 'react'
import type { Outputs } from '@madruga/core/contract.ts'
import { useWords } from '../../i18n.ts'
import { addGround } from './ground.ts'
import { CITY_ZOOM, COUNTRY_ZOOM, METRES_PER_MILE, MIDDLE, REACH_MILES } from './model.ts'
import type { MapProps } from './model.ts'
import { addNames } from './names.ts'
import type { Names } from './names.ts'

type Source = Exclude<Outputs['instant']['map'], { provider: 'google' }>

/** Drawn without inline colors: `map.css` sets them, and the markup has no styles. */
const PIN =
  '<svg width="40" height="52" viewBox="0 0 40 52" aria-hidden="true"><path d="M20 1C9.5 1 1 9.5 1 20c0 13.5 19 31 19 31s19-17.5 19-31C39 9.5 30.5 1 20 1z" fill="currentColor" stroke="#1b1400" stroke-width="2"/><circle cx="20" cy="20" r="7.5" fill="#1b1400"/></svg>'

/**
 * The map by Leaflet: our own drawing, or tiles of the operator's server. Give it a key of source and
 * language.
 */
export function LeafletMap({
  source,
  label,
  place,
  around,
  stations,
  onChoose,
}: MapProps & { source: Source }) {
  const { t } = useWords()
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<Leaflet>(null)
  const names = useRef<Names>(null)
  const choose = useEffectEvent(onChoose)
  const start = useRef(place ?? around)
  const [zoomIn, zoomOut] = [t('map.zoom_in'), t('map.zoom_out')]

  useEffect(() => {
    if (!box.current) return
    const centre = start.current
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const leaflet = openMap(box.current, {
      center: [(centre ?? MIDDLE).latitude, (centre ?? MIDDLE).longitude],
      zoom: centre ? CITY_ZOOM : COUNTRY_ZOOM,
      minZoom: 3,
      maxZoom: 15,
      zoomControl: false,
      attributionControl: false,
      // The observer below does it: Leaflet would announce the move a moment later, even for a removed map.
      trackResize: false,
      zoomAnimation: !still,
      fadeAnimation: !still,
      markerZoomAnimation: !still,
      inertia: !still,
    })
    map.current = leaflet
    new Control.Zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(leaflet)
    if (source.provider === 'offline') addGround(leaflet)
    else addTiles(leaflet, source)
    names.current = addNames(leaflet, { places: source.provider === 'offline' })
    leaflet.on('click', ({ latlng }) => {
      const { lat, lng } = latlng.wrap()
      choose({ latitude: lat, longitude: lng })
    })
    const sizes = new ResizeObserver(() => leaflet.invalidateSize({ animate: false }))
    sizes.observe(box.current)
    return () => {
      sizes.disconnect()
      map.current = null
      names.current = null
      leaflet.remove()
      // Leaflet ends a zoom by a timer that it does not clear, and which fails on a removed map. Nothing
      // public in 1.9 ends a zoom at once: `stop` is for flights and pans, and waiting for `zoomend` would
      // keep the map longer than its element.
      Object.assign(leaflet, { _animatingZoom: false })
    }
  }, [source, zoomIn, zoomOut])

  usePin(map, place)
  useEffect(() => names.current?.show(stations), [stations])

  return <div ref={box} role="application" aria-label={label} className="leaflet-container" />
}

/** Marks the chosen place and its reach, and moves there if it is out of view. */
function usePin(map: RefObject<Leaflet | null>, place: MapProps['place']): void {
  useEffect(() => {
    const leaflet = map.current
    if (!leaflet || !place) return
    const at: [number, number] = [place.latitude, place.longitude]
    const icon = divIcon({ html: PIN, className: 'map-pin', iconSize: [40, 52], iconAnchor: [20, 51] })
    const pin = new Marker(at, { icon, interactive: false, keyboard: false })
    const reach = new Circle(at, {
      radius: REACH_MILES * METRES_PER_MILE,
      interactive: false,
      color: '#ffb81c',
      weight: 3,
      dashArray: '10 8',
      fillOpacity: 0.12,
    })
    pin.addTo(leaflet)
    reach.addTo(leaflet)
    if (!leaflet.getBounds().pad(-0.15).contains(at) || leaflet.getZoom() < CITY_ZOOM - 1)
      leaflet.setView(at, Math.max(leaflet.getZoom(), CITY_ZOOM))
    return () => {
      pin.remove()
      reach.remove()
    }
  }, [map, place])
}

function addTiles(map: Leaflet, { url, attribution }: Extract<Source, { provider: 'tiles' }>): void {
  const text = document.createElement('span')
  text.textContent = attribution
  // Some tile servers require the referring site; they learn its name and nothing more.
  new TileLayer(url, { maxZoom: 19, attribution: text.innerHTML, referrerPolicy: 'origin' }).addTo(map)
  if (attribution !== '') new Control.Attribution({ prefix: false }).addTo(map)
  const pane = map.getPanes().tilePane
  pane.dataset['foreign'] = 'true'
}
