import { setTimeout as sleep } from 'node:timers/promises'

/** Answers many callers by few calls, each for all who wait at the time. */
export type Batcher<T, R> = {
  /** The result of one item. Rejects with what its batch failed with. */
  load(item: T): Promise<R>
}

type Waiting<T, R> = { item: T; resolve: (result: R) => void; reject: (fault: unknown) => void }

/**
 * Creates a batcher. `work` answers a result for each item, in their order, for at most `most` items. One
 * batch runs at a time: items that come meanwhile make up the next one, so that batches grow with the load.
 * One that is not full waits for more, as many ms as `gatherMs` answers.
 */
export function createBatcher<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
  most: number,
  gatherMs: () => number = () => 0,
): Batcher<T, R> {
  let waiting: Waiting<T, R>[] = []
  let running = false

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const ms = waiting.length < most ? gatherMs() : 0
      if (ms > 0) await sleep(ms)
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        const results = await work(batch.map(({ item }) => item))
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R)
      } catch (fault) {
        for (const { reject } of batch) reject(fault)
      }
    }
    running = false
  }

  return {
    load(item) {
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        if (running) return
        running = true
        // Callers of the same turn of the event loop belong to the same batch.
        setImmediate(() => void run())
      })
    },
  }
}
