/** Data stored on this device. Storage may be full or forbidden; the app then works without it. */

/** A stored text; 'null' counts as absent, since older versions wrote it. */
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
    // Storing is optional: the app works without it.
  }
}
