import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { percentile } from './scene.ts'
import type { VisitReport } from './scene.ts'

/** The results of one run of many drivers. */
export type HotFigures = {
  drivers: number
  wantedPollsPerSecond: number
  pollsPerSecond: number
  cpuUsPerPoll: number
  corePercent: number
  /** Last octet read -> accept written, inside the process; NaN for the naive loop, which cannot know. */
  inside: Reaction
  /**
   * Reply written -> accept read, at the platform: includes both directions over loopback and both event
   * loops.
   */
  outside: Reaction
  heapBytesPerDriver: number
  residentBytesPerDriver: number
}
export type Reaction = { p50: number; p99: number; p999: number; count: number }

function spawn(file: string): ChildProcess {
  const path = fileURLToPath(new URL(file, import.meta.url))
  return fork(path, { execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'] })
}

function reactionOf(values: readonly number[]): Reaction {
  const [p50, p99, p999] = [0.5, 0.99, 0.999].map((part) => percentile(values, part)) as [
    number,
    number,
    number,
  ]
  return { p50, p99, p999, count: values.length }
}

/** The next message; rejects if the process exits without one. */
async function sync(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a process of the benchmark ended with ${code}`)
  })
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown]
  ended.catch(() => undefined)
  return message
}

/** One run: a new platform process and a new visitor process. */
export async function runHot(
  visitor: 'ours' | 'watched' | 'traced' | 'undici' | 'naive' | 'floor',
  drivers: number,
  times: { warmMs: number; measureMs: number },
): Promise<HotFigures> {
  const mock = spawn('./mock.ts')
  const child = spawn(`./${visitor}.ts`)
  try {
    const { url } = (await sync(mock)) as { url: string }
    child.send({ url, drivers, ...times })
    await sync(child)
    mock.send('forget')
    const report = (await sync(child)) as VisitReport
    mock.send('report')
    const { reactions } = (await sync(mock)) as { reactions: number[] }
    return {
      drivers,
      wantedPollsPerSecond: drivers * 2,
      pollsPerSecond: report.polls / report.seconds,
      cpuUsPerPoll: (report.cpuSeconds * 1e6) / report.polls,
      corePercent: (report.cpuSeconds / report.seconds) * 100,
      inside: reactionOf(report.reactionsMs),
      outside: reactionOf(reactions),
      heapBytesPerDriver: report.heapBytesPerDriver,
      residentBytesPerDriver: report.residentBytesPerDriver,
    }
  } finally {
    child.kill('SIGKILL')
    mock.kill('SIGKILL')
  }
}
