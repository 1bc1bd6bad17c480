/** Who is told when a value outside of React changes; `subscribe` is for `useSyncExternalStore`. */
export function createSignal() {
  const listeners = new Set<() => void>()
  return {
    notify() {
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
