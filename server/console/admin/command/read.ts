import { parseArgs } from 'node:util'
import type { z } from 'zod'
import { readEmail } from '@madruga/core/accounts.ts'
import { contract } from '@madruga/core/contract.ts'
import { UsageError } from './model.ts'
import type { Given } from './model.ts'

const { admin } = contract

/** The words and options as they were typed. */
type Line = Pick<Given, 'words' | 'options'>

/** Options of every command. */
const EVERYWHERE = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } } as const
/** The rows of a list, unless `--limit` says so. */
const ROWS = { usual: 50, most: 1000 }

/** Parses arguments by a usage such as `drivers [TEXT] [--limit N] --reason WHY`. */
export function parseLine(usage: string, args: string[]): Line {
  const names = usage.matchAll(/--([a-z-]+)( [A-Z])?/g)
  const options = Object.fromEntries(
    Array.from(names, ([, name = '', value]) => [name, { type: value ? 'string' : 'boolean' }] as const),
  )
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...options, ...EVERYWHERE },
      allowPositionals: true,
    })
    return { words: positionals, options: values as Given['options'] }
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}: ${usage}`)
  }
}

/** What a usage asks for; a usage of several actions leaves their words to its command. */
export function readGiven(usage: string, line: Line): Given {
  const isOne = !usage.includes(' | ')
  const words = usage.replace(/ \[?--.*/, '').split(' ')
  if (isOne) readWords(line.words, words.slice(1))
  const needsReason = isOne && usage.includes(' --reason')
  const input = { ...line, reason: '', limit: readLimit(line) }
  return needsReason || line.options['reason'] !== undefined ? { ...input, reason: readReason(line) } : input
}

/** Checks a command's words, exactly as many as it takes; `[TEXT]` may be missing, `on|off` is a choice. */
export function readWords(words: readonly string[], names: readonly string[]): void {
  const missing = names[words.length]
  if (missing !== undefined && !missing.startsWith('['))
    throw new UsageError(`${missing.replace('|none', '')} is missing`)
  const extra = words[names.length]
  if (extra !== undefined)
    throw new UsageError(`"${extra}" is one argument too many: quote values that contain spaces`)
  for (const [index, name] of names.entries())
    if (/^[a-z|]+$/.test(name)) readChoice(words[index], name.split('|'))
}

/** A text option, or undefined. */
export function readText({ options }: Line, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

export function isSet({ options }: Line, name: string): boolean {
  return options[name] === true
}

/** A required option. */
export function requireText(line: Line, name: string): string {
  const value = readText(line, name)?.trim()
  if (!value) throw new UsageError(`--${name} is missing`)
  return value
}

/** One of several literals. */
export function readChoice<T extends string>(word: string | undefined, choices: readonly T[]): T {
  const match = choices.find((choice) => choice === word)
  if (match === undefined) throw new UsageError(`"${word ?? ''}" is not one of ${choices.join(', ')}`)
  return match
}

/** The same of an option that need not be given. */
export function readOption<T extends string>(line: Line, name: string, choices: readonly T[]): T | undefined {
  const word = readText(line, name)
  return word === undefined ? undefined : readChoice(word, choices)
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

function readLimit(line: Line): number {
  const text = readText(line, 'limit')
  const limit = text === undefined ? ROWS.usual : readNumber(text)
  if (limit > ROWS.most) throw new UsageError(`--limit is at most ${ROWS.most}`)
  return limit
}

/** Parses an input by the contract's schema of its operation; `hint` is the error line. */
export function readInput<T extends z.ZodType>(
  operation: { '~orpc': { inputSchema?: T | undefined } },
  input: z.input<T>,
  hint: string,
): z.output<T> {
  const result = operation['~orpc'].inputSchema?.safeParse(input)
  if (!result?.success) throw new UsageError(hint)
  return result.data
}

function readReason(line: Line): string {
  const reason = requireText(line, 'reason')
  return readInput(admin.kill, { killed: false, reason }, '--reason is at most 500 characters').reason
}
