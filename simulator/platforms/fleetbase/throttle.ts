const MINUTE_MS = 60_000

/** What an address has left of its minute. */
export interface Allowance {
  isOver: boolean
  limit: number
  remaining: number
}

/**
 * Counts the calls of each address by the minute that begins with its first call. Who calls makes no
 * difference: all drivers behind an address share it. A new limit begins a new minute.
 */
export function createThrottle(
  now: () => number,
): (address: string, limit: number, minutes: number) => Allowance {
  const spent = new Map<string, { from: number; calls: number; limit: number }>()
  return (address, limit, minutes) => {
    const at = now()
    let minute = spent.get(address)
    if (minute === undefined || minute.limit !== limit || at - minute.from >= minutes * MINUTE_MS) {
      minute = { from: at, calls: 0, limit }
      spent.set(address, minute)
    }
    const isOver = minute.calls >= limit
    if (!isOver) minute.calls++
    return { isOver, limit, remaining: limit - minute.calls }
  }
}
