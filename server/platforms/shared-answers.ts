import type { Clock } from '../kit/clock.ts'

/**
 * Whether a platform answers, asked once for all who want to know within `forMs`. One that is frozen keeps no
 * one waiting: after `silentMs` it counts as silent, before its call times out.
 */
export function shareAnswers(
  clock: Clock,
  { forMs, silentMs }: { forMs: number; silentMs?: number },
  ask: () => Promise<boolean>,
): () => Promise<boolean> {
  let last: { at: number; reading: Promise<boolean> } | null = null
  return () => {
    const now = clock.now()
    if (last === null || now - last.at >= forMs)
      last = { at: now, reading: silentMs === undefined ? ask() : hear(clock, silentMs, ask()) }
    return last.reading
  }
}

async function hear(clock: Clock, silentMs: number, answer: Promise<boolean>): Promise<boolean> {
  const { promise: silence, resolve } = Promise.withResolvers<boolean>()
  const stop = clock.after(silentMs, () => resolve(false))
  try {
    return await Promise.race([answer, silence])
  } finally {
    stop()
  }
}
