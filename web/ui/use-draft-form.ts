import { useEffect, useRef, useState } from 'react'
import { readLocal } from '../local-store.ts'
import { DEVICE, writeDraft } from '../stored-draft.ts'

/** Typing is kept on the device this long after the last key. */
const KEEP_AFTER_MS = 300

/**
 * A form's input, stored on this device while it differs from `clean`: a moment after the last key, and at
 * once when the page or the screen is left. Without input the form shows `clean`, also a newer one.
 */
export function useDraftForm<T extends object>({
  key,
  clean,
  read,
  same,
}: {
  /** The storage key; it includes the driver. */
  key: string
  clean: T
  /** The stored text as a value of the form; null if there is none or it is unreadable. */
  read(text: string | null): T | null
  same(a: T, b: T): boolean
}) {
  const [draft, setDraft] = useState(() => read(readLocal(key)))
  const dirty = draft !== null && !same(draft, clean)
  const [isRestored, setRestored] = useState(dirty)
  const forget = useStoredDraft(key, dirty ? draft : null)
  return {
    values: draft ?? clean,
    dirty,
    /** The input is from an earlier visit and was not sent since. */
    restored: isRestored && dirty,
    change: (next: (values: T) => T) => setDraft((old) => next(old ?? clean)),
    /** The driver has seen that the input was restored. */
    accept: () => setRestored(false),
    /** Discards the input. */
    clear() {
      setDraft(null)
      setRestored(false)
      forget()
    },
  }
}

/** Stores a draft; null deletes it. Returns what deletes it at once, even if the screen is left next. */
function useStoredDraft(key: string, draft: object | null): () => void {
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
  return () => {
    newest.current = null
    writeDraft(key, null, DEVICE)
  }
}
