/**
 * What one more request is worth. An offer that lives a random (exponential) while is seen by polls at a
 * steady rate with a chance of `(1 - e^-x) / x`, where x is how many mean lives lie between two polls. One
 * more request a second then catches `1 - (1 + x) e^-x` mean lives' worth of it: all of a life when polls are
 * rare, next to nothing when they are dense.
 */
function gainOf(gap: number): number {
  return gap < 1e-3 ? (gap * gap) / 2 : 1 - (1 + gap) * Math.exp(-gap)
}

const STEPS = 512
const LEAST_GAP = 1e-3
const LARGEST_GAP = 40
const STEP = Math.log(LARGEST_GAP / LEAST_GAP) / (STEPS - 1)
const GAINS = Float64Array.from({ length: STEPS }, (_, step) => gainOf(gapOf(step)))

function gapOf(step: number): number {
  return LEAST_GAP * Math.exp(step * STEP)
}

/**
 * The gap between polls, in mean lives, at which one more request gains `gain` (0 to 1); `Infinity` where
 * none is worth that much. Off a table, since a plan asks it some thousand times.
 */
export function gapWorth(gain: number): number {
  if (gain >= GAINS[STEPS - 1]!) return Number.POSITIVE_INFINITY
  if (gain <= GAINS[0]!) return LEAST_GAP
  let low = 0
  let high = STEPS - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (GAINS[middle]! > gain) high = middle
    else low = middle
  }
  const share = (gain - GAINS[low]!) / (GAINS[high]! - GAINS[low]!)
  return gapOf(low + share)
}
