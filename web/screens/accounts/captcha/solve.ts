import { solveChallengeWorkers } from 'altcha-lib'
import type { Challenge } from 'altcha-lib'
import { api } from '../../../client.ts'

/** A proof for the server, and its expiry (epoch ms; null = unknown). */
export type Proof = { text: string; expiresAt: number | null }

/** At most half the device's cores: the other half renders the page. */
const MOST_WORKERS = 4

/** Solves altcha's challenge in workers. Rejects if the device cannot (no secure context, no time). */
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
    // In the format of altcha's own widget.
    text: btoa(JSON.stringify({ challenge: { parameters, signature }, solution })),
    expiresAt: expiresAt === undefined ? null : expiresAt * 1_000,
  }
}

/** A proof of work without a person; null where a provider asks the person, or the device cannot. */
export async function proveWork(): Promise<string | null> {
  try {
    const captcha = await api.accounts.captcha(undefined)
    if (captcha.provider !== 'altcha') return null
    return (await solve(captcha.challenge as unknown as Challenge, new AbortController().signal)).text
  } catch {
    return null
  }
}
