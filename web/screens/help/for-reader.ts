import type { Variant } from '@madruga/core/offers.ts'
import type { Conditional, Only } from '@madruga/core/words/help.ts'

/** Who reads: drivers of these apps, who pay us or do not, where some apps are offered. */
export type Reader = { apps: readonly Variant[]; paid: boolean; offered: readonly Variant[] }

/** The paragraphs that are for a reader; without one, all. */
export function textsFor(parts: readonly Conditional[], reader?: Reader): string[] {
  return parts
    .map((part) => (typeof part === 'string' ? { text: part } : part))
    .filter((part) => reader === undefined || isFor(part, reader))
    .map(({ text }) => text)
}

/** Whether a part is for a reader. */
export function isFor({ only, paid, offered }: Only, reader: Reader): boolean {
  if (offered !== undefined && !reader.offered.includes(offered)) return false
  if (paid !== undefined && paid !== reader.paid) return false
  return only === undefined || only.some((app) => reader.apps.includes(app))
}
