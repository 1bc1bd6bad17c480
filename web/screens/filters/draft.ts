import type { Plan } from '@madruga/core/plans.ts'
import type { Variant } from '@madruga/core/offers.ts'

/** Unsaved input, stored on this device, with the version that it is based on. */
export type Draft<Fields> = { version: number; fields: Fields }

/** The storage key of a driver's draft: each plan's editor has its own. */
export function draftKey(driverId: string, variant: Variant, plan: Plan): string {
  return `draft.filter.${driverId}.${variant}.${plan}`
}

/** A stored draft, completed by `mend`. Null if there is none. */
export function readDraft<Fields>(
  text: string | null,
  mend: (kept: object) => Fields | null,
): Draft<Fields> | null {
  if (text === null) return null
  try {
    const data = JSON.parse(text) as Partial<Draft<object>> | null
    if (!data || typeof data.version !== 'number' || typeof data.fields !== 'object' || data.fields === null)
      return null
    const fields = mend(renameParts(data.fields))
    return fields === null ? null : { version: data.version, fields }
  } catch {
    return null
  }
}

/** The fields of a draft that was stored when two of their parts had other names. */
function renameParts({ ask, guards, ...fields }: { ask?: unknown; guards?: unknown }): object {
  return {
    ...(ask !== undefined && { confirmation: ask }),
    ...(guards !== undefined && { safetyLimits: guards }),
    ...fields,
  }
}

/** Whether two plain values are equal; the order of keys does not matter. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [ofA, ofB] = [Object.keys(a), Object.keys(b)]
  return (
    ofA.length === ofB.length &&
    ofA.every((key) => key in b && sameValue(a[key as keyof typeof a], b[key as keyof typeof b]))
  )
}
