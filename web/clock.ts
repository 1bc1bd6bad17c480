import { useCallback, useSyncExternalStore } from 'react'

/** The server's clock on this device: a phone with a wrong clock still counts down right. */
let offsetMs = 0

/** Takes the server's time (epoch ms) from an answer that took `tripMs` to come. */
export function noteServerTime(at: number, tripMs = 0): void {
  offsetMs = at + tripMs / 2 - Date.now()
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
