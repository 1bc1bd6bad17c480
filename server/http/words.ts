import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import type { Filter } from '@madruga/core/filters.ts'
import type { LogEntry } from '@madruga/core/events.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Viewer } from '../kit/live.ts'

/** What the handlers call: one function of a word each. */
export type Words = {
  readHealth(): Promise<Outputs['health']>
  platforms: {
    readStations(driverId: string): Promise<Outputs['platforms']['stations']>
    readStatus(driverId: string): Promise<Outputs['platforms']['status']>
  }
  filters: {
    readFilter(driverId: string, variant: Variant): Promise<Outputs['filters']['get']>
    saveFilter(
      driverId: string,
      wish: { variant: Variant; baseVersion: number; filter: Filter },
    ): Promise<Outputs['filters']['save']>
  }
  bot: {
    readBot(driverId: string): Promise<Outputs['bot']['get']>
    startBot(driverId: string, wish: Inputs['bot']['start']): Promise<Outputs['bot']['get']>
    stopBot(driverId: string): Promise<Outputs['bot']['get']>
    readToday(driverId: string): Promise<Outputs['bot']['today']>
  }
  log: {
    readLatest(
      driverId: string,
      page: { limit: number; before?: number | undefined },
    ): Promise<{ entries: LogEntry[]; lastSeq: number }>
    /** Follows the log after a number; after its end when that is null or lies beyond it. */
    openTail(driverId: string, after: number | null): Promise<Viewer<LogEntry>>
  }
}
