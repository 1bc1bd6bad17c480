/** The only source of time in the server; tests pass one that they move by hand. */
export type Clock = {
  /** Epoch milliseconds. */
  now(): number
  /** Calls once after `ms`; the returned function cancels it. Never keeps the process alive. */
  after(ms: number, call: () => void): () => void
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: Date.now,
  after(ms, call) {
    const timer = setTimeout(call, Math.min(ms, 2_147_483_647)).unref()
    return () => clearTimeout(timer)
  },
}
