import { fork, type ChildProcess } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { TestResult } from './reporter.ts'

/** What a worker says: it is ready for its first file, or these are a file's results and CPU time. */
export type WorkerMessage = { results: TestResult[]; cpuMs: number }

/**
 * One file that has run. `cpuMs` is what its process used, without the database and the processes that it
 * started; unlike `ms` it hardly depends on what else runs. `log` is where its output is, if a test failed.
 */
export type FileResult = WorkerMessage & { file: string; ms: number; log: string | null }

type Run = { limitMs: number; logs: string; tell(result: FileResult): void }

/** Files in their order; at most `atOnce` run at the same time. */
export type Queue = { files: string[]; atOnce: number }

/** How long a process may take to report a test that took too long, or to end. */
const OVER_MS = 30_000
/**
 * Runs test files in a few processes, each of which takes the next file when it has ended one: most of a
 * short file's time is starting Node and loading the server. A process that a test failed in, or that took
 * longer than `limitMs` for a file, is replaced: what it may still do must not reach the next file. A process
 * serves one of the `queues`; another one helps the queues before its own once that has ended. `tell` is
 * called for each file that ended. The output of a file that failed is stored in the folder `logs`.
 */
export async function runFiles(
  queues: readonly Queue[],
  { seed, ...run }: Run & { seed: number },
): Promise<void> {
  rmSync(run.logs, { recursive: true, force: true })
  mkdirSync(run.logs, { recursive: true })
  const env = { ...process.env, TEST_SEED: String(seed), TEST_LIMIT_MS: String(run.limitMs) }
  const children = new Set<ChildProcess>()
  const end = (): void => children.forEach((child) => void child.kill('SIGKILL'))
  process.once('exit', end)
  const lists = queues.map(({ files }) => [...files])
  const runQueue = async ({ files, atOnce }: Queue, place: number): Promise<void> => {
    const runWorker = async (): Promise<void> => {
      for (const waiting of lists.slice(0, place + 1).toReversed())
        while (waiting.length > 0) await useWorker(env, children, waiting, run)
    }
    await Promise.all(Array.from({ length: Math.min(atOnce, files.length) }, runWorker))
  }
  await Promise.all(queues.map(runQueue))
  process.off('exit', end)
}

/** Starts one worker and gives it files until none is left or one failed. */
async function useWorker(
  env: NodeJS.ProcessEnv,
  children: Set<ChildProcess>,
  waiting: string[],
  { limitMs, logs, tell }: Run,
): Promise<void> {
  const reporter = new URL('./reporter.ts', import.meta.url).href
  const child = fork(path.join(import.meta.dirname, 'worker.ts'), {
    env,
    execArgv: ['--disable-warning=ExperimentalWarning', `--test-reporter=${reporter}`],
    silent: true,
  })
  children.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  let deliver: ((message: WorkerMessage) => void) | null = null
  /** The next results; of a process that ends without any, its end as a failed test. */
  const nextResults = () => new Promise<WorkerMessage>((resolve) => (deliver = resolve))
  child.on('message', (message: WorkerMessage | object) => {
    // Node reports what a watched thread imports by the same channel.
    if ('results' in message) deliver?.(message)
  })
  const exit = new Promise<void>((resolve) =>
    child.once('exit', (code, signal) => {
      const error = `the process ended with ${signal ?? code}`
      deliver?.({ results: [{ name: 'the process of the file', ms: 0, outcome: 'failed', error }], cpuMs: 0 })
      resolve()
    }),
  )
  let hasFailed = (await nextResults()).results.length > 0
  if (hasFailed) throw new Error(`a test process does not start:\n${output}`)
  while (!hasFailed) {
    const file = waiting.shift()
    if (file === undefined) break
    output = ''
    const began = performance.now()
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs + OVER_MS)
    child.send(file)
    const { results, cpuMs } = await nextResults()
    clearTimeout(timer)
    hasFailed = results.some(({ outcome }) => outcome === 'failed')
    tell({
      file,
      ms: performance.now() - began,
      cpuMs,
      results,
      log: hasFailed ? storeLog(logs, file, output) : null,
    })
  }
  if (child.connected) child.send('end')
  setTimeout(() => child.kill('SIGKILL'), OVER_MS).unref()
  await exit
  children.delete(child)
}

function storeLog(folder: string, file: string, output: string): string {
  const log = path.join(folder, `${file.replaceAll(path.sep, '-')}.log`)
  writeFileSync(log, output)
  return path.relative(process.cwd(), log)
}
