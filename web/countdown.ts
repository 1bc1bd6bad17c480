/**
 * Time left as `0:42`, `12:05` or `1:10:22`; null when over. Seconds round up, so 0:01 is the last value
 * shown.
 */
export function formatLeft(dueAt: number, now: number): string | null {
  const total = Math.ceil((dueAt - now) / 1000)
  if (total <= 0) return null
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor(total / 60) % 60
  const tail = twoDigits(total % 60)
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${twoDigits(minutes)}:${tail}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
