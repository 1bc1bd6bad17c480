import type { FilterFields } from './fields.ts'

/** What was typed and not saved, kept on this device, with the version it began from. */
export type Draft = { version: number; fields: FilterFields }

/** The place of a driver's draft in this device's storage. */
export function draftKey(driverId: string, variant: string): string {
  return `draft.filter.${driverId}.${variant}`
}

export function writeDraft(draft: Draft): string {
  return JSON.stringify(draft)
}

/** A kept draft, made whole: fields that an older version of the app did not have come from `fallback`. Null when it is none. */
export function readDraft(text: string | null, fallback: FilterFields): Draft | null {
  if (text === null) return null
  try {
    const kept = JSON.parse(text) as Partial<Draft> | null
    if (!kept || typeof kept.version !== 'number' || typeof kept.fields !== 'object' || kept.fields === null)
      return null
    const fields = { ...fallback, ...kept.fields }
    const sound = Array.isArray(fields.stationIds) && Array.isArray(fields.days) && fields.days.length === 7
    return sound ? { version: kept.version, fields } : null
  } catch {
    return null
  }
}

/** Whether two fillings of the form say the same; the order in which stations were tapped does not matter. */
export function sameFields(a: FilterFields, b: FilterFields): boolean {
  return canonical(a) === canonical(b)
}

function canonical(fields: FilterFields): string {
  const days = fields.days.map((day) => [day.on, day.allDay, day.from, day.to])
  const plain = { ...fields, stationIds: [...fields.stationIds].sort(), days }
  return JSON.stringify(Object.entries(plain).sort(([a], [b]) => (a < b ? -1 : 1)))
}
