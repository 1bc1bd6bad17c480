import { deriveKey as derivePbkdf2 } from 'altcha-lib/algorithms/web/pbkdf2'
import { deriveKey as deriveSha } from 'altcha-lib/algorithms/web/sha'
import { solveChallenge } from 'altcha-lib'
import type { Challenge } from 'altcha-lib'

/**
 * Tries numbers until one solves the challenge, off the main thread, so that typing stays smooth. Uses
 * altcha's worker messages.
 */
type Work = {
  type: 'work' | 'abort'
  challenge: Challenge
  counterStart: number
  counterStep: number
  timeout?: number
}

let controller = new AbortController()
// A worker answers its page; there is no other origin to name.
const answer: (message: unknown) => void = self.postMessage.bind(self)

self.addEventListener('message', ({ data }: MessageEvent<Work>) => {
  if (data.type === 'abort') controller.abort()
  else void solve(data)
})

async function solve({ challenge, counterStart, counterStep, timeout }: Work): Promise<void> {
  controller = new AbortController()
  const deriveKey = challenge.parameters.algorithm.startsWith('PBKDF2') ? derivePbkdf2 : deriveSha
  try {
    const limits = timeout === undefined ? {} : { timeout }
    answer(await solveChallenge({ challenge, controller, counterStart, counterStep, deriveKey, ...limits }))
  } catch (thrown) {
    answer({ error: String(thrown) })
  }
}
