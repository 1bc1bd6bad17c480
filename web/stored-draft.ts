import { readLocal, writeLocal } from './local-store.ts'

/**
 * Unsent input. It survives a reload, a visit to the terms, and a refusal, by default while this tab lives.
 * Passwords are never stored.
 */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type DraftList = Pick<Storage, 'removeItem'>

/** Keeps drafts beyond the tab, for signed-in drivers: the key of such a draft includes their id. */
export const DEVICE: DraftStorage = {
  getItem: readLocal,
  setItem: writeLocal,
  removeItem: (key) => writeLocal(key, null),
}

/**
 * The stored draft; missing values and values of another type come from `fallback`; null if there is none.
 */
export function readDraft<T extends object>(
  key: string,
  fallback: T,
  storage: DraftStorage | null = tabStorage(),
): T | null {
  try {
    const draft: unknown = JSON.parse(storage?.getItem(key) ?? 'null')
    if (typeof draft !== 'object' || draft === null) return null
    const sound = Object.entries(draft).filter(([name, value]) => isLike(fallback[name as keyof T], value))
    return { ...fallback, ...Object.fromEntries(sound) }
  } catch {
    return null
  }
}

/** Stores it; null deletes. Storage may be full or forbidden; the app then works without it. */
export function writeDraft(
  key: string,
  draft: object | null,
  storage: DraftStorage | null = tabStorage(),
): void {
  try {
    if (draft === null) storage?.removeItem(key)
    else storage?.setItem(key, JSON.stringify(draft))
  } catch {
    // Storing is optional: the app works without it.
  }
}

/** Deletes every draft of this tab: another person may use the device next. */
export function forgetDrafts(storage: DraftList | null = tabStorage()): void {
  try {
    for (const key of Object.keys(storage ?? {})) if (key.startsWith('draft.')) storage?.removeItem(key)
  } catch {
    // Nothing was stored either.
  }
}

function isLike(model: unknown, value: unknown): boolean {
  if (Array.isArray(model)) return Array.isArray(value)
  return model === null ? value === null || typeof value !== 'object' : typeof model === typeof value
}

function tabStorage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}
