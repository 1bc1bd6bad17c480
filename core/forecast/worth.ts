/**
 * The value of one more request. An offer with a random (exponential) lifetime is seen by steady polls with
 * probability `(1 - e^-x) / x`, where x is the poll interval in mean lifetimes. One more request a second
 * then catches `1 - (1 + x) e^-x` mean lifetimes' worth of it: a full lifetime when polls are rare, almost
 * nothing when they are dense.
 */
function gainOf(gap: number): number {
  return 1 - (1 + gap) * Math.exp(-gap)
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
 * The poll interval, in mean lifetimes, at which one more request gains `gain` (0 to 1); `Infinity` if none
 * is worth that much. From a table, since a plan calls it thousands of times.
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
