import { useSyncExternalStore } from 'react'

const desktop = matchMedia('(min-width: 62rem)')

/** Whether there is room for two columns; the main action is then on the board instead of under the thumb. */
export function useDesktop(): boolean {
  return useSyncExternalStore(
    (listener) => {
      desktop.addEventListener('change', listener)
      return () => desktop.removeEventListener('change', listener)
    },
    () => desktop.matches,
  )
}
