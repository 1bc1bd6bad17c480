import { Worker } from 'node:worker_threads'
import { StartError } from '../kit/start-error.ts'

/** Messages from a thread. */
export type ThreadMessage = { started: string; key?: string } | { refused: string }

/** Our own server in its own thread. */
export type Thread = {
  /** Its address, the same after a restart. */
  url: string
  /** The key that opens it, if it has one. */
  key: string | null
  /** Sends it a message. */
  tell(message: object): void
  /** Asks it to end, and terminates it after 2 s. */
  stop(): Promise<void>
}

/** The message that asks a thread to end. */
export const STOP = 'stop'

const STOP_MS = 2_000

/**
 * Runs a file as a worker thread. Its own event loop keeps its bursts from delaying a bot, and unlike a child
 * process a thread cannot outlive this process. It is restarted when it fails, with `options` as they are
 * then; `name` begins its log lines.
 */
export async function startThread(
  thread: { name: string; file: URL; options(port: number | null): object },
  say: (line: string) => void,
): Promise<Thread> {
  const { name, file, options } = thread
  let stopping = false
  let worker = await launch(name, file, options(null))
  const { url, key } = worker
  const supervise = (): void => {
    worker.once('error', (error: Error) => say(`${name} failed: ${error.message}`))
    worker.once('exit', () => void again())
  }
  const again = async (): Promise<void> => {
    if (stopping) return
    try {
      worker = await launch(name, file, options(Number(new URL(url).port)))
      say(`${name} is open again`)
      supervise()
    } catch (error) {
      say(`${name} stays closed: ${(error as Error).message}`)
    }
  }
  supervise()
  return {
    url,
    key,
    tell: (message) => post(worker, message),
    async stop() {
      stopping = true
      const ended = new Promise((done) => worker.once('exit', done))
      post(worker, STOP)
      const timer = setTimeout(() => void worker.terminate(), STOP_MS)
      await ended
      clearTimeout(timer)
    },
  }
}

function post(worker: Worker, message: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(message)
}

type Running = Worker & { url: string; key: string | null }

function launch(name: string, file: URL, options: object): Promise<Running> {
  const worker = new Worker(file, { workerData: options })
  return new Promise((started, refused) => {
    const fail = (why: string) => refused(new StartError(why))
    worker.once('error', (error: Error) => fail(`${name} does not start: ${error.message}`))
    worker.once('exit', () => fail(`${name} does not start`))
    // Not `once`: under `node --watch` a worker's first messages are about its imports.
    worker.on('message', function sync(message: ThreadMessage) {
      if ('refused' in message) return fail(message.refused)
      if (!('started' in message)) return
      worker.off('message', sync).removeAllListeners('error').removeAllListeners('exit')
      started(Object.assign(worker, { url: message.started, key: message.key ?? null }))
    })
  })
}
