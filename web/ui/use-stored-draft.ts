import { useEffect, useRef } from 'react'
import { DEVICE, writeDraft } from '../stored-draft.ts'

/** Typing is kept on the device this long after the last key. */
const KEEP_AFTER_MS = 300

/**
 * Keeps what was typed on this device: a moment after the last key, and at once when the page or the screen
 * is left. Null forgets it.
 */
export function useStoredDraft(key: string, draft: object | null): void {
  const newest = useRef(draft)
  useEffect(() => {
    newest.current = draft
    const keep = () => writeDraft(key, draft, DEVICE)
    const timer = setTimeout(keep, KEEP_AFTER_MS)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [key, draft])
  useEffect(() => () => writeDraft(key, newest.current, DEVICE), [key])
}
