import { AsyncLocalStorage } from 'node:async_hooks'
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { AppError } from '@madruga/core/errors.ts'
import { createTaskQueue } from '../../kit/task-queue.ts'
import type { TaskQueue, TaskQueueLimits } from '../../kit/task-queue.ts'

/** What one Argon2id hash costs. */
export type HashingCost = { memoryKiB: number; passes: number; lanes: number }

/**
 * OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. Stored with each hash, so that it can be raised
 * later.
 */
export const HASHING_COST: HashingCost = { memoryKiB: 19 * 1024, passes: 2, lanes: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * One core stays free for everything else; a caller behind this many hashes waits for about a second. Those
 * who have proved something have places of their own, which a flood of strangers cannot take.
 */
export const HASHING: TaskQueueLimits = {
  running: Math.max(1, availableParallelism() - 1),
  waiting: 20,
  waitingFirst: 40,
}
const BUSY_RETRY_S = 3

/** Hashes and verifies passwords, with limited concurrency. */
export type Passwords = {
  /** `hashPassword` in the queue; refuses with `accounts.busy` if the queue is full. */
  hash(password: string): Promise<string>
  /** `verifyPassword` in the queue; refuses with `accounts.busy` if the queue is full. */
  verify(hash: string, password: string): Promise<boolean>
  /**
   * Lets every hash of a call wait for its turn without a limit: for work in progress and for internal
   * callers.
   */
  withoutRefusal<T>(call: () => Promise<T>): Promise<T>
  /** Every hash of a call goes first: of a known device, a session, a confirmed code or a proof of work. */
  goFirst<T>(call: () => Promise<T>): Promise<T>
  /** Number of hashes that wait for their turn. */
  countWaiting(): number
}

/**
 * Queues hashing. An Argon2id hash occupies a core for tens of milliseconds: a flood of sign-ins would occupy
 * all of them.
 */
export function createPasswords(
  queue: TaskQueue = createTaskQueue(HASHING),
  cost: HashingCost = HASHING_COST,
): Passwords {
  const patient = new AsyncLocalStorage<true>()
  const firstCalls = new AsyncLocalStorage<true>()
  const takeTurn = async <T>(task: () => Promise<T>): Promise<T> => {
    const first = firstCalls.getStore() === true
    if (patient.getStore() !== true && !queue.hasRoom(first))
      throw new AppError('accounts.busy', { retryAfterSeconds: BUSY_RETRY_S })
    return await queue.run(task, first)
  }
  return {
    hash: (password) => takeTurn(() => hashPassword(password, cost)),
    verify: (hash, password) => takeTurn(() => verifyPassword(hash, password)),
    withoutRefusal: (call) => patient.run(true, call),
    goFirst: (call) => firstCalls.run(true, call),
    countWaiting: queue.waiting,
  }
}

/** Argon2id of a password, in the standard notation: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. */
export async function hashPassword(password: string, cost: HashingCost = HASHING_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await derive(password, salt, cost, TAG_BYTES)
  return `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=${cost.lanes}$${encode(salt)}$${encode(tag)}`
}

/** Whether a password matches a hash; false for a hash of any other kind. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, lanes, salt, tag] = PHC.exec(hash) ?? []
  if (!memory || !passes || !lanes || !salt || !tag) return false
  const target = Buffer.from(tag, 'base64')
  const cost = { memoryKiB: Number(memory), passes: Number(passes), lanes: Number(lanes) }
  const bytes = await derive(password, Buffer.from(salt, 'base64'), cost, target.length)
  return timingSafeEqual(bytes, target)
}

function derive(password: string, nonce: Buffer, cost: HashingCost, tagLength: number): Promise<Buffer> {
  const parameters = {
    // Normalized, so that the keyboard's composition of letters does not matter.
    message: password.normalize('NFKC'),
    nonce,
    parallelism: cost.lanes,
    tagLength,
    memory: cost.memoryKiB,
    passes: cost.passes,
  }
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)))
  })
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
