import type { Pool } from 'pg'
import type { BotActions } from './actions.ts'
import type { PastBots } from './past.ts'
import type { Silence } from './store/polls.ts'
import type { BotSweeps } from './sweep-table.ts'

/** What this process does for the bots now, for its metrics. */
export type BotFigures = {
  searches: number
  /** Since the database last confirmed the searches; null = this process does not search. */
  leaseAgeMs: number | null
  /** Waiting tasks by queue. */
  queues: Record<string, number>
  /** Connections of the bots' own, by their use. */
  pools: Record<string, Pool>
}

/** The drivers' bots, as other modules know them. */
export type Bots = BotActions & {
  /** Whether any process that searches lives. */
  hasWorkers(): Promise<boolean>
  /** Bots that should search and read no list, as of a few seconds ago. */
  readSilence(): Promise<Silence>
  /** How many blocks of platforms were adopted within a day: no accept of ours won them. */
  countAdopted(): Promise<number>
  /** Recurring jobs; any process may run each at any time. */
  sweeps: BotSweeps
  /** What bots did before this service kept their records. */
  past: PastBots
  /** Number of searches of this process now. */
  size(): number
  /** For the metrics of this process. */
  figures(): BotFigures
  /** Resolves when nothing is under way in this process but searches; for tests. */
  idle(): Promise<void>
  /**
   * Hands the bots of this process over to others, if there are any, writes buffered rows and closes
   * connections.
   */
  close(): Promise<void>
}
