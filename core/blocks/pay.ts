import { keepOf } from '../costs.ts'
import type { Kept, PayCosts } from '../costs.ts'
import type { Pay } from '../offers.ts'
import { sumPay } from '../pay-sums.ts'
import type { PaySum } from '../pay-sums.ts'
import type { BlockSpan, BlockState } from './model.ts'

/** A block, or an accept that the platform has not decided. */
type Job = Pay & Omit<BlockSpan, 'state'> & { id: string; state: BlockState | 'waiting' }

/** Whether a job counts: a released block pays nothing, and one that waits is none yet. */
export function counts({ state }: Pick<Job, 'state'>): boolean {
  return state !== 'forfeited' && state !== 'waiting'
}

/** Pay, projected tips, number and length (ms) of blocks, without released and waiting ones. */
export function sumUp(jobs: readonly Job[]): PaySum & { count: number; ms: number } {
  const own = jobs.filter(counts)
  return {
    ...sumPay(own),
    count: own.length,
    ms: own.reduce((sum, { startAt, endAt }) => sum + endAt - startAt, 0),
  }
}

/** What is kept of these jobs; `costs` by their id. What waits costs nothing yet. */
export function keepOfJobs(jobs: readonly Job[], costs: Readonly<Record<string, PayCosts>>): Kept {
  return keepOf(
    jobs.flatMap((pay) => {
      const spent = costs[pay.id]
      if (spent === undefined || pay.state === 'waiting') return []
      return [{ pay, isReleased: pay.state === 'forfeited', costs: spent }]
    }),
  )
}
