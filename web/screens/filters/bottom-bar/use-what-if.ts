import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Filter } from '@madruga/core/filters.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { api, toProblem } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'

/** The maximum number of newest offers that a driver may query. */
export const COUNTS = [200, 1_000, 10_000] as const
export type Count = (typeof COUNTS)[number]

export type WhatIf = Awaited<ReturnType<typeof api.filters.whatIf>>

/** Debounce after the last change: a number that is stepped ten times causes one query. */
const ASK_AFTER_MS = 350
/** How often an empty history is queried again. */
const EMPTY_AGAIN_MS = 5_000

/**
 * What the edited filter would have accepted of the newest offers. The last answer stays while the next one
 * loads, and while the input is invalid.
 */
export function useWhatIf(
  variant: Variant,
  filter: Filter | null,
): {
  /** How many of the newest offers are asked about. */
  offers: Count
  setOffers: (offers: Count) => void
  answer: WhatIf | undefined
  /** The answer is about another filter than the one on screen. */
  late: boolean
  /** Why there is no answer, in the driver's words; null = there is one, or it is on its way. */
  failure: string | null
  retry: () => void
} {
  const { t } = useWords()
  const [offers, setOffers] = useState<Count>(COUNTS[0])
  // As text, so that an equal filter causes no new query.
  const text = filter === null ? null : JSON.stringify(filter)
  const [sentText, setSentText] = useState(text)
  useEffect(() => {
    if (text === null || text === sentText) return
    const timer = setTimeout(() => setSentText(text), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text, sentText])
  const query = useQuery({
    queryKey: ['what-if', variant, offers, sentText],
    queryFn: ({ signal }) =>
      api.filters.whatIf({ variant, filter: JSON.parse(sentText!) as Filter, offers }, { signal }),
    enabled: sentText !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
    // A driver's first bot has only just started: its observations appear as they arrive.
    refetchInterval: ({ state }) => (state.data?.considered === 0 ? EMPTY_AGAIN_MS : false),
  })
  const isOffline = query.error !== null && toProblem(query.error).code === 'network.unreachable'
  return {
    offers,
    setOffers,
    answer: query.data,
    late: text !== sentText || query.isPlaceholderData,
    failure: query.error && t(isOffline ? 'dock.offline' : 'dock.failed'),
    retry: () => void query.refetch(),
  }
}
