import { useSyncExternalStore } from 'react'

/** Announces a text to screen readers, politely: bookings, state changes, and results of a tap. */
let said = { id: 0, text: '' }
const listeners = new Set<() => void>()

export function announce(text: string): void {
  said = { id: said.id + 1, text }
  for (const listener of listeners) listener()
}

/** Clears the announcement: on another screen, or in another language, it no longer applies. */
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
