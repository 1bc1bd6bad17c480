import type { z } from 'zod'
import { readEmail } from '@madruga/core/accounts.ts'
import { contract } from '@madruga/core/contract.ts'
import { UsageError } from './model.ts'
import type { Given } from './model.ts'

const { admin } = contract

/** A command's arguments, exactly as many as it takes. */
export function readWords({ words }: Given, ...names: readonly string[]): string[] {
  const missing = names[words.length]
  if (missing !== undefined) throw new UsageError(`${missing} is missing`)
  const extra = words[names.length]
  if (extra !== undefined)
    throw new UsageError(`"${extra}" is one argument too many: quote values that contain spaces`)
  return [...words]
}

/** A text option, or undefined. */
export function readText({ options }: Given, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

export function isSet({ options }: Given, name: string): boolean {
  return options[name] === true
}

/** A required option. */
export function requireText(given: Given, name: string): string {
  const value = readText(given, name)?.trim()
  if (!value) throw new UsageError(`--${name} is missing`)
  return value
}

/** One of several literals. */
export function readChoice<T extends string>(word: string | undefined, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === word)
  if (found === undefined) throw new UsageError(`"${word ?? ''}" is not one of ${choices.join(', ')}`)
  return found
}

/** An address in its stored form. */
export function readAddress(word: string | undefined): string {
  const email = readEmail(word ?? '')
  if (email === null) throw new UsageError(`"${word ?? ''}" is not an e-mail address`)
  return email
}

/** A request number. */
export function readNumber(word: string | undefined): number {
  const value = Number(word)
  if (!/^\d+$/.test(word ?? '') || !Number.isSafeInteger(value) || value < 1)
    throw new UsageError(`"${word ?? ''}" is not a whole number of 1 or more`)
  return value
}

/** `--limit`, the rows of a list. */
export function readLimit(given: Given, standard: number, most: number): number {
  const text = readText(given, 'limit')
  if (text === undefined) return standard
  const limit = readNumber(text)
  if (limit > most) throw new UsageError(`--limit is at most ${most}`)
  return limit
}

/** Parses an input by the contract's schema of its operation; `hint` is the error line. */
export function readInput<T extends z.ZodType>(
  operation: { '~orpc': { inputSchema?: T | undefined } },
  input: z.input<T>,
  hint: string,
): z.output<T> {
  const parsed = operation['~orpc'].inputSchema?.safeParse(input)
  if (!parsed?.success) throw new UsageError(hint)
  return parsed.data
}

/** The reason of a change. */
export function readReason(given: Given): string {
  const reason = requireText(given, 'reason')
  return readInput(admin.kill, { killed: false, reason }, '--reason is at most 500 characters').reason
}
