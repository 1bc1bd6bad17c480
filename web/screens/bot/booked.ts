import { useSyncExternalStore } from 'react'
import type { LogEntry } from '@madruga/core/events.ts'
import { createSignal } from '../../signal.ts'

export type Booking = Extract<LogEntry, { type: 'offer.accepted' }>

/** Bookings that one banner shows together, the newest last. */
let queue: readonly Booking[] = []
const changes = createSignal()

function change(next: readonly Booking[]): void {
  queue = next
  changes.notify()
}

/** Shows a booking, with those whose banner still hangs. */
export function showBooked(booking: Booking): void {
  if (queue.some((waiting) => waiting.seq === booking.seq)) return
  change([...queue, booking])
  // Browsers allow it only after a user gesture, and log a warning otherwise.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([40, 60, 120])
}

/** Dismisses the banners up to this booking's; `Infinity`: all, since they are the driver's who leaves. */
export function dismissBooked(seq: number): void {
  change(queue.filter((booking) => booking.seq > seq))
}

/** The bookings of the visible banner, the newest last. */
export const readBooked = (): readonly Booking[] => queue

/** The same, for a component that shows them. */
export function useBooked(): readonly Booking[] {
  return useSyncExternalStore(changes.subscribe, readBooked)
}
