import type { Overview } from './queries.ts'

type Wins = Overview['wins']

/** The share in percent, to one decimal place; null of nothing. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1_000) / 10
}

/** All wins and misses together. */
export function sumWins(wins: Wins): { accepted: number; missed: number } {
  return wins.reduce(
    (sum, { accepted, missed }) => ({ accepted: sum.accepted + accepted, missed: sum.missed + missed }),
    { accepted: 0, missed: 0 },
  )
}

/** The day with the most wins; null without any. */
export function bestDay(wins: Wins): Wins[number] | null {
  const first = wins.toSorted((one, other) => other.accepted - one.accepted)[0]
  return first !== undefined && first.accepted > 0 ? first : null
}

/** Values of an upright axis for figures up to `most`: from zero, in round steps, whole ones of `unit`. */
export function ticksOf(most: number, unit = 1): number[] {
  const unitCount = Math.max(most, unit) / unit
  const rough = unitCount / MOST_STEPS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough - 1e-9)!,
  )
  return Array.from({ length: Math.ceil(unitCount / step) + 1 }, (_, index) => index * step * unit)
}

const MOST_STEPS = 4

/** Of points side by side, those whose day or time fits under the axis: first, middle and last. */
export function spreadOf(count: number): number[] {
  return [...new Set([0, Math.floor((count - 1) / 2), count - 1])].filter(
    (index) => index >= 0 && index < count,
  )
}

/** The index of the point nearest to a place from the left, 0 to 1. */
export function nearestOf(points: readonly { x: number }[], x: number): number {
  const distance = (index: number) => Math.abs(points[index]!.x - x)
  return points.reduce((best, _, index) => (distance(index) < distance(best) ? index : best), 0)
}

/** Where the middle of each of this many columns is, from the left, 0 to 1. */
export function columnAt(index: number, count: number): number {
  return (index + 0.5) / count
}

/** Where instants are between the first and the last, 0 to 1; one alone is at the end. */
export function alongTime(instants: readonly number[]): number[] {
  const [from, to] = [instants[0] ?? 0, instants.at(-1) ?? 0]
  return instants.map((at) => (to === from ? 1 : (at - from) / (to - from)))
}

/** The highest sum of layers at one place. */
export function highestOf(layers: readonly (readonly number[])[]): number {
  const sums = (layers[0] ?? []).map((_, index) =>
    layers.reduce((sum, values) => sum + (values[index] ?? 0), 0),
  )
  return Math.max(0, ...sums)
}

/**
 * Layers on top of each other, as polygons of a box of `width` by `height` that is `top` high; the first is
 * at the bottom. `xs`: from the left, 0 to 1. One value alone is drawn from side to side.
 */
export function stackLayers(
  rows: readonly (readonly number[])[],
  { xs: places, top, width, height }: { xs: readonly number[]; top: number; width: number; height: number },
): string[] {
  const isAlone = places.length === 1
  const layers = isAlone ? rows.map((values) => [...values, ...values]) : rows
  const xs = isAlone ? [0, 1] : places
  const point = (index: number, value: number) =>
    `${((xs[index] ?? 0) * width).toFixed(1)},${(height - (value / top) * height).toFixed(1)}`
  let floor = xs.map(() => 0)
  return layers.map((values) => {
    const ceiling = floor.map((value, index) => value + (values[index] ?? 0))
    const up = ceiling.map((value, index) => point(index, value))
    const back = floor.map((value, index) => point(index, value)).toReversed()
    floor = ceiling
    return [...up, ...back].join(' ')
  })
}
