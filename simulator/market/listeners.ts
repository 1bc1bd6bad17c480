/** Listeners of an event. */
export interface Listeners<Event extends unknown[]> {
  /** Adds one; returns how to remove it. */
  add(listener: (...event: Event) => void): () => void
  tell(...event: Event): void
  /** Notifies once after the current call, however often it is called meanwhile. */
  tellSoon(...event: Event): void
}

/** No listeners yet. */
export function createListeners<Event extends unknown[]>(): Listeners<Event> {
  const listeners = new Set<(...event: Event) => void>()
  let soon = false
  const tell = (...event: Event) => {
    soon = false
    for (const listener of listeners) listener(...event)
  }
  return {
    add(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell,
    tellSoon(...event) {
      if (soon) return
      soon = true
      queueMicrotask(() => {
        if (soon) tell(...event)
      })
    },
  }
}
