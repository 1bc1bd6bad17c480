import { Worker } from 'node:worker_threads'
import type { MarketOptions } from '@madruga/simulator/market.ts'
import { StartError } from '../kit/start-error.ts'

/** The market in a thread of its own. */
export type MarketThread = { url: string; stop(): Promise<void> }

/** What the thread says. */
export type MarketMessage = { started: string } | { refused: string } | { stopped: true }

/**
 * Runs the embedded market in a worker thread: it has an event loop of its own, so that its bursts do not delay a bot, and unlike a child process
 * a thread cannot outlive us on any system. Started again when it fails; its journal keeps what happened.
 */
export async function startMarketThread(
  options: MarketOptions,
  say: (line: string) => void,
): Promise<MarketThread> {
  let stopping = false
  let worker = await launch(options)
  const supervise = (): void => {
    worker.once('error', (error: Error) => say(`The market failed: ${error.message}`))
    worker.once('exit', () => void again())
  }
  const again = async (): Promise<void> => {
    if (stopping) return
    try {
      worker = await launch({ ...options, port: Number(new URL(url).port) })
      say('The market is open again')
      supervise()
    } catch (error) {
      say(`The market stays closed: ${(error as Error).message}`)
    }
  }
  const { url } = worker
  supervise()
  return {
    url,
    async stop() {
      stopping = true
      const ended = new Promise((done) => worker.once('exit', done))
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage('stop')
      const timer = setTimeout(() => void worker.terminate(), 2_000)
      await ended
      clearTimeout(timer)
    },
  }
}

type Running = Worker & { url: string }

function launch(options: MarketOptions): Promise<Running> {
  const worker = new Worker(new URL('./market-thread.ts', import.meta.url), { workerData: options })
  return new Promise((started, refused) => {
    const fail = (why: string) => refused(new StartError(why))
    worker.once('error', (error: Error) => fail(`The market does not start: ${error.message}`))
    worker.once('exit', () => fail('The market does not start'))
    // Not once: under `node --watch` a worker's first messages tell what it imports.
    worker.on('message', function hear(message: MarketMessage) {
      if ('refused' in message) return fail(message.refused)
      if (!('started' in message)) return
      worker.off('message', hear).removeAllListeners('error').removeAllListeners('exit')
      started(Object.assign(worker, { url: message.started }))
    })
  })
}
