/**
 * What was typed and not sent, kept while this tab lives: it survives a reload, the way to the terms and
 * back, and a refusal. Passwords are never given to it.
 */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type DraftList = Pick<Storage, 'removeItem'>

/** The kept draft with gaps and values of another kind filled from `fallback`; null when there is none. */
export function readDraft<T extends object>(
  key: string,
  fallback: T,
  storage: DraftStorage | null = tabStorage(),
): T | null {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const sound = Object.entries(kept).filter(([name, value]) => isLike(fallback[name as keyof T], value))
    return { ...fallback, ...Object.fromEntries(sound) }
  } catch {
    return null
  }
}

/** Keeps it; null forgets. Storage may be full or forbidden; then the app forgets, and works. */
export function writeDraft(
  key: string,
  draft: object | null,
  storage: DraftStorage | null = tabStorage(),
): void {
  try {
    if (draft === null) storage?.removeItem(key)
    else storage?.setItem(key, JSON.stringify(draft))
  } catch {
    // Remembering is a comfort, never a condition.
  }
}

/** Forgets every draft of this tab: another person may use the device next. */
export function forgetDrafts(storage: DraftList | null = tabStorage()): void {
  try {
    for (const key of Object.keys(storage ?? {})) if (key.startsWith('draft.')) storage?.removeItem(key)
  } catch {
    // Nothing was kept either.
  }
}

function isLike(model: unknown, value: unknown): boolean {
  return model === null ? value === null || typeof value !== 'object' : typeof model === typeof value
}

function tabStorage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}
