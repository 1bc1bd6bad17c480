/** Time left as `0:42`, `12:05` or `1:10:22`; null when it is over. Seconds round up, so 0:01 is the last one shown. */
export function formatLeft(dueAt: number, now: number): string | null {
  const seconds = Math.ceil((dueAt - now) / 1000)
  if (seconds <= 0) return null
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return parts[0] === 0 ? `${parts[1]}:${two(parts[2]!)}` : `${parts[0]}:${two(parts[1]!)}:${two(parts[2]!)}`
}
