import type { Box } from './box.ts'
import { overlaps } from './box.ts'
import { fetchMapFile } from './data.ts'

/** States and county lines, as shapes in a unit-square world (Mercator). */
export type Land = { states: State[] }
type State = { id: string; box: Box; shape: Path2D; counties: Path2D | null; asked: boolean }

type WrittenState = { id: string; box: Box; rings: number[][] }

/** Reads the states; `readCounties` loads counties as they become visible. */
export async function readLand(): Promise<Land> {
  const states = JSON.parse(await fetchMapFile('states.json')) as WrittenState[]
  return {
    states: states.map(({ id, box, rings }) => ({
      id,
      box,
      shape: drawLines(rings, true),
      counties: null,
      asked: false,
    })),
  }
}

/** Reads the counties of the states in a box; returns whether there is anything new to draw. */
export async function readCounties({ states }: Land, box: Box): Promise<boolean> {
  const missing = states.filter((state) => !state.asked && overlaps(state.box, box))
  for (const state of missing) state.asked = true
  await Promise.all(
    missing.map(async (state) => {
      try {
        const lines = JSON.parse(await fetchMapFile(`counties/${state.id}.json`)) as number[][]
        state.counties = drawLines(lines, false)
      } catch {
        // The map is useful without them; the next call retries.
        state.asked = false
      }
    }),
  )
  return missing.some((state) => state.counties !== null)
}

/** West to east from 0 to 1. */
export function worldX(longitude: number): number {
  return (longitude + 180) / 360
}

/** North to south from 0 to 1, in Mercator's projection. */
export function worldY(latitude: number): number {
  const radians = (latitude * Math.PI) / 180
  return (1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2
}

/** Lines as the build writes them: x, y, dx, dy, ... in thousandths of a degree. */
function drawLines(lines: readonly number[][], isClosed: boolean): Path2D {
  const path = new Path2D()
  for (const line of lines) {
    let [x, y] = [0, 0]
    for (let index = 0; index < line.length; index += 2) {
      x += line[index] ?? 0
      y += line[index + 1] ?? 0
      const [toX, toY] = [worldX(x / 1000), worldY(y / 1000)]
      if (index === 0) path.moveTo(toX, toY)
      else path.lineTo(toX, toY)
    }
    if (isClosed) path.closePath()
  }
  return path
}

/** The colors of the drawing, from the style sheet of the page's theme. */
export type MapColours = Record<'land' | 'coast' | 'line' | 'dot' | 'text' | 'halo', string>

export function readColours(element: Element): MapColours {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(`--map-${name}`).trim()
  return {
    land: read('land'),
    coast: read('coast'),
    line: read('line'),
    dot: read('dot'),
    text: read('text'),
    halo: read('halo'),
  }
}

/** Draws the land inside a square of the world, at `scale` pixels per world width. */
export function drawLand(
  canvas: CanvasRenderingContext2D,
  { states }: Land,
  colours: MapColours,
  view: { box: Box; left: number; top: number; scale: number; pixelRatio: number },
): void {
  const { box, left, top, scale, pixelRatio } = view
  const inView = states.filter((state) => overlaps(state.box, box))
  canvas.setTransform(
    scale * pixelRatio,
    0,
    0,
    scale * pixelRatio,
    -left * scale * pixelRatio,
    -top * scale * pixelRatio,
  )
  const stroke = (colour: string, width: number, path: Path2D) => {
    canvas.strokeStyle = colour
    canvas.lineWidth = width / scale
    canvas.stroke(path)
  }
  canvas.fillStyle = colours.land
  for (const { shape } of inView) canvas.fill(shape)
  for (const { counties } of inView) if (counties) stroke(colours.line, 1, counties)
  for (const { shape } of inView) stroke(colours.coast, 1.5, shape)
}
