/** Those who want to hear of something. */
export interface Listeners<Event extends unknown[]> {
  /** Adds one; answers how to take it away. */
  add(listener: (...event: Event) => void): () => void
  tell(...event: Event): void
  /** Tells once the call that is running is through, however often it is asked to meanwhile. */
  tellSoon(...event: Event): void
}

/** Nobody yet. */
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
