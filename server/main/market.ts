import type { MarketOptions } from '@madruga/simulator/running-market.ts'
import { startThread } from './thread.ts'
import type { Thread } from './thread.ts'

/** Runs the embedded market in its own thread; a log file stores its events. */
export async function startMarketThread(
  options: MarketOptions,
  say: (line: string) => void,
): Promise<Thread> {
  const file = new URL('./market-thread.ts', import.meta.url)
  return await startThread(
    { name: 'The market', file, options: (port) => (port === null ? options : { ...options, port }) },
    say,
  )
}
