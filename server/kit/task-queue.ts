/** Runs a few tasks at a time and lets a few more wait. */
export type TaskQueue = {
  /** Whether another task may wait, or would run at once. */
  hasRoom(): boolean
  /** Number of tasks that wait for their turn. */
  waiting(): number
  /** Runs a task in turn, first come, first served; accepts it whether there is room or not. */
  run<T>(task: () => Promise<T>): Promise<T>
}

/** Maximum running tasks, and maximum waiting tasks before `hasRoom` says no. */
export type TaskQueueLimits = { running: number; waiting: number }

/** Creates a queue of this process. */
export function createTaskQueue({ running, waiting }: TaskQueueLimits): TaskQueue {
  const turns: (() => void)[] = []
  let busy = 0
  return {
    hasRoom: () => busy < running || turns.length < waiting,
    waiting: () => turns.length,
    async run(task) {
      // A free slot goes to the next in line: no newcomer can slip in between.
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
