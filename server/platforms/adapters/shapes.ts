import { z } from 'zod'

/** Values that platforms send in JSON, as every adapter reads them. */

/** ISO 8601 with `Z` or an offset, as epoch ms: `2026-06-29T09:00:00+02:00`, `2026-11-27T00:56:09.000Z`. */
export const instant = z.iso.datetime({ offset: true }).transform((iso) => Date.parse(iso))
/** Visible ASCII without blanks: it goes into a header. */
export const token = z
  .string()
  .regex(/^[\x21-\x7e]+$/)
  .max(8_192)
export const latitude = z.number().min(-90).max(90)
export const longitude = z.number().min(-180).max(180)
/** ISO 4217. */
export const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .transform((code) => code.toUpperCase())

/** What is not needed: absent where it cannot be read. */
export function needless<T extends z.ZodType>(shape: T) {
  return shape.nullish().catch(null)
}

/** The entries of a list: those that can be read, and the others as they came. One costs no other. */
export type ReadEntries<T> = { read: T[]; unread: unknown[] }

/** Reads a list entry by entry. */
export function readEntries<T>(list: readonly unknown[], shape: z.ZodType<T>): ReadEntries<T> {
  const entries: ReadEntries<T> = { read: [], unread: [] }
  for (const each of list) {
    const result = shape.safeParse(each)
    if (result.success) entries.read.push(result.data)
    else entries.unread.push(each)
  }
  return entries
}

/** Whether a list of offers says anything: one of which nothing can be read does not. */
export function saysAnything({ read, unread }: ReadEntries<unknown>): boolean {
  return read.length > 0 || unread.length === 0
}
