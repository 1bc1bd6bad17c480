/** Runs a few tasks at a time and lets a few more wait. */
export type TaskQueue = {
  /** Whether another task may wait, or would run at once; `first`: in the places of those that go first. */
  hasRoom(first?: boolean): boolean
  /** Number of tasks that wait for their turn. */
  waiting(): number
  /**
   * Runs a task in turn, first come, first served, those that go `first` before all others; accepts it
   * whether there is room or not.
   */
  run<T>(task: () => Promise<T>, first?: boolean): Promise<T>
}

/** Maximum running tasks, and maximum waiting tasks of each kind before `hasRoom` says no. */
export type TaskQueueLimits = {
  running: number
  waiting: number
  /** Places of those that go first; default none of their own. */
  waitingFirst?: number
}

/** Creates a queue of this process. */
export function createTaskQueue({ running, waiting, waitingFirst = 0 }: TaskQueueLimits): TaskQueue {
  const ahead: (() => void)[] = []
  const turns: (() => void)[] = []
  let busy = 0
  return {
    hasRoom: (first = false) =>
      busy < running || turns.length < waiting || (first && ahead.length < waitingFirst),
    waiting: () => ahead.length + turns.length,
    async run(task, first = false) {
      // A free slot goes to the next in line: no newcomer can slip in between.
      if (busy < running) busy++
      else await new Promise<void>((resolve) => (first ? ahead : turns).push(resolve))
      try {
        return await task()
      } finally {
        const next = ahead.shift() ?? turns.shift()
        if (next) next()
        else busy--
      }
    },
  }
}
