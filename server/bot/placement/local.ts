import type { Clock } from '../../kit/clock.ts'
import type { EngineAction, EngineHandlers, Placement } from './model.ts'

/** An engine within this process over its clock. `idle` resolves when nothing is under way but searches. */
export type LocalPlacement = Placement & { idle(): Promise<void> }

const RETRY_MS = 200

/**
 * Runs bots in this process alone with the clock's timers, for tests that move time by hand. It gives the
 * engine's guarantees (one search or preparation of a driver at a time, failed handlers run again) except
 * durability.
 */
export function createLocalPlacement(
  handlers: EngineHandlers,
  clock: Clock,
  onFault: (error: unknown) => void = () => {},
): LocalPlacement {
  const closing = new AbortController()
  const cancels = new Set<() => void>()
  const queues = new Map<string, Promise<void>>()
  const short = new Set<Promise<void>>()

  const after = (ms: number, call: () => void): void => {
    const cancel = clock.after(ms, () => {
      cancels.delete(cancel)
      if (!closing.signal.aborted) call()
    })
    cancels.add(cancel)
  }

  const attempt = async (action: EngineAction): Promise<void> => {
    const { type, driverId, gen, at } = action
    try {
      const next =
        type === 'wake'
          ? await handlers.due(driverId, gen, at)
          : await handlers[type](driverId, gen, closing.signal)
      for (const each of next) place(each)
    } catch (error) {
      if (closing.signal.aborted) return
      onFault(error)
      // Closing cancels the timer, so that it must end the wait itself.
      await new Promise<void>((retry) => {
        closing.signal.addEventListener('abort', () => retry(), { once: true })
        after(RETRY_MS, retry)
      })
      if (closing.signal.aborted) return
      await attempt(action)
    }
  }

  const run = (action: EngineAction): void => {
    const key = `${action.type === 'wake' ? 'Bot' : 'Search'} ${action.driverId}`
    const mine = (queues.get(key) ?? Promise.resolve()).then(() => attempt(action))
    queues.set(key, mine)
    if (action.type !== 'search') {
      short.add(mine)
      void mine.finally(() => short.delete(mine))
    }
    void mine.finally(() => {
      if (queues.get(key) === mine) queues.delete(key)
    })
  }

  function place(action: EngineAction): void {
    const delay = action.at - clock.now()
    if (delay > 0) after(delay, () => run(action))
    else run(action)
  }

  return {
    async send(actions) {
      for (const action of actions) place(action)
    },
    answers: async () => !closing.signal.aborted,
    async idle() {
      while (short.size > 0) await Promise.allSettled(short)
    },
    async close() {
      closing.abort()
      for (const cancel of cancels) cancel()
      cancels.clear()
      await Promise.allSettled(queues.values())
    },
  }
}
