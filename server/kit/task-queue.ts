/** Runs few tasks at a time and lets few more wait for their turn. */
export type TaskQueue = {
  /** Whether another task may wait, or would run at once. */
  hasRoom(): boolean
  /** Runs a task when its turn comes, in the order of asking; takes it whether there is room or not. */
  run<T>(task: () => Promise<T>): Promise<T>
}

/** How many tasks run at once, and how many may wait behind them before `hasRoom` says no. */
export type TaskQueueLimits = { running: number; waiting: number }

/** Puts a queue of this process together. */
export function createTaskQueue({ running, waiting }: TaskQueueLimits): TaskQueue {
  const turns: (() => void)[] = []
  let busy = 0
  return {
    hasRoom: () => busy < running || turns.length < waiting,
    async run(task) {
      // A place that becomes free is handed to the next in line: nobody new can slip in between.
      if (busy < running) busy++
      else await new Promise<void>((resolve) => turns.push(resolve))
      try {
        return await task()
      } finally {
        const next = turns.shift()
        if (next) next()
        else busy--
      }
    },
  }
}
