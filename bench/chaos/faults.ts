import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fleet } from './fleet.ts'
import { pick } from './random.ts'
import type { Random } from './random.ts'

/** The faults of a fleet, with their weights. */
export const FAULT_KINDS = [
  'worker killed',
  'worker killed',
  'worker frozen',
  'worker frozen',
  'worker told to end',
  'postgres killed',
  'postgres frozen',
] as const
export type InjectedFault = (typeof FAULT_KINDS)[number]

const WORKER_AWAY_MS = 300
/** Longer than a lease, and than the time after which a worker's bots are others'. */
const WORKER_FROZEN_MS = 9_500

/**
 * Injects one fault; the victim recovers by itself, a frozen one in the background. `pending` collects
 * pending recoveries.
 */
export async function injectFault(
  fleet: Fleet,
  kind: InjectedFault,
  random: Random,
  pending: Set<Promise<void>>,
): Promise<void> {
  const later = (ms: number, call: () => void): void => {
    const done = sleep(ms)
      .then(call)
      .finally(() => pending.delete(done))
    pending.add(done)
  }
  const index = Math.floor(random() * fleet.workers.length)
  const worker = fleet.workers[index]
  switch (kind) {
    case 'worker killed':
    case 'worker told to end': {
      if (!worker) return
      fleet.workers[index] = null
      await end(worker, kind === 'worker killed' ? 'SIGKILL' : 'SIGTERM')
      await sleep(WORKER_AWAY_MS)
      fleet.startWorker(index)
      return
    }
    case 'worker frozen':
      worker?.kill('SIGSTOP')
      return later(WORKER_FROZEN_MS, () => void worker?.kill('SIGCONT'))
    case 'postgres killed':
      return signal(-fleet.postgres.pid, 'SIGKILL')
    case 'postgres frozen': {
      const { pid } = fleet.postgres
      signal(-pid, 'SIGSTOP')
      return later(pick(random, [500, 1_500, 4_000]), () => signal(-pid, 'SIGCONT'))
    }
  }
}

async function end(worker: ChildProcess, name: NodeJS.Signals): Promise<void> {
  worker.kill('SIGCONT')
  worker.kill(name)
  if (worker.exitCode !== null || worker.signalCode !== null) return
  const killer = setTimeout(() => worker.kill('SIGKILL'), 15_000)
  await once(worker, 'exit')
  clearTimeout(killer)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It went down by an earlier fault and is not back yet.
  }
}
