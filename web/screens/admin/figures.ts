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

/**
 * Layers on top of each other, as polygons of a box of `width` by `height`; the first is at the bottom. One
 * value alone is drawn from side to side.
 */
export function stackLayers(
  given: readonly (readonly number[])[],
  { width, height }: { width: number; height: number },
): { most: number; polygons: string[] } {
  const layers = given.map((values) => (values.length === 1 ? [...values, ...values] : values))
  const count = layers[0]?.length ?? 0
  const sums = Array.from({ length: count }, (_, index) =>
    layers.reduce((sum, values) => sum + (values[index] ?? 0), 0),
  )
  const most = Math.max(1, ...sums)
  const x = (index: number) => (count < 2 ? 0 : (index / (count - 1)) * width)
  const point = (index: number, value: number) =>
    `${x(index).toFixed(1)},${(height - (value / most) * height).toFixed(1)}`
  let floor = Array.from({ length: count }, () => 0)
  const polygons = layers.map((values) => {
    const top = floor.map((value, index) => value + (values[index] ?? 0))
    const up = top.map((value, index) => point(index, value))
    const back = floor.map((value, index) => point(index, value)).toReversed()
    floor = top
    return [...up, ...back].join(' ')
  })
  return { most, polygons }
}
