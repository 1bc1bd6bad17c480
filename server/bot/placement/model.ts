/** What the engine is asked to do for a bot at an instant; the same words as the actions of core's step. */
export type EngineAction = {
  type: 'search' | 'prepare' | 'wake'
  driverId: string
  gen: number
  at: number
  /**
   * Handed over again under the same words while the first still waits or runs, it is the same action, not a
   * second one.
   */
  once?: string
}

/** What the engine runs; each answers what comes next, and does nothing when the run is over. */
export type EngineHandlers = {
  /** The instant `at` of the bot's phase has come. */
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
   * Hands actions over; rejects when the engine does not take them (rows and the watchdog bring them back).
   */
  send(actions: readonly EngineAction[]): Promise<void>
  /** Whether the engine answers now. */
  answers(): Promise<boolean>
  close(): Promise<void>
}
