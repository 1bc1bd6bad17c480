import type { Timestamp } from '@madruga/core/time.ts'
import type { Clock } from '../kit/clock.ts'

/**
 * Answers with what was read up to `keepMs` ago, and reads once for all who ask meanwhile; a failed read is
 * not kept.
 */
export function keepFor<T>(clock: Clock, keepMs: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { at: Timestamp; answer: Promise<T> } | null = null
  return () => {
    const now = clock.now()
    if (kept !== null && now - kept.at < keepMs) return kept.answer
    const mine = { at: now, answer: read() }
    kept = mine
    mine.answer.catch(() => {
      if (kept === mine) kept = null
    })
    return mine.answer
  }
}
