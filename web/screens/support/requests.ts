import { queryOptions } from '@tanstack/react-query'
import type { SUPPORT_TOPICS } from '@madruga/core/support.ts'
import { api } from '../../client.ts'
import { DEVICE, readDraft } from '../../stored-draft.ts'

export type SupportRequest = Awaited<ReturnType<typeof api.support.list>>['requests'][number]
export type Topic = (typeof SUPPORT_TOPICS)[number]

/** As in the contract, from which the browser imports only types. */
export const TOPICS = [
  'bot',
  'filters',
  'platform',
  'payment',
  'account',
  'other',
] as const satisfies readonly Topic[]

/** The server's maximum text length. */
export const LONGEST_TEXT = 4_000

export const requestsQuery = queryOptions({
  queryKey: ['support'],
  queryFn: ({ signal }) => api.support.list(undefined, { signal }),
  // An answer also comes as a notification; a driver who waits here sees it soon.
  refetchInterval: 20_000,
})

/** Replaces a request with the server's answer, or adds a new one on top. */
export function placeRequest(requests: readonly SupportRequest[], request: SupportRequest): SupportRequest[] {
  const isKnown = requests.some((one) => one.id === request.id)
  return isKnown ? requests.map((one) => (one.id === request.id ? request : one)) : [request, ...requests]
}

/** Unsent input, on this device; `requestId` null is the new request. */
export type Draft = { topic: Topic | null; text: string }

export const EMPTY_DRAFT: Draft = { topic: null, text: '' }

/** Where a driver's draft is stored on this device. */
export function draftKey(driverId: string, requestId: number | null): string {
  return `draft.support.${driverId}.${requestId ?? 'new'}`
}

/** The stored draft; an empty one if there is none or it is unreadable. */
export function readRequestDraft(driverId: string, requestId: number | null): Draft {
  const { topic, text } = readDraft(draftKey(driverId, requestId), EMPTY_DRAFT, DEVICE) ?? EMPTY_DRAFT
  return { topic: TOPICS.find((one) => one === topic) ?? null, text }
}
