/** What this device remembers. Storage may be full or forbidden; then the app forgets, and works. */

/** A kept text; the word 'null' counts as absent, as older versions wrote it. */
export function readLocal(key: string): string | null {
  try {
    const value = localStorage.getItem(key)
    return value === 'null' || value === '' ? null : value
  } catch {
    return null
  }
}

export function writeLocal(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Remembering is a comfort, never a condition.
  }
}
