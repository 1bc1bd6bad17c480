/** Rows rendered beyond the edges, so that a quick flick finds them ready. */
const AHEAD = 8

/**
 * The visible rows of a scroll container, in steps, so that a small scroll renders nothing. All lengths in
 * px.
 */
export function visibleRange(top: number, height: number, rowPx: number): { from: number; to: number } {
  const first = Math.floor(Math.max(0, top) / rowPx)
  const last = Math.ceil((Math.max(0, top) + height) / rowPx)
  const step = AHEAD / 2
  return {
    from: Math.max(0, Math.floor((first - AHEAD) / step) * step),
    to: Math.ceil((last + AHEAD) / step) * step,
  }
}
