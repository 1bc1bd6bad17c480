import { useEffect } from 'react'

/** Shows a number on the icon of the installed app, none for 0, and none once no one is signed in. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    setBadge(count)
    return () => setBadge(0)
  }, [count])
}

/** A browser without badges, or one that forbids them, shows the bell alone. */
function setBadge(count: number): void {
  const { setAppBadge } = navigator as { setAppBadge?(count: number): Promise<void> }
  setAppBadge?.call(navigator, count).catch(() => {})
}
