import { serverNow } from '../../../clock.ts'
import { readDraft, writeDraft } from '../../../stored-draft.ts'
import type { CodeSent } from '../ticket.ts'

export type ContactKind = 'email' | 'preferredEmail' | 'phone'

/**
 * A change that waits for its code; stored, since a phone may unload the page while its driver reads the
 * message.
 */
export type Change = { kind: ContactKind; value: string; sent: CodeSent }

const KEY = 'draft.change'

/** The change whose code is still valid; null if there is none. */
export function readChange(): Change | null {
  try {
    const change = JSON.parse(readDraft(KEY, { text: 'null' })?.text ?? 'null') as Change | null
    return change !== null && change.sent.expiresAt > serverNow() ? change : null
  } catch {
    return null
  }
}

export function writeChange(change: Change | null): void {
  writeDraft(KEY, change === null ? null : { text: JSON.stringify(change) })
}
