import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '@madruga/core/time.ts'
import type { Fleet } from './fleet.ts'
import { PARTITIONS } from './link.ts'
import { pick } from './random.ts'
import type { Random } from './random.ts'

/** The faults of a fleet; those of workers more often. */
const FAULTS_OF_WORKERS = [
  'worker killed',
  'worker frozen',
  'worker told to end',
  'worker partitioned',
  'clock an hour ahead',
  'clock an hour behind',
] as const
const FAULTS_OF_POSTGRES = ['postgres killed', 'postgres frozen', 'postgres restarted'] as const
/** Of a database with a standby, which takes its place; never drawn, since it needs a second server. */
export const REPLACED = 'postgres replaced'
/** Of a database that is there and does not do its work; never drawn: all bots rest while it lasts. */
const REFUSALS = ['postgres read only', 'postgres out of connections', 'postgres slow'] as const
export const SLOW: FaultKind = 'postgres slow'
export const FAULT_KINDS = [...FAULTS_OF_WORKERS, ...FAULTS_OF_POSTGRES, REPLACED, ...REFUSALS] as const
export type FaultKind = (typeof FAULT_KINDS)[number]
const SHARE_OF_POSTGRES = 0.15

/** A fault under way or over; times are epoch ms. */
export type InjectedFault = {
  kind: FaultKind
  /** Null = the database's or the API's. */
  worker: number | null
  at: number
  /** When the victim was let go; infinite while the fault lasts. */
  until: number
}

const WORKER_AWAY_MS = 300
/** Shorter and longer than a lease (3 s), and than the time after which a worker's bots are others' (5 s). */
const FROZEN_MS = [1_500, 4_000, 9_500]
const PARTED_MS = [1_000, 2_500, 4_000, 8_000, 14_000]
const POSTGRES_FROZEN_MS = [500, 1_500, 4_000]
/** Shorter and longer than a lease, and than the time after which a worker's bots are others'. */
const REFUSING_MS = [2_000, 6_000, 12_000]
const SLOW_ANSWER_MS = 5_000
const WRONG_CLOCK_MS = [2_000, 8_000, 20_000]

/** Draws the kind of the next fault; all of them if `only` is null. */
export function drawKind(random: Random, only: FaultKind | null): FaultKind {
  return only ?? pick(random, random() < SHARE_OF_POSTGRES ? FAULTS_OF_POSTGRES : FAULTS_OF_WORKERS)
}

/** Injects one fault and lets its victim go in time; `ended` resolves then. */
export function injectFault(
  fleet: Fleet,
  kind: FaultKind,
  random: Random,
): { fault: InjectedFault; ended: Promise<void> } {
  const isOfPostgres = kind.startsWith('postgres')
  const isOfClock = kind === 'clock an hour ahead' || kind === 'clock an hour behind'
  // The API has a clock too; its index is the one after the last worker's.
  const index = Math.floor(random() * (fleet.workers.length + (isOfClock ? 1 : 0)))
  const worker = isOfPostgres || index === fleet.workers.length ? null : index
  const fault = { kind, worker, at: Date.now(), until: Number.POSITIVE_INFINITY }
  const ended = rage(fleet, kind, index, random).then(() => void (fault.until = Date.now()))
  return { fault, ended }
}

async function rage(fleet: Fleet, kind: FaultKind, index: number, random: Random): Promise<void> {
  const child = [...fleet.workers, fleet.apiProcess][index]
  if (isRefusal(kind)) return await refuse(fleet, kind, pick(random, REFUSING_MS))
  switch (kind) {
    case 'worker killed':
      return await replace(fleet, index, 'SIGKILL')
    case 'worker told to end':
      return await replace(fleet, index, 'SIGTERM')
    case 'worker frozen':
      child?.kill('SIGSTOP')
      await sleep(pick(random, FROZEN_MS))
      return void child?.kill('SIGCONT')
    case 'worker partitioned':
      fleet.links[index]?.part(pick(random, PARTITIONS))
      await sleep(pick(random, PARTED_MS))
      return fleet.links[index]?.heal()
    case 'clock an hour ahead':
      return await setClock(child, HOUR_MS, pick(random, WRONG_CLOCK_MS))
    case 'clock an hour behind':
      return await setClock(child, -HOUR_MS, pick(random, WRONG_CLOCK_MS))
    default:
      return await rageAtPostgres(fleet, kind, pick(random, POSTGRES_FROZEN_MS))
  }
}

const isRefusal = (kind: FaultKind): kind is (typeof REFUSALS)[number] =>
  (REFUSALS as readonly string[]).includes(kind)

/** Lets the database answer and not do its work, for `ms`. */
async function refuse({ postgres }: Fleet, kind: (typeof REFUSALS)[number], ms: number): Promise<void> {
  if (kind === 'postgres out of connections') return await postgres.crowd(ms)
  const isReading = kind === 'postgres read only'
  if (isReading) await postgres.setReadOnly(true)
  else postgres.slow(SLOW_ANSWER_MS)
  await sleep(ms)
  if (isReading) await postgres.setReadOnly(false)
  else postgres.slow(0)
}

async function rageAtPostgres(
  { postgres }: Fleet,
  kind: (typeof FAULTS_OF_POSTGRES)[number] | typeof REPLACED,
  frozenMs: number,
): Promise<void> {
  if (kind === REPLACED) return await postgres.replace()
  const { pid } = postgres
  // Its fast shutdown; the process that started it starts it again.
  if (kind === 'postgres restarted') return signal(pid, 'SIGINT')
  if (kind === 'postgres killed') return signal(-pid, 'SIGKILL')
  signal(-pid, 'SIGSTOP')
  await sleep(frozenMs)
  signal(-pid, 'SIGCONT')
}

async function setClock(
  child: ChildProcess | null | undefined,
  wrongMs: number,
  forMs: number,
): Promise<void> {
  child?.stdin?.write(`${wrongMs}\n`)
  await sleep(forMs)
  child?.stdin?.write('0\n')
}

/** Ends a worker and starts it again, as a supervisor would. */
async function replace(fleet: Fleet, index: number, name: NodeJS.Signals): Promise<void> {
  const worker = fleet.workers[index]
  // It ends by an earlier fault and is not back yet.
  if (!worker) return
  fleet.workers[index] = null
  await end(worker, name)
  await sleep(WORKER_AWAY_MS)
  fleet.startWorker(index)
}

async function end(worker: ChildProcess, name: NodeJS.Signals): Promise<void> {
  if (name !== 'SIGKILL') worker.kill('SIGCONT')
  worker.kill(name)
  if (worker.exitCode !== null || worker.signalCode !== null) return
  const killer = setTimeout(() => worker.kill('SIGKILL'), 20_000)
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
