import { useCallback, useSyncExternalStore } from 'react'

/** The server's clock on this device: a phone with a wrong clock still counts down correctly. */
let offsetMs = 0
/**
 * Whether the server has sent its time to the millisecond; the whole seconds of a `Date` header then add
 * nothing.
 */
let exact = false

/** Sets the clock from the server's time (epoch ms) in an answer that took `tripMs`. */
export function noteServerTime(at: number, tripMs = 0): void {
  offsetMs = at + tripMs / 2 - Date.now()
  exact = true
}

/** Sets the clock from any answer's `Date` header, until a more precise time arrives. */
export function noteServerDate(date: string | null): void {
  const at = Date.parse(date ?? '')
  if (!exact && at > 0) offsetMs = at - Date.now()
}

/** Now, by the server's clock, in epoch ms. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

/** The server's time in steps of `everyMs`; components rerender with each step. */
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
