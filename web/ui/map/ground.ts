import { GridLayer } from 'leaflet'
import type { Coords, Map as LeafletMap } from 'leaflet'
import type { Box } from './box.ts'
import { drawLand, readColours, readCounties, readLand } from './land.ts'
import type { Land } from './land.ts'

/** From this zoom on county lines help orientation; before, they are a gray web. */
const COUNTIES_FROM = 7

/** Our own drawing of the country, tile by tile, without any server. Follows the page's theme. */
export function addGround(map: LeafletMap): void {
  let land: Land | null = null
  let isGone = false
  const ground = new Ground((coords) => {
    const tile = document.createElement('canvas')
    const size = ground.getTileSize().x
    const pixelRatio = window.devicePixelRatio
    tile.width = tile.height = size * pixelRatio
    const canvas = tile.getContext('2d')
    if (canvas && land) {
      const count = 2 ** coords.z
      const [left, top] = [coords.x / count, coords.y / count]
      const box: Box = [
        left * 360 - 180,
        latitudeOf(top + 1 / count),
        (left + 1 / count) * 360 - 180,
        latitudeOf(top),
      ]
      const colours = readColours(map.getContainer())
      drawLand(canvas, land, colours, { box, left, top, scale: size * count, pixelRatio })
    }
    return tile
  })

  const addCounties = async (): Promise<void> => {
    if (isGone || !land || map.getZoom() < COUNTIES_FROM) return
    if (await readCounties(land, boxOf(map))) ground.redraw()
  }
  const look = new MutationObserver(() => ground.redraw())
  look.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  map.on('moveend', () => void addCounties())
  map.on('unload', () => {
    isGone = true
    look.disconnect()
  })
  ground.addTo(map)
  readLand().then(
    (nextLand) => {
      land = nextLand
      ground.redraw()
      void addCounties()
    },
    () => {
      // No network and never fetched: pin, circle and stations appear on an empty background.
    },
  )
}

/** Leaflet requests each tile from a layer of its class. */
class Ground extends GridLayer {
  draw: (coords: Coords) => HTMLElement

  constructor(draw: (coords: Coords) => HTMLElement) {
    super({ minZoom: 3, maxZoom: 15 })
    this.draw = draw
  }

  override createTile(coords: Coords): HTMLElement {
    return this.draw(coords)
  }
}

/** The visible area of the map. */
export function boxOf(map: LeafletMap): Box {
  const bounds = map.getBounds()
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
}

/** The latitude of a height from 0 to 1 in Mercator's projection. */
function latitudeOf(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI
}
