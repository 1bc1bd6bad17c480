import { useCallback, useSyncExternalStore } from 'react'

/** The server's clock on this device: a phone with a wrong clock still counts down right. */
let offsetMs = 0
/**
 * Whether the server has told its time to the millisecond; then the whole seconds of a `Date` header add
 * nothing.
 */
let exact = false

/** Takes the server's time (epoch ms) from an answer that took `tripMs` to come. */
export function noteServerTime(at: number, tripMs = 0): void {
  offsetMs = at + tripMs / 2 - Date.now()
  exact = true
}

/** Takes the time that any answer of the server carries, until a finer one came. */
export function noteServerDate(date: string | null): void {
  const at = Date.parse(date ?? '')
  if (!exact && at > 0) offsetMs = at - Date.now()
}

/** Now, by the server's clock, in epoch ms. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

/** The server's time in steps of `everyMs`; components draw again with each step. */
export function useServerTime(everyMs: number): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      const timer = setInterval(listener, Math.min(everyMs, 250))
      return () => clearInterval(timer)
    },
    [everyMs],
  )
  return useSyncExternalStore(subscribe, () => Math.floor(serverNow() / everyMs) * everyMs)
}
