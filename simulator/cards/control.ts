import { z } from 'zod'

/** The faults that a test may set: how many of the next ones, or how long. All 0: none. */
export type Faults = {
  /** Deliveries that get lost; they are retried as after any failure. */
  drop: number
  /** Deliveries that arrive twice. */
  duplicate: number
  /** Delay of new events before their first delivery. */
  delayMs: number
  /** Deliveries are held until this many are pending, and are then sent in the wrong order, once. */
  reorder: number
  /** Replies that get lost after the call was executed. */
  loseReplies: number
}

const count = z.number().int().min(0).max(1_000)
const faultsBody = z
  .object({
    drop: count,
    duplicate: count,
    reorder: count,
    loseReplies: count,
    delayMs: z.number().int().min(0),
  })
  .partial()
  .strict()

export function createFaults(): Faults {
  return { drop: 0, duplicate: 0, delayMs: 0, reorder: 0, loseReplies: 0 }
}

/** Sets the faults that the body (JSON) names and clears all others; null if it is invalid. */
export function setFaults(faults: Faults, text: string): Faults | null {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return null
  }
  const read = faultsBody.safeParse(body)
  return read.success ? Object.assign(faults, createFaults(), read.data) : null
}
