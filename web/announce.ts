import { useSyncExternalStore } from 'react'
import { createSignal } from './signal.ts'

/** Announces a text to screen readers, politely: bookings, state changes, and results of a tap. */
let said = { id: 0, text: '' }
const changed = createSignal()

export function announce(text: string): void {
  said = { id: said.id + 1, text }
  changed.notify()
}

/** Clears the announcement: on another screen, or in another language, it no longer applies. */
export function hush(): void {
  if (said.text !== '') announce('')
}

export function useAnnouncement(): { id: number; text: string } {
  return useSyncExternalStore(changed.subscribe, () => said)
}
