import { useEffect, useState } from 'react'

/** The server's clock on this device: a phone with a wrong clock still counts down right. */
let offsetMs = 0

/** Takes the server's time from an answer that took `tripMs` to come. */
export function noteServerTime(serverNow: number, tripMs = 0): void {
  offsetMs = serverNow + tripMs / 2 - Date.now()
}

/** Now, by the server's clock, in epoch ms. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

/** The server's time, drawn again every `everyMs`; stands still where `active` is false. */
export function useServerTime(everyMs: number, active = true): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    setNow(serverNow())
    if (!active) return
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, active])
  return now
}
