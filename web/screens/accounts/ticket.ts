import { useSyncExternalStore } from 'react'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { createSignal } from '../../signal.ts'
import { readDraft, writeDraft } from '../../stored-draft.ts'

export type CodeSent = Outputs['accounts']['startReset']

/** Progress of proving an e-mail or phone; kept while the tab lives. */
export type Ticket =
  | { stage: 'code'; purpose: 'register' | 'reset'; sent: CodeSent; second: boolean }
  | { stage: 'account'; ticket: string; email: string; variant: Variant }
  | { stage: 'password'; ticket: string }

const KEY = 'ticket'
const changes = createSignal()
let current: Ticket | null | undefined

/** The ticket of this tab; null if nothing was begun. */
export function readTicket(): Ticket | null {
  if (current === undefined) current = parseTicket(readDraft(KEY, { text: '' })?.text ?? '')
  return current
}

export function writeTicket(ticket: Ticket | null): void {
  current = ticket
  writeDraft(KEY, ticket === null ? null : { text: JSON.stringify(ticket) })
  changes.notify()
}

/** The ticket of this tab; components rerender when it changes. */
export function useTicket(): Ticket | null {
  return useSyncExternalStore(changes.subscribe, readTicket)
}

/** The recipient of a code, non-breaking: no line may break after the masking dots. */
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
