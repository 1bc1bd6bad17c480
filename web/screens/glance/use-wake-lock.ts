import { useEffect, useState } from 'react'

/** Keeps the screen on while it is shown; false where the device does not allow it. */
export function useWakeLock(): boolean {
  const [held, setHeld] = useState('wakeLock' in navigator)
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let over = false
    const take = async () => {
      // The device takes it away whenever the page is hidden.
      if (document.visibilityState !== 'visible') return
      try {
        const taken = await navigator.wakeLock.request('screen')
        if (over) return await taken.release()
        lock = taken
        setHeld(true)
      } catch {
        setHeld(false)
      }
    }
    const takeAgain = () => void take()
    takeAgain()
    document.addEventListener('visibilitychange', takeAgain)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', takeAgain)
      void lock?.release()
    }
  }, [])
  return held
}
