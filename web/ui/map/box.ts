/** Degrees: west, south, east, north. */
export type Box = [west: number, south: number, east: number, north: number]

/** Whether two boxes share a point. */
export function overlaps(one: Box, other: Box): boolean {
  return one[0] <= other[2] && one[2] >= other[0] && one[1] <= other[3] && one[3] >= other[1]
}
