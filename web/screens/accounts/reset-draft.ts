import { readDraft, writeDraft } from '../../stored-draft.ts'

export const RESET_DRAFT = 'draft.reset'

export type ResetDraft = { email: string; channel: 'sms' | 'email' }

export const NO_RESET: ResetDraft = { email: '', channel: 'email' }

/** Whose password is reset, and where the code goes; `fallback` if the driver has entered nothing. */
export function readResetDraft(fallback: ResetDraft): ResetDraft {
  return readDraft(RESET_DRAFT, fallback) ?? fallback
}

/** Null forgets it. */
export function writeResetDraft(draft: ResetDraft | null): void {
  writeDraft(RESET_DRAFT, draft)
}
