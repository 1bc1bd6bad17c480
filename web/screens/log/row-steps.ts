import { defaultRangeExtractor } from '@tanstack/react-virtual'
import type { Range } from '@tanstack/react-virtual'

/** Rows that come in together. */
const STEP = 4

/**
 * The rows of a virtual list to render, in steps of a few: most frames of scrolling then only move what is
 * there, and leave layout and paint alone. The row at `stop` is rendered wherever it is, so that the focus
 * stays on it; -1 = none.
 */
export function rowsInSteps(range: Range, stop: number): number[] {
  const first = Math.max(0, range.startIndex - range.overscan)
  const last = range.endIndex + range.overscan
  const indexes = defaultRangeExtractor({
    ...range,
    overscan: 0,
    startIndex: first - (first % STEP),
    endIndex: Math.min(range.count - 1, last - (last % STEP) + STEP - 1),
  })
  return stop < 0 || indexes.includes(stop) ? indexes : [...indexes, stop].toSorted((a, b) => a - b)
}
