import { DAY_MS } from '@madruga/core/time.ts'

export const HALF_YEAR_MS = 180 * DAY_MS

/** Rows that are removed by their age. */
export type Retention = {
  /** The tables, as docs/scale.md lists them. */
  tables: string
  /** Removes what is too old, in batches. */
  forget(): Promise<void>
}

/** Removes what is too old. One that fails keeps no other from it, and the job is tried again. */
export async function forgetAll(retentions: readonly Retention[]): Promise<void> {
  const faults: unknown[] = []
  for (const { tables, forget } of retentions)
    await forget().catch((cause: unknown) => faults.push(new Error(`${tables} not removed`, { cause })))
  if (faults.length > 0) throw faults.length === 1 ? faults[0] : new AggregateError(faults)
}
