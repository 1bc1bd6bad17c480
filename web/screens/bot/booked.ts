import { useSyncExternalStore } from 'react'
import type { LogEntry } from '@madruga/core/events.ts'

export type Booking = Extract<LogEntry, { type: 'offer.accepted' }>

/** Signs waiting to be seen, the first one showing. */
let queue: readonly Booking[] = []
const listeners = new Set<() => void>()

function change(next: readonly Booking[]): void {
  queue = next
  for (const listener of listeners) listener()
}

/** Drops the sign of a booking, after those that still hang. */
export function showBooked(booking: Booking): void {
  if (queue.some((waiting) => waiting.seq === booking.seq)) return
  change([...queue, booking])
  // Browsers allow it only on a page that was touched, and complain otherwise.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([40, 60, 120])
}

/** Takes the sign down. */
export function dismissBooked(seq: number): void {
  change(queue.filter((booking) => booking.seq !== seq))
}

/** The booking whose sign hangs now. */
export function useBooked(): Booking | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => queue[0] ?? null,
  )
}
