import { useSyncExternalStore } from 'react'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { readDraft, writeDraft } from './stored-draft.ts'

export type CodeSent = Outputs['accounts']['startReset']

/** How far someone is who proves that an e-mail or phone is theirs; kept while the tab lives. */
export type Ticket =
  | { stage: 'code'; purpose: 'register' | 'reset'; sent: CodeSent; second: boolean }
  | { stage: 'account'; ticket: string; email: string; variant: Variant }
  | { stage: 'password'; ticket: string }

const KEY = 'ticket'
const listeners = new Set<() => void>()
let current: Ticket | null | undefined

/** The ticket of this tab; null when nothing was begun. */
export function readTicket(): Ticket | null {
  if (current === undefined) current = parseTicket(readDraft(KEY, { text: '' })?.text ?? '')
  return current
}

export function writeTicket(ticket: Ticket | null): void {
  current = ticket
  writeDraft(KEY, ticket === null ? null : { text: JSON.stringify(ticket) })
  for (const listener of listeners) listener()
}

/** The ticket of this tab; components draw again when it changes. */
export function useTicket(): Ticket | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readTicket)
}

/** Where a code went, in one piece: a line may not break after the dots that hide most of it. */
export function inOnePiece(sentTo: string): string {
  return sentTo.replace('…', '…\u2060')
}

function parseTicket(text: string): Ticket | null {
  try {
    return JSON.parse(text) as Ticket
  } catch {
    return null
  }
}
