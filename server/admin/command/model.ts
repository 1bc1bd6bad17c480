import type { ParseArgsOptionsConfig } from 'node:util'
import type { Admin } from '../../admin.ts'

/** What a command works with. */
export type OperatorTools = {
  admin: Admin
  /** Makes a new key, encrypts everything by it, and signs by a new root; answers what was done, in words. */
  rotateKeys(wanted: { dropOld: boolean; signOutAll: boolean }): Promise<string>
  /** What stands for an e-mail or an address in the security log. */
  digest(text: string): Promise<string>
  close(): Promise<void>
}

/** The terminal, or what stands for it. */
export type Terminal = {
  say(line: string): void
  complain(line: string): void
  /** Asks without showing what is typed; throws `UsageError` where there is nobody to ask. */
  askSecret(prompt: string): Promise<string>
  /** Everything on standard input. */
  readAll(): Promise<string>
  /** Whether a person types there. */
  isPerson: boolean
}

/** What was typed behind the command's name. */
export type Given = {
  words: readonly string[]
  options: Readonly<Record<string, string | boolean | undefined>>
}

/** What a command does once everything it needs is open. */
export type Run = (tools: OperatorTools, terminal: Terminal) => Promise<void>

/** One command. `read` refuses what was typed by `UsageError` before anything is opened. */
export type Command = {
  usage: string
  about: string
  options?: ParseArgsOptionsConfig
  read(given: Given): Run
}

/** The command line is not one that can be understood; said in one line. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** It was understood and is not done; said in one line. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}
