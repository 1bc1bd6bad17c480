/** An action for the engine to run for a bot at a timestamp, named like the actions of core's step. */
export type EngineAction = {
  type: 'search' | 'prepare' | 'wake'
  driverId: string
  gen: number
  at: number
  /** Idempotency key: while an action with this key waits or runs, a second one is not added. */
  once?: string
}

/** What the engine runs; each answers what comes next, and does nothing when the run is over. */
export type EngineHandlers = {
  /** The phase of the bot is due at `at`. */
  due(driverId: string, gen: number, at: number): Promise<EngineAction[]>
  /** Signs in, syncs, warms. */
  prepare(driverId: string, gen: number, signal: AbortSignal): Promise<EngineAction[]>
  /** Searches until the run, the phase or the worker ends; rejects to be run again, here or elsewhere. */
  search(driverId: string, gen: number, signal: AbortSignal): Promise<EngineAction[]>
}

/**
 * Where bots are run: at most one `prepare` or `search` of a driver at a time, timers kept across processes.
 */
export type Placement = {
  /**
   * Sends actions; rejects if the engine does not accept them. The watchdog derives them from the rows again.
   */
  send(actions: readonly EngineAction[]): Promise<void>
  /** Whether the engine answers now. */
  answers(): Promise<boolean>
  close(): Promise<void>
}
