import { canStart, countsDownTo } from './state.ts'

/** When a start is possible again, epoch ms; null if it is now, or if time alone does not allow it. */
export function startsAgainAt(view: Parameters<typeof countsDownTo>[0]): number | null {
  return canStart(view.phase) ? countsDownTo(view) : null
}
