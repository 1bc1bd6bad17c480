import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Filter } from '@madruga/core/filters.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { api, toProblem } from '../../../client.ts'
import type { Problem } from '../../../client.ts'

/** So many of the newest offers the driver may ask about. */
export const COUNTS = [200, 1_000, 10_000] as const
export type Count = (typeof COUNTS)[number]

export type WhatIf = Awaited<ReturnType<typeof api.filters.whatIf>>

/**
 * After the last change a question waits this long: a number that is tapped up ten times is asked about once.
 */
const ASK_AFTER_MS = 350
/** A history that was empty is asked again so often. */
const EMPTY_AGAIN_MS = 5_000

/**
 * What the edited filter would have taken of the newest offers. The last answer stays while the next one is
 * on its way, and while what was typed is not valid.
 */
export function useWhatIf(
  variant: Variant,
  filter: Filter | null,
  offers: Count,
): {
  answer: WhatIf | undefined
  /** The answer is of another filter than the one on screen. */
  late: boolean
  problem: Problem | null
  retry: () => void
} {
  // As text, so that the same filter made anew is no new question.
  const text = filter === null ? null : JSON.stringify(filter)
  const [asked, setAsked] = useState(text)
  useEffect(() => {
    if (text === null || text === asked) return
    const timer = setTimeout(() => setAsked(text), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text, asked])
  const query = useQuery({
    queryKey: ['what-if', variant, offers, asked],
    queryFn: ({ signal }) =>
      api.filters.whatIf({ variant, filter: JSON.parse(asked!) as Filter, offers }, { signal }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
    // A driver's first bot has only just begun to look: what it sees shows as it comes.
    refetchInterval: ({ state }) => (state.data?.considered === 0 ? EMPTY_AGAIN_MS : false),
  })
  return {
    answer: query.data,
    late: text !== asked || query.isPlaceholderData,
    problem: query.error ? toProblem(query.error) : null,
    retry: () => void query.refetch(),
  }
}
