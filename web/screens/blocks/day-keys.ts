import { addMonthsToDay, weekOf } from '@madruga/core/blocks.ts'
import { shiftDay } from '@madruga/core/days.ts'

/** The day that a key leads to, as in the date grid of the ARIA practices; null for other keys. */
export function dayAfterKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  day: string,
): string | null {
  const months = shiftKey ? 12 : 1
  switch (key) {
    case 'ArrowLeft':
      return shiftDay(day, -1)
    case 'ArrowRight':
      return shiftDay(day, 1)
    case 'ArrowUp':
      return shiftDay(day, -7)
    case 'ArrowDown':
      return shiftDay(day, 7)
    case 'Home':
      return weekOf(day)[0]!
    case 'End':
      return weekOf(day)[6]!
    case 'PageUp':
      return addMonthsToDay(day, -months)
    case 'PageDown':
      return addMonthsToDay(day, months)
    default:
      return null
  }
}
