import { useEffect } from 'react'
import { writeDraft } from '../stored-draft.ts'

/** Keeps input in this tab with every change; null forgets it. */
export function useTabDraft(key: string, draft: object | null): void {
  const text = draft === null ? null : JSON.stringify(draft)
  useEffect(() => writeDraft(key, text === null ? null : (JSON.parse(text) as object)), [key, text])
}
