import { useSyncExternalStore } from 'react'
import { createSignal } from './signal.ts'

type Announcement = { id: number; text: string }

/** A booking may follow a save at once: the later text must not take the place of one that is unread. */
const KEPT = 3
let said: readonly Announcement[] = []
let last = 0
const changed = createSignal()

/** Announces a text to screen readers, politely: bookings, state changes, and results of a tap. */
export function announce(text: string): void {
  last++
  said = [...said, { id: last, text }].slice(-KEPT)
  changed.notify()
}

/** Clears the announcements: on another screen, or in another language, they no longer apply. */
export function hush(): void {
  if (said.length === 0) return
  said = []
  changed.notify()
}

/** The latest announcements, the oldest first. */
export function readAnnouncements(): readonly Announcement[] {
  return said
}

export function useAnnouncements(): readonly Announcement[] {
  return useSyncExternalStore(changed.subscribe, readAnnouncements)
}
