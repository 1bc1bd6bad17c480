import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Outputs } from '@madruga/core/contract.ts'
import { api } from '../../client.ts'
import { onLines } from '../../live.ts'
import { queryClient, todayQuery } from '../../queries.ts'
import { changesBlocks } from './changes-blocks.ts'

export type BlockList = Outputs['blocks']['list']
export type Block = BlockList['blocks'][number]
/** An accept that the platform has not decided. */
export type WaitingJob = BlockList['waiting'][number]
/** What stands in the calendar. */
export type Job = Block | WaitingJob
export type Arrivals = Outputs['blocks']['arrivals']
export type CalendarLink = Outputs['blocks']['calendarLink']

const KEY = ['blocks']

/** Blocks that start on these days, both inclusive. */
export const blocksQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...KEY, from, to],
    queryFn: ({ signal }) => api.blocks.list({ from, to }, { signal }),
    refetchInterval: 60_000,
    // The frame of the calendar stays while its pages turn.
    placeholderData: keepPreviousData,
  })

export const arrivalsQuery = queryOptions({
  queryKey: [...KEY, 'arrivals'],
  queryFn: ({ signal }) => api.blocks.arrivals(undefined, { signal }),
  refetchInterval: 30_000,
})

export const linkQuery = queryOptions({
  queryKey: ['calendar-link'],
  queryFn: ({ signal }) => api.blocks.calendarLink(undefined, { signal }),
})

/**
 * The live log tells of each win, loss and place on a wait list: what shows blocks is refetched at once, and
 * not by the minute.
 */
onLines((lines) => {
  if (lines.some(changesBlocks)) void queryClient.invalidateQueries({ queryKey: KEY })
})

/** A block changed: everything that shows blocks is refetched. */
export async function refreshBlocks(): Promise<void> {
  await Promise.all([KEY, todayQuery.queryKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
