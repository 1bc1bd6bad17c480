import type { Clock } from './clock.ts'

/** Writes a process's buffer periodically: one write at a time, for any number of callers. */
export type Flusher = {
  /** Writes everything buffered now; rejects with the error of `write`. */
  flush(): Promise<void>
  /** Stops the timer and writes the rest; rejects if that fails. */
  close(): Promise<void>
}

export type FlusherDeps = {
  clock: Clock
  everyMs: number
  /**
   * Writes the buffer, or throws and keeps it for the next time. `all` = everything now, even what could wait
   * for a fuller batch.
   */
  write(all: boolean): Promise<void>
  /** Called once per series of failures. */
  onFault?: (error: unknown) => void
}

/** Starts to write every `everyMs`, counted from the end of one write to the start of the next. */
export function startFlusher({ clock, everyMs, write, onFault = () => {} }: FlusherDeps): Flusher {
  let failing = false
  let closed = false
  let cancel: (() => void) | null = null
  let writing: Promise<void> = Promise.resolve()

  const writeOnce = async (all: boolean): Promise<void> => {
    try {
      await write(all)
      failing = false
    } catch (error) {
      if (!failing) onFault(error)
      failing = true
      throw error
    }
  }
  const flush = (all: boolean): Promise<void> => {
    const mine = writing.then(() => writeOnce(all))
    writing = mine.catch(() => {})
    return mine
  }
  const tick = (): void => {
    if (closed) return
    cancel = clock.after(everyMs, () => {
      flush(false).then(tick, tick)
    })
  }
  tick()

  return {
    flush: () => flush(true),
    async close() {
      closed = true
      cancel?.()
      await flush(true)
    },
  }
}

/** SQLSTATE classes 22 and 23: the database rejects the data itself, so retries would never end. */
export function refusesData(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('22') || code.startsWith('23')
}
