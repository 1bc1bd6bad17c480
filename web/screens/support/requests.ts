import { queryOptions } from '@tanstack/react-query'
import type { SUPPORT_TOPICS } from '@madruga/core/support.ts'
import { api } from '../../client.ts'
import { readLocal, writeLocal } from '../../local-store.ts'

export type SupportRequest = Awaited<ReturnType<typeof api.support.list>>['requests'][number]
export type Topic = (typeof SUPPORT_TOPICS)[number]

/** As the contract has them, which the browser takes types from alone. */
export const TOPICS = [
  'bot',
  'filters',
  'platform',
  'payment',
  'account',
  'other',
] as const satisfies readonly Topic[]

/** The longest text that the server takes. */
export const LONGEST_TEXT = 4_000

export const requestsQuery = queryOptions({
  queryKey: ['support'],
  queryFn: ({ signal }) => api.support.list(undefined, { signal }),
  // An answer comes by notification too; whoever waits here sees it soon.
  refetchInterval: 20_000,
})

/** Puts a request that the server just answered with in its place, a new one on top. */
export function placeRequest(requests: readonly SupportRequest[], changed: SupportRequest): SupportRequest[] {
  const known = requests.some((one) => one.id === changed.id)
  return known ? requests.map((one) => (one.id === changed.id ? changed : one)) : [changed, ...requests]
}

/** What was typed and not sent, on this device; `requestId` null is the new request. */
export type Draft = { topic: Topic | null; text: string }

function draftKey(driverId: string, requestId: number | null): string {
  return `draft.support.${driverId}.${requestId ?? 'new'}`
}

/** The kept draft; an empty one where there is none or it cannot be read. */
export function readDraft(driverId: string, requestId: number | null): Draft {
  const kept = readLocal(draftKey(driverId, requestId))
  const empty: Draft = { topic: null, text: '' }
  if (kept === null) return empty
  try {
    const draft = JSON.parse(kept) as Partial<Draft> | null
    if (typeof draft?.text !== 'string') return empty
    return { topic: TOPICS.find((topic) => topic === draft.topic) ?? null, text: draft.text }
  } catch {
    return empty
  }
}

/** Keeps a draft; an empty one is forgotten. */
export function writeDraft(driverId: string, requestId: number | null, draft: Draft): void {
  const empty = draft.text.trim() === '' && draft.topic === null
  writeLocal(draftKey(driverId, requestId), empty ? null : JSON.stringify(draft))
}
