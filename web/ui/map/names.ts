import type { Map as LeafletMap } from 'leaflet'
import { fetchMapFile } from './data.ts'
import { boxOf } from './ground.ts'
import { readColours } from './land.ts'
import { largeCities, placesIn } from './places.ts'
import type { NamedPlace } from './places.ts'

/** A station or store on the map. */
export type MapStation = { code: string; latitude: number; longitude: number }

/** From this zoom on every ZIP code's place has a dot, and small places have names. */
const DOTS_FROM = 9

/** The labels of a map. */
export type Names = { show(stations: readonly MapStation[]): void }

/**
 * Draws stations as signs, and, on our own drawing, names and dots of places; redrawn when the map has come
 * to rest.
 */
export function addNames(map: LeafletMap, { places }: { places: boolean }): Names {
  let stations: readonly MapStation[] = []
  const layer = document.createElement('canvas')
  layer.className = 'map-names leaflet-zoom-hide'
  map.getPanes().overlayPane.append(layer)
  let namedPlaces: NamedPlace[] = []
  let isGone = false

  const paint = (): void => {
    if (isGone) return
    const size = map.getSize()
    const pixelRatio = window.devicePixelRatio
    layer.width = size.x * pixelRatio
    layer.height = size.y * pixelRatio
    const corner = map.containerPointToLayerPoint([0, 0])
    layer.style.width = `${size.x}px`
    layer.style.height = `${size.y}px`
    layer.style.transform = `translate(${corner.x}px, ${corner.y}px)`
    const canvas = layer.getContext('2d')
    if (!canvas) return
    canvas.scale(pixelRatio, pixelRatio)
    paintAll(canvas, map, { stations, known: namedPlaces })
  }
  const refresh = async (): Promise<void> => {
    paint()
    if (isGone || !places) return
    try {
      const large = await largeCities(fetchMapFile)
      const small = map.getZoom() >= DOTS_FROM ? await placesIn(boxOf(map), fetchMapFile) : []
      namedPlaces = [...large, ...small]
    } catch {
      // Names help, and the map is useful without them.
      return
    }
    paint()
  }
  const look = new MutationObserver(paint)
  look.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  map.on('moveend resize', () => void refresh())
  map.on('unload', () => {
    isGone = true
    look.disconnect()
  })
  void document.fonts.ready.then(refresh)
  return {
    show(signs) {
      stations = signs
      paint()
    },
  }
}

type Taken = { left: number; top: number; right: number; bottom: number }

function paintAll(
  canvas: CanvasRenderingContext2D,
  map: LeafletMap,
  { stations, known }: { stations: readonly MapStation[]; known: readonly NamedPlace[] },
): void {
  const colours = readColours(map.getContainer())
  const family = getComputedStyle(map.getContainer()).fontFamily
  const { x: width, y: height } = map.getSize()
  const taken: Taken[] = []
  const free = (box: Taken): boolean =>
    taken.every(
      (other) =>
        box.left > other.right || box.right < other.left || box.top > other.bottom || box.bottom < other.top,
    )
  const at = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
    map.latLngToContainerPoint([latitude, longitude])
  const inside = (point: { x: number; y: number }) =>
    point.x > -80 && point.y > -20 && point.x < width + 80 && point.y < height + 20

  canvas.textAlign = 'center'
  canvas.textBaseline = 'middle'
  canvas.fillStyle = colours.dot
  for (const place of known) {
    if (place.size > 1) continue
    const point = at(place)
    canvas.beginPath()
    canvas.arc(point.x, point.y, 2, 0, 2 * Math.PI)
    canvas.fill()
  }
  for (const station of stations) {
    const point = at(station)
    if (inside(point)) paintRoadSign(canvas, station.code, point, { family, taken, free })
  }
  const names = new Set<string>()
  for (const place of known) {
    // `33101 Miami, FL` of a ZIP code is shown as Miami, once.
    const name = place.name.replace(/^\d+ /, '').replace(/, \w\w$/, '')
    if (names.has(name)) continue
    const point = at(place)
    if (!inside(point)) continue
    const pixels = place.size > 40 ? 17 : place.size > 12 ? 15 : 13
    canvas.font = `600 ${pixels}px ${family}`
    const half = canvas.measureText(name).width / 2
    const box = {
      left: point.x - half - 4,
      right: point.x + half + 4,
      top: point.y - pixels,
      bottom: point.y + pixels * 0.4,
    }
    if (!free(box)) continue
    taken.push(box)
    names.add(name)
    canvas.lineWidth = 4
    canvas.lineJoin = 'round'
    canvas.strokeStyle = colours.halo
    canvas.strokeText(name, point.x, point.y - pixels * 0.3)
    canvas.fillStyle = colours.text
    canvas.fillText(name, point.x, point.y - pixels * 0.3)
  }
}

/** A station is a guide sign: green, white border, its code; a green dot if there is no room. */
function paintRoadSign(
  canvas: CanvasRenderingContext2D,
  code: string,
  point: { x: number; y: number },
  { family, taken, free }: { family: string; taken: Taken[]; free: (box: Taken) => boolean },
): void {
  canvas.font = `800 12px ${family}`
  const half = canvas.measureText(code).width / 2 + 7
  const box = { left: point.x - half, right: point.x + half, top: point.y - 11, bottom: point.y + 11 }
  canvas.fillStyle = '#0b5c46'
  canvas.strokeStyle = '#ffffff'
  canvas.beginPath()
  if (free(box)) {
    taken.push(box)
    canvas.roundRect(box.left, box.top, 2 * half, 22, 5)
    canvas.lineWidth = 1.5
    canvas.fill()
    canvas.stroke()
    canvas.fillStyle = '#ffffff'
    canvas.fillText(code, point.x, point.y + 1)
  } else {
    canvas.arc(point.x, point.y, 5, 0, 2 * Math.PI)
    canvas.lineWidth = 1.5
    canvas.fill()
    canvas.stroke()
  }
}
