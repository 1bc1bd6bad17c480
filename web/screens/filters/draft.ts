import type { Edition } from '@madruga/core/filters.ts'
import type { Variant } from '@madruga/core/offers.ts'

/** What was typed and not saved, kept on this device, with the version it began from. */
export type Draft<Fields> = { version: number; fields: Fields }

/** The place of a driver's draft in this device's storage: each edition's editor has its own. */
export function draftKey(driverId: string, variant: Variant, edition: Edition): string {
  return `draft.filter.${driverId}.${variant}.${edition}`
}

export function writeDraft<Fields>(draft: Draft<Fields>): string {
  return JSON.stringify(draft)
}

/** A kept draft, its fields made whole by `mend`. Null when it is none. */
export function readDraft<Fields>(
  text: string | null,
  mend: (kept: object) => Fields | null,
): Draft<Fields> | null {
  if (text === null) return null
  try {
    const kept = JSON.parse(text) as Partial<Draft<object>> | null
    if (!kept || typeof kept.version !== 'number' || typeof kept.fields !== 'object' || kept.fields === null)
      return null
    const fields = mend(kept.fields)
    return fields === null ? null : { version: kept.version, fields }
  } catch {
    return null
  }
}

/** Whether two plain values say the same; the order of keys does not matter. */
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
