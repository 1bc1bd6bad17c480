import { useSyncExternalStore } from 'react'
import { createSignal } from './signal.ts'

type Announcement = { id: number; text: string }

/** A booking may follow a save at once: the later text must not take the place of one that is unread. */
const KEPT = 3
let announcements: readonly Announcement[] = []
let last = 0
const changes = createSignal()

/** Announces a text to screen readers, politely: bookings, state changes, and results of a tap. */
export function announce(text: string): void {
  last++
  announcements = [...announcements, { id: last, text }].slice(-KEPT)
  changes.notify()
}

/** Clears the announcements: on another screen, or in another language, they no longer apply. */
export function hush(): void {
  if (announcements.length === 0) return
  announcements = []
  changes.notify()
}

/** The latest announcements, the oldest first. */
export function readAnnouncements(): readonly Announcement[] {
  return announcements
}

export function useAnnouncements(): readonly Announcement[] {
  return useSyncExternalStore(changes.subscribe, readAnnouncements)
}
