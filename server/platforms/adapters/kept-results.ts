import type { Clock } from '../../kit/clock.ts'

/** Answers that are kept for a while; what is not answered is asked for again. */
export type KeptResults<R> = {
  /** A moment after every reading that has begun. */
  moment(): number
  /**
   * The result that is kept under a key, no older than `keptMs`, of a reading that began after a moment; else
   * what `read` finds now.
   */
  get(key: string, read: () => Promise<R>, options?: { keptMs?: number; after?: number }): Promise<R>
}

/** Creates them. `mostMs`: nothing is kept for longer. */
export function createKeptResults<R extends { kind: string }>(clock: Clock, mostMs: number): KeptResults<R> {
  // In the order of reading, so that the first are the oldest.
  const kept = new Map<string, { at: number; moment: number; reading: Promise<R> }>()
  let moments = 0
  return {
    moment: () => ++moments,
    async get(key, read, { keptMs = mostMs, after = 0 } = {}) {
      const now = clock.now()
      for (const [each, { at }] of kept) {
        if (now - at < mostMs) break
        kept.delete(each)
      }
      const known = kept.get(key)
      if (known && known.moment > after && now - known.at < keptMs) return await known.reading
      const reading = read()
      kept.delete(key)
      kept.set(key, { at: now, moment: ++moments, reading })
      const result = await reading
      if (result.kind !== 'answer' && kept.get(key)?.reading === reading) kept.delete(key)
      return result
    },
  }
}
