import { useSyncExternalStore } from 'react'

/** Says something to screen readers, politely: bookings, state changes, and what a tap brought about. */
let said = { id: 0, text: '' }
const listeners = new Set<() => void>()

export function announce(text: string): void {
  said = { id: said.id + 1, text }
  for (const listener of listeners) listener()
}

/** Takes back what was said: on another screen, or in another language, it no longer holds. */
export function hush(): void {
  if (said.text !== '') announce('')
}

export function useAnnouncement(): { id: number; text: string } {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => said,
  )
}
