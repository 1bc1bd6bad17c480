import { solveChallengeWorkers } from 'altcha-lib'
import type { Challenge } from 'altcha-lib'

/** A proof for the server, and until when it takes it (epoch ms; null = it does not say). */
export type Proof = { text: string; expiresAt: number | null }

/** Half the device's cores at most: the other half draws the page. */
const MOST_WORKERS = 4

/** Solves altcha's challenge in workers. Rejects when the device cannot (no secure context, no time). */
export async function solve(challenge: Challenge, signal: AbortSignal): Promise<Proof> {
  const controller = new AbortController()
  signal.addEventListener('abort', () => controller.abort())
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    concurrency: Math.max(1, Math.min(MOST_WORKERS, Math.floor(navigator.hardwareConcurrency / 2))),
    createWorker: () => new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' }),
  })
  if (solution === null) throw new Error('no solution')
  const { parameters, signature } = challenge
  const { expiresAt } = parameters
  return {
    // As altcha's own widget sends it.
    text: btoa(JSON.stringify({ challenge: { parameters, signature }, solution })),
    expiresAt: expiresAt === undefined ? null : expiresAt * 1_000,
  }
}
