import { z } from 'zod'
import { isTimeZone } from '@madruga/core/time.ts'

/** An environment variable: its row in docs/configuration.md and the schema of its values. */
export type Variable<T> = {
  about: string
  allowed: string
  standard: string
  schema: z.ZodType<T>
  /** Never printed, not even if invalid. */
  secret?: boolean
}

export function variable<T>(
  about: string,
  allowed: string,
  standard: string,
  schema: z.ZodType<T>,
): Variable<T> {
  return { about, allowed, standard, schema }
}

/** A variable whose value is never printed. */
export function secret<T>(
  about: string,
  allowed: string,
  standard: string,
  schema: z.ZodType<T>,
): Variable<T> {
  return { about, allowed, standard, schema, secret: true }
}

export const port = z.coerce.number().int().min(0).max(65_535)
export const onOrOff = z.enum(['on', 'off']).transform((word) => word === 'on')
export const zone = z.string().refine(isTimeZone)

/** null if unset. */
export function optional<T>(schema: z.ZodType<T>) {
  return schema.nullable().default(null)
}

export function address(protocol: RegExp) {
  return z.url({ protocol })
}

/** Whether a text is an e-mail address, or a name and an address in angle brackets. */
export function isSender(text: string): boolean {
  const [, inner = text] = /^[^<>\r\n]*<([^<>\r\n]+)>$/.exec(text) ?? []
  return z.email().safeParse(inner).success
}

/** Whether a URL has the placeholders of a tile. */
export function isTileTemplate(url: string): boolean {
  return ['{z}', '{x}', '{y}'].every((part) => url.includes(part)) && URL.canParse(url.replace('{s}', 'a'))
}

/** A URL without its password, safe to print. */
export function hidePassword(text: string): string {
  return text.replace(/:\/\/[^@\s]*@/, '://...@')
}

/** The values of a list that commas or spaces divide. */
export function listOf(list: string): string[] {
  return list.split(/[\s,]+/).filter(Boolean)
}
